import { NoSuchCall, type VoiceAgent } from '../../../adapters/voice/voice-line.ts';
import { twilioAddress } from '../../../adapters/twilio-address.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import { findAwayWith, noteAway, noteBack, noteNewLeg } from '../calls/absence.sql.ts';
import { type CallRow, findAccountOfCall, lockCall } from '../calls/calls.sql.ts';
import { endOfLeg } from '../calls/end-of-leg.ts';
import { lineOf } from '../calls/line-of.ts';
import { isPassedOn } from '../calls/passing-on.sql.ts';
import type { Step, Use } from './twilio-step.ts';
import * as twiml from './twilio-twiml.ts';

/** Address to which the carrier reports who enters the room of a call that waits. */
const joinedAddress = ({ publicUrl }: Use, call: number): string => twilioAddress(publicUrl, 'joined', { call });

/**
 * True when a call outlives the end of this leg of its agent: the other party then waits in the room. They are moved before
 * that is told, since the carrier alone knows whether they are still there.
 */
export async function outlives(use: Use, callId: number, leg: string): Promise<boolean> {
  const before = await readEnd(use, callId, leg);
  if (before === null || before.end !== 'waits') return before?.end === 'goesOn';
  if (!(await park(use, before.call))) return false;
  const after = await readEnd(use, callId, leg, (tx, call) => noteAway(tx, call.id, leg, use.deps.now()));
  return after !== null && after.end !== 'ends';
}

/** What the end of this leg means; `waits`: notes it, in the same transaction. */
async function readEnd(
  { deps }: Use,
  callId: number,
  leg: string,
  note: (tx: Tx, call: CallRow) => Promise<unknown> = () => Promise.resolve(),
) {
  const accountId = await findAccountOfCall(deps.pool, callId);
  if (accountId === null) return null;
  return withAccount(deps.pool, { accountId }, async (tx) => {
    const call = await lockCall(tx, callId);
    if (call === null) return null;
    const end = endOfLeg(call, leg, await isPassedOn(tx, callId, deps.now()));
    if (end === 'waits') await note(tx, call);
    return { call, end };
  });
}

/** Answers whether the other party is there. A carrier that doesn't answer lets them go. */
async function park(use: Use, call: CallRow): Promise<boolean> {
  const { deps } = use;
  try {
    const line = await lineOf(deps, use.line, call);
    await line.park(call.sid ?? '', call.held, joinedAddress(use, call.id));
    return true;
  } catch (error) {
    if (!(error instanceof NoSuchCall)) deps.log.warn({ err: error, call_id: call.id }, 'a call could not wait');
    return false;
  }
}

/** The agent rejoins a call that waits for them: this leg of theirs enters the room. A repeated request has the same answer. */
export async function rejoin(use: Use, agent: VoiceAgent, callId: number, leg: string): Promise<string> {
  const { deps } = use;
  const call = await withAccount(deps.pool, agent, async (tx) => {
    const found = await lockCall(tx, callId);
    if (found === null || found.user_id !== agent.userId || found.status !== 'active') return null;
    if (found.away_since === null && found.agent_leg !== leg) return null;
    await noteNewLeg(tx, callId, leg);
    return found;
  });
  if (call === null) return twiml.hangingUp();
  return twiml.meeting(await use.line.roomOf(call.sid ?? ''), joinedAddress(use, callId));
}

/** Someone has entered the room: the agent is back if it is their leg. */
export const joined: Step = async (use, { said, form, now }) => {
  const callId = Number(said['call']);
  const accountId = await findAccountOfCall(use.deps.pool, callId);
  if (accountId === null) return null;
  const leg = await withAccount(use.deps.pool, { accountId }, async (tx) => {
    const call = await lockCall(tx, callId);
    const isBack = call !== null && call.away_since !== null && call.agent_leg === form['CallSid'];
    if (isBack && call.status === 'active') await noteBack(tx, callId);
    return isBack ? call.agent_leg : null;
  });
  if (leg !== null) await use.note(callId, { key: `back:${leg}`, at: now, kind: 'reconnected' });
  return null;
};

/** The party for whose agents they wait has left: those calls are over. */
export async function endAwayWith({ deps, note }: Use, accountId: number, callId: number, at: Date): Promise<void> {
  const waiting = await withAccount(deps.pool, { accountId }, (tx) => findAwayWith(tx, callId));
  for (const { id } of waiting) {
    await note(id, { key: 'alone', at, kind: 'ended', outcome: 'completed', by: 'other', reason: '', seconds: null });
  }
}
