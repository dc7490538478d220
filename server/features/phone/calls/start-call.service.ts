import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Body } from '#contract/endpoint.ts';
import { type Call, MAX_DIALLED, MIN_DIALLED } from '#contract/phone/call.contract.ts';
import type { startCall as StartCall } from '#contract/phone.contract.ts';
import { placeOfCaller } from '#rules/places/area-codes.ts';
import { NO_ADDRESS } from '#rules/places/whereabouts.ts';
import { quota } from '#rules/phone/dialer.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { writeAudit } from '../../../audit.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal, refuseField } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { keepingRefusals, requireNumberReachable, requireReachable } from '../../compliance/may-be-reached.ts';
import { readPhone } from '../../contacts/contact-phone.ts';
import { type Caller, type FoundContact, requireLiveContact } from '../../contacts/contacts.service.ts';
import { lockContacts } from '../../contacts/lock-contacts.sql.ts';
import { ruleOfNew } from './call-rule.ts';
import { tellCall } from './tell-call.ts';
import { type CallRow, findOpenCalls, insertCall, lockCall, lockCaller } from './calls.sql.ts';
import { type Dialer, readDialer } from '../dialer.service.ts';
import { onlyMatch } from '../numbers/find-by-number.service.ts';
import { eventOf, noteEvents } from './note-fact.service.ts';
import { callNow } from './own-call.ts';
import { type Goal, goalOf } from './route-call.ts';
import { otherNumber } from './to-call.ts';
import type { ContactPlace } from '../recordings/recordings.sql.ts';

type Asked = Body<typeof StartCall>;

/** Result code of such a call on a device. Source: core §8. */
const INVALID_NUMBER = 'invalid phone number';

/** Parses a typed number into E.164. @throws {Refusal} `refused` by field when it can't be dialed. */
export function readDialled(written: string): string {
  const number = readPhone(written);
  if (number === null || number.length < MIN_DIALLED || number.length > MAX_DIALLED) {
    throw refuseField('phone_number', INVALID_NUMBER);
  }
  return number;
}

/**
 * Milliseconds between attempts during another call, and the number of attempts. The browser hears the end of a call
 * before the line records it, so a call right after another one would be refused for a call that has ended. Our choice.
 */
const ENDING_MS = 200;
const ENDING_LOOKS = 10;

/**
 * Writes an outbound call that its device may dial now.
 * @throws {Refusal} `refused` for the number, the minutes or the consent, `conflict` without a dialer or during another
 * call, `not_found` for a contact that is not theirs to see.
 */
export async function startCall(deps: Deps, caller: Caller, asked: Asked): Promise<Call> {
  for (let look = 0; look < ENDING_LOOKS; look += 1) {
    try {
      return await tryStart(deps, caller, asked);
    } catch (error) {
      if (!(error instanceof OnACall)) throw error;
      await sleep(ENDING_MS);
    }
  }
  return tryStart(deps, caller, asked);
}

/** The caller is on another call, or its end isn't recorded yet. */
class OnACall extends Refusal {}

function tryStart(deps: Deps, caller: Caller, asked: Asked): Promise<Call> {
  const { identity, requestId } = caller;
  const to = readDialled(asked.phone_number);
  return keepingRefusals(deps, identity, async (tx) => {
    const at = deps.now();
    await lockCaller(tx, identity.userId);
    const dialer = await readDialer(tx, identity.userId, at);
    const goal = await goalOf(deps, tx, to);
    requireMinutes(dialer, goal);
    const from = requireDialer(dialer, to);
    const openCalls = async () =>
      (await findOpenCalls(tx, identity.userId)).filter((call) => call.user_id === identity.userId);
    const contact = await contactOf(tx, identity, { to, asked, open: await openCalls() });
    // While the lock was waited for, a device may have dialed one of them.
    await requireFree(tx, await openCalls(), at);
    const purpose = contact === null && isInside(goal) ? 'service' : asked.purpose;
    await requireConsent(tx, identity, contact, { to, goal, purpose, at, seal: deps.seal });
    const id = await insert(deps, tx, identity, { from, to, contact, purpose, goal, at });
    await writeAudit(tx, identity, requestId, {
      action: 'call.started',
      subjectType: 'call',
      subjectId: id,
      detail: { contact_id: contact?.id ?? null, purpose },
    });
    const call = await lockCall(tx, id);
    if (call !== null) await tellCall(tx, call);
    return callNow(tx, identity, id);
  });
}

/** Number they call from. @throws {Refusal} */
function requireDialer({ availability, callFrom, numbers }: Dialer, to: string): string {
  if (!availability.available) throw new Refusal('conflict', availability.reason);
  if (callFrom === null) throw new Refusal('conflict', "You don't have a number to call from yet.");
  if (numbers.some(({ number }) => number === to)) throw refuseField('phone_number', 'This is your own number.');
  return callFrom;
}

/** @throws {Refusal} `refused`; the echo line counts no minutes. */
function requireMinutes({ minutes }: Dialer, goal: Goal): void {
  if (minutes === null || (goal.kind === 'echo' && !goal.instead)) return;
  const left = quota(minutes);
  if (!left.allowed) throw new Refusal('refused', left.reason, { fields: { minutes: [left.result] } });
}

/**
 * One call at a time, besides one on hold. Earlier requests that were never dialed end.
 * @throws {Refusal} `conflict`
 */
async function requireFree(tx: Tx, open: readonly CallRow[], at: Date): Promise<void> {
  const dialled = open.filter((call) => !isUndialled(call));
  const busy = dialled.find(({ held }) => !held);
  if (busy !== undefined) {
    const other = formatPhone(otherNumber(busy));
    throw new OnACall('conflict', `You're on a call with ${other}. End it or put it on hold first.`);
  }
  if (dialled.length > 1) throw new Refusal('conflict', 'You have two calls on hold. End one of them first.');
  for (const { id } of open.filter(isUndialled)) await noteEvents(tx, id, [replaced(at)], at);
}

const isUndialled = ({ status, sid }: CallRow): boolean => status === 'starting' && sid === null;

const replaced = (at: Date) =>
  eventOf({
    key: 'replaced',
    at,
    kind: 'ended',
    outcome: 'cancelled',
    by: 'agent',
    reason: 'Another call was started before this one was dialed.',
    seconds: null,
  });

/**
 * Contact of the call, locked with those of the open calls, which the call may end; `null`: unknown.
 * @throws {Refusal} `not_found`, `conflict` when it is deleted.
 */
async function contactOf(
  tx: Tx,
  identity: Identity,
  { to, asked, open }: { readonly to: string; readonly asked: Asked; readonly open: readonly CallRow[] },
): Promise<FoundContact | null> {
  const id = asked.contact_id ?? (await onlyMatch(tx, identity, to));
  await lockContacts(
    tx,
    [id, ...open.map((call) => call.contact_id)].filter((one) => one !== null),
  );
  return id === null ? null : requireLiveContact(tx, identity, id, false);
}

/**
 * @throws {Refusal} `refused` with the reason when they may not be called; for an unknown party, by facts about the
 * number.
 */
export async function requireConsent(
  tx: Tx,
  identity: Identity,
  contact: FoundContact | null,
  { to, goal, purpose, at, seal }: Pick<Fresh, 'to' | 'goal' | 'purpose' | 'at'> & Pick<Deps, 'seal'>,
): Promise<void> {
  const wanted = { channel: 'call', purpose, at } as const;
  if (contact !== null) {
    await requireReachable(tx, seal, identity, { ...contact, phone: to }, wanted);
    return;
  }
  if (!isInside(goal)) await requireNumberReachable(tx, seal, to, wanted);
}

const isEcho = (goal: Goal): boolean => goal.kind === 'echo' && !goal.instead;

/** A number of Bellwether: nothing is sold there. */
const isInside = (goal: Goal): boolean => goal.kind === 'agents' || isEcho(goal);

const placeOf = (contact: FoundContact | null): ContactPlace =>
  contact === null ? NO_ADDRESS : { state: contact.state, city: contact.city, zip_code: contact.zip_code };

interface Fresh {
  readonly from: string;
  readonly to: string;
  readonly contact: FoundContact | null;
  readonly purpose: Asked['purpose'];
  readonly goal: Goal;
  readonly at: Date;
}

async function insert(
  { voiceLine }: Pick<Deps, 'voiceLine'>,
  tx: Tx,
  identity: Identity,
  { from, to, contact, purpose, goal, at }: Fresh,
): Promise<number> {
  const rule = await ruleOfNew(tx, { ...placeOf(contact), phone: to, purpose }, at);
  const { city, state } = placeOfCaller(to);
  const id = await insertCall(tx, {
    conversation: randomUUID(),
    sid: null,
    line: voiceLine.name,
    direction: 'outbound',
    from_number: from,
    to_number: to,
    user_id: identity.userId,
    actor_id: identity.actorId,
    contact_id: contact?.id ?? null,
    caller_city: city,
    caller_state: state,
    purpose,
    echo: isEcho(goal),
    ...rule,
    gateway: null,
    at,
  });
  await noteEvents(tx, id, [{ key: 'asked', kind: 'asked', at, body: {}, userId: identity.userId }], at);
  return id;
}
