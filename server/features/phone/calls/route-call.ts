import { randomBytes, randomUUID } from 'node:crypto';
import { placeOfCaller } from '#rules/places/area-codes.ts';
import { NO_ADDRESS } from '#rules/places/whereabouts.ts';
import { isTryout } from '#rules/access/tryout.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { ruleOfNew } from './call-rule.ts';
import { tellIncoming } from './tell-call.ts';
import type { Route } from './call-facts.ts';
import { type CallRow, findCallBySid, findRings, insertCall, insertRings, lockCall, lockSid } from './calls.sql.ts';
import { findNumber, findNumberOutside, type NumberRow } from '../phone-people.sql.ts';

type Use = Pick<Deps, 'pool' | 'now' | 'config' | 'voiceLine' | 'seal'>;

/** A call to a user of the agency. */
export interface Arriving {
  /** Shared with the side that calls. */
  readonly conversation: string;
  readonly line: CallRow['line'];
  readonly from: string;
  readonly to: string;
  readonly purpose: CallRow['purpose'];
  /** User who must not ring; `null`: none, an outside call. */
  readonly except: number | null;
  /** The voice process; `null`: a carrier has it. */
  readonly gateway: string | null;
}

/** Twilio's form, which its SDK expects of every line. */
const freshSid = (): string => `CA${randomBytes(16).toString('hex')}`;

const NO_CARRIER = 'No carrier is connected. You can only call Bellwether numbers.';
const NO_ECHO = "This number isn't available with a carrier.";
/** For the log of a call that the echo line answers in place of the number. */
export const ECHO_ANSWERS = 'Demo mode: calls connect to an echo line.';

/** Destination of a number, before any action. */
export type Goal =
  | { readonly kind: 'agents'; readonly number: NumberRow }
  /** `instead`: the echo line answers for a number that is not reached. */
  | { readonly kind: 'echo'; readonly instead: boolean }
  | { readonly kind: 'outside' }
  | { readonly kind: 'refused'; readonly reason: string };

export async function goalOf(
  { config, voiceLine }: Pick<Use, 'config' | 'voiceLine'>,
  tx: Tx,
  to: string,
): Promise<Goal> {
  const number = await findNumber(tx, to);
  if (number?.kind === 'echo') {
    return voiceLine.name === 'twilio' ? { kind: 'refused', reason: NO_ECHO } : { kind: 'echo', instead: false };
  }
  if (number !== null) return { kind: 'agents', number };
  if (voiceLine.name === 'twilio') return { kind: 'outside' };
  return isTryout(config.appEnv) ? { kind: 'echo', instead: true } : { kind: 'refused', reason: NO_CARRIER };
}

const refused = (reason: string): Route => ({ kind: 'refused', outcome: 'unavailable', reason });

/** Users rung by a number, whether or not the caller has it too. */
const ringingAt = ({ number }: Extract<Goal, { kind: 'agents' }>, except: number | null): number[] =>
  number.user_ids.filter((id) => id !== except);

const NOBODY_ELSE = 'No one else answers this number.';

/** Reason why no one can be reached; `null`: someone can. */
export function unreachedBecause(goal: Goal, except: number | null): string | null {
  if (goal.kind === 'refused') return goal.reason;
  return goal.kind === 'agents' && ringingAt(goal, except).length === 0 ? NOBODY_ELSE : null;
}

/** Destination of a call; for agents, their side is written and rings in their browsers. */
export async function routeOf(deps: Use, goal: Goal, arriving: Arriving, sid = freshSid()): Promise<Route> {
  if (goal.kind === 'refused') return refused(goal.reason);
  if (goal.kind !== 'agents') return { kind: goal.kind };
  const { account_id: accountId } = goal.number;
  const userIds = ringingAt(goal, arriving.except);
  if (userIds.length === 0) return refused(NOBODY_ELSE);
  return withAccount(deps.pool, { accountId }, async (tx) => {
    await lockSid(tx, sid);
    const known = await findCallBySid(tx, sid);
    if (known !== null) return { kind: 'agents', ...known, sid, accountId, userIds: await findRings(tx, known.callId) };
    const callId = await insertInbound(deps, tx, arriving, { sid, userIds });
    return { kind: 'agents', callId, sid, accountId, userIds };
  });
}

/** Side of the agents it rings, reported to each of them. */
async function insertInbound(
  { seal, now }: Use,
  tx: Tx,
  { conversation, line, from, to, purpose, gateway }: Arriving,
  { sid, userIds }: { readonly sid: string; readonly userIds: readonly number[] },
): Promise<number> {
  const at = now();
  const rule = await ruleOfNew(tx, { ...NO_ADDRESS, phone: from, purpose }, at);
  const { city, state } = placeOfCaller(from);
  const id = await insertCall(tx, {
    conversation,
    sid,
    line,
    direction: 'inbound',
    from_number: from,
    to_number: to,
    user_id: null,
    actor_id: null,
    contact_id: null,
    caller_city: city,
    caller_state: state,
    purpose,
    echo: false,
    ...rule,
    gateway,
    at,
  });
  await insertRings(tx, id, userIds);
  const written = await lockCall(tx, id);
  if (written !== null) await tellIncoming(tx, seal, written, at);
  return id;
}

/** A carrier has a call for one of our numbers. The same sid again finds the same side. */
export async function receiveCall(
  deps: Use,
  call: { readonly sid: string; readonly from: string; readonly to: string },
) {
  const number = await findNumberOutside(deps.pool, call.to);
  if (number === null) return refused('No user has this number.');
  const goal: Goal = number.kind === 'echo' ? { kind: 'echo', instead: false } : { kind: 'agents', number };
  const purpose = 'marketing' as const;
  const arriving = { conversation: randomUUID(), line: deps.voiceLine.name, purpose, except: null, gateway: null };
  return routeOf(deps, goal, { ...arriving, from: call.from, to: call.to }, call.sid);
}
