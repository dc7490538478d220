import type { Call } from '#contract/phone/call.contract.ts';
import { LineAway, LineRefusal, NoSuchCall, type VoiceLine } from '../../../adapters/voice/voice-line.ts';
import { writeAudit } from '../../../audit.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal, refuseField } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { readPhoneAndExtension } from '../../contacts/contact-phone.ts';
import type { Caller } from '../../contacts/contacts.service.ts';
import { noteHangUp } from './absence.sql.ts';
import type { CallRow } from './calls.sql.ts';
import { lineOf } from './line-of.ts';
import { eventOf, noteEvents, noteFact } from './note-fact.service.ts';
import { isPassedOn, notePassingOn } from './passing-on.sql.ts';
import { callNow, requireActive, readOwnCall, requireOwnCall } from './own-call.ts';
import { goalOf, unreachedBecause } from './route-call.ts';
import { readDialled, requireConsent } from './start-call.service.ts';
import { otherNumber } from './to-call.ts';

type OnLine = CallRow & { readonly sid: string };
const isOnLine = (call: CallRow): call is OnLine => call.sid !== null && call.status !== 'ended';

/**
 * Sends a command for a call to the line.
 * @throws {Refusal} `conflict` when the line no longer has the call (it has ended) or refuses the command,
 * `unavailable` when the line is down.
 */
export async function askLine(
  deps: Pick<Deps, 'pool' | 'now' | 'voiceLine'>,
  call: OnLine,
  ask: (line: VoiceLine, sid: string) => Promise<void>,
): Promise<void> {
  const { id, sid, answered_at: answeredAt } = call;
  try {
    await ask(await lineOf(deps, deps.voiceLine, call), sid);
  } catch (error) {
    if (error instanceof LineAway) throw away(error);
    if (error instanceof LineRefusal) throw new Refusal('conflict', error.message, { cause: error });
    if (!(error instanceof NoSuchCall)) throw error;
    const outcome = answeredAt === null ? 'failed' : 'completed';
    const end = { kind: 'ended', outcome, by: 'line', reason: '', seconds: null } as const;
    await noteFact(deps, id, { key: 'gone', at: deps.now(), ...end });
    throw new Refusal('conflict', 'This call has ended.', { cause: error });
  }
}

const away = (cause: LineAway) =>
  new Refusal('unavailable', "The phone line isn't responding. Try again.", { retryAfter: 5, cause });

/**
 * The user's own connected call; read-only, so that an unreachable line leaves no trace. @throws {Refusal} `not_found`,
 * `conflict`
 */
export function requireTalking(deps: Deps, identity: Identity, id: number): Promise<OnLine> {
  return withAccount(deps.pool, identity, async (tx) => {
    const call = await readOwnCall(tx, identity, id);
    requireActive(call);
    if (!isOnLine(call)) throw new Refusal('conflict', 'This call never connected to the line.');
    if (call.away_since !== null) throw new Refusal('conflict', 'Rejoin this call first.');
    return call;
  });
}

/**
 * Ends a call in any state; an ended one stays unchanged. Another party who is being transferred stays on the line. What is
 * noted first tells a carrier's report of this end from that of a page that was closed.
 * @throws {Refusal} `not_found`, `unavailable`
 */
export async function hangUp(deps: Deps, { identity, requestId }: Caller, id: number): Promise<Call> {
  const { call, how } = await withAccount(deps.pool, identity, async (tx) => ({
    call: await endUndialled(deps, tx, identity, id),
    how: (await isPassedOn(tx, id, deps.now())) ? ('leave' as const) : ('hangUp' as const),
  }));
  if (isOnLine(call)) await unlessOver(askLine(deps, call, (line, sid) => line[how](sid)));
  return withAccount(deps.pool, identity, async (tx) => {
    await writeAudit(tx, identity, requestId, { action: 'call.hungUp', subjectType: 'call', subjectId: id });
    return callNow(tx, identity, id);
  });
}

/** Ends a call that the line never took, and from then on never takes. Answers the call as it was. @throws {Refusal} `not_found` */
async function endUndialled(deps: Pick<Deps, 'now'>, tx: Tx, identity: Identity, id: number): Promise<CallRow> {
  const call = await requireOwnCall(tx, identity, id);
  const at = deps.now();
  await noteHangUp(tx, id, at);
  const end = { kind: 'ended', outcome: 'cancelled', by: 'agent', reason: '', seconds: null } as const;
  if (call.sid === null) await noteEvents(tx, id, [eventOf({ key: 'hungUp', at, ...end })], at);
  return call;
}

/** For a caller who wants to end a call, an ended one is fine. */
async function unlessOver(asked: Promise<void>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'conflict') throw error;
  }
}

/** @throws {Refusal} `not_found`, `conflict`, `unavailable` */
export async function hold(deps: Deps, identity: Identity, { id, held }: { id: number; held: boolean }): Promise<Call> {
  const call = await requireTalking(deps, identity, id);
  if (call.held !== held) await askLine(deps, call, (line, sid) => line.hold(sid, held));
  return withAccount(deps.pool, identity, (tx) => callNow(tx, identity, id));
}

/** @throws {Refusal} `refused` by field, `not_found`, `conflict`, `unavailable` */
export async function transfer(
  deps: Deps,
  { identity, requestId }: Caller,
  { id, written }: { id: number; written: string },
): Promise<Call> {
  const read = readPhoneAndExtension(written);
  const extension = read?.extension ?? null;
  const to = readDialled(read?.number ?? written);
  const call = await requireTalking(deps, identity, id);
  await withAccount(deps.pool, identity, async (tx) => {
    await requireNext(deps, tx, identity, { call, to, extension });
    await notePassingOn(tx, id, deps.now());
  });
  await askLine(deps, call, (line, sid) => line.transfer(sid, to, extension));
  return withAccount(deps.pool, identity, async (tx) => {
    await writeAudit(tx, identity, requestId, { action: 'call.transferred', subjectType: 'call', subjectId: id });
    return callNow(tx, identity, id);
  });
}

/** Only a switchboard outside has extensions. */
const NO_EXTENSIONS = 'This number has no extensions. Transfer to the number alone.';

/**
 * Before the line releases anyone. @throws {Refusal} `refused` when the destination is unreachable, or may not be
 * called.
 */
async function requireNext(
  deps: Deps,
  tx: Tx,
  identity: Identity,
  { call, to, extension }: { readonly call: CallRow; readonly to: string; readonly extension: string | null },
): Promise<void> {
  if (to === otherNumber(call)) throw refuseField('phone_number', "You're already on a call with this number.");
  const goal = await goalOf(deps, tx, to);
  if (extension !== null && goal.kind !== 'outside') throw refuseField('phone_number', NO_EXTENSIONS);
  const reason = unreachedBecause(goal, identity.userId);
  if (reason !== null) throw refuseField('phone_number', reason);
  await requireConsent(tx, identity, null, { to, goal, purpose: call.purpose, at: deps.now(), seal: deps.seal });
}
