import type { PhoneBroadcast } from '#contract/phone.contract.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { VoiceAgent } from '../../../adapters/voice/voice-line.ts';
import { emitEvents, userStream } from '../../../events.ts';
import { admitDevice, stillIn } from '../admit-device.ts';
import { tellCall } from './tell-call.ts';
import type { CallLedger, Route } from './call-facts.ts';
import { insertEvents } from './call-events.sql.ts';
import { type CallRow, changeCall, findAbandoned, findAccountOfCall, lockCall } from './calls.sql.ts';
import { followRecording } from '../recordings/follow-recording.service.ts';
import { noteFact } from './note-fact.service.ts';
import { keepRecording } from '../recordings/recordings.service.ts';
import { type Arriving, ECHO_ANSWERS, type Goal, goalOf, receiveCall, routeOf } from './route-call.ts';
import { otherNumber } from './to-call.ts';

/** Milliseconds that a call may wait for its device to dial. Ours. */
const UNDIALLED_MS = 120_000;

/** Milliseconds between two checks for abandoned calls. Our choice. */
export const ABANDONED_EVERY_MS = 60_000;

/** The product's interface for a line: shared by the embedded gateway and Twilio's webhooks. */
export const createCallLedger = (deps: Deps): CallLedger => ({
  admit: (token) => admitDevice(deps, token),
  stillIn: (agents) => stillIn(deps, agents),
  take: (agent, dialled) => take(deps, agent, dialled),
  receive: (call) => receiveCall(deps, call),
  routeTransfer: (callId, to, gateway, sid) => routeTransfer(deps, callId, { to, gateway, sid }),
  note: async (callId, fact) => {
    const noted = await noteFact(deps, callId, fact);
    if (noted?.isNew === true) await followRecording(deps, noted.call, fact);
  },
  noteDevices: (agent, registered) => noteDevices(deps, agent, registered),
  keepRecording: (callId, recording) => keepRecording(deps, callId, recording),
  endAbandoned: (aliveGateways) => endAbandoned(deps, aliveGateways),
});

const NOT_ASKED: Awaited<ReturnType<CallLedger['take']>> = {
  from: '',
  to: '',
  route: { kind: 'refused', outcome: 'failed', reason: 'No one requested this call.' },
};

async function take(
  deps: Deps,
  agent: VoiceAgent,
  { callId, sid, gateway }: Parameters<CallLedger['take']>[1],
): ReturnType<CallLedger['take']> {
  const taken = await withAccount(deps.pool, agent, async (tx) => {
    const call = await lockCall(tx, callId);
    const isOwn = call?.user_id === agent.userId && call.direction === 'outbound';
    if (call === null || !isOwn || call.sid !== null || call.status !== 'starting') return null;
    const changed = await changeCall(tx, callId, { sid, gateway });
    const goal = await goalOf(deps, tx, call.to_number);
    await noteDialled(deps, tx, callId, goal);
    await tellCall(tx, changed);
    return { call: changed, goal };
  });
  if (taken === null) return NOT_ASKED;
  const { from_number: from, to_number: to } = taken.call;
  return { from, to, route: await routeOf(deps, taken.goal, arrivingOf(taken.call, { from, to, gateway })) };
}

const arrivingOf = (
  { conversation, line, purpose, user_id: except }: CallRow,
  way: Pick<Arriving, 'from' | 'to' | 'gateway'>,
): Arriving => ({ conversation, line, purpose, except, ...way });

const noteDialled = (deps: Pick<Deps, 'now'>, tx: Tx, callId: number, goal: Goal) => {
  const body = goal.kind === 'echo' && goal.instead ? { says: ECHO_ANSWERS } : {};
  return insertEvents(tx, callId, [{ key: 'dialled', kind: 'dialled', at: deps.now(), body, userId: null }]);
};

/** The other side of a call goes to another number; its agent is left out. */
async function routeTransfer(
  deps: Deps,
  callId: number,
  { to, gateway, sid }: { readonly to: string; readonly gateway: string; readonly sid: string | undefined },
): Promise<Route> {
  const accountId = await findAccountOfCall(deps.pool, callId);
  if (accountId === null) return NOT_ASKED.route;
  const found = await withAccount(deps.pool, { accountId }, async (tx) => {
    const call = await lockCall(tx, callId);
    return call === null ? null : { call, goal: await goalOf(deps, tx, to) };
  });
  if (found === null) return NOT_ASKED.route;
  const from = otherNumber(found.call);
  return routeOf(deps, found.goal, arrivingOf(found.call, { from, to, gateway: gateway || null }), sid);
}

async function noteDevices({ pool }: Deps, { accountId, userId }: VoiceAgent, registered: number): Promise<void> {
  const body: PhoneBroadcast = { type: 'device.changed', registered };
  await withAccount(pool, { accountId }, (tx) => emitEvents(tx, accountId, [{ stream: userStream(userId), body }]));
}

/** Implements the ledger's method. Returns the number of ended calls. */
export async function endAbandoned(
  deps: Pick<Deps, 'pool' | 'now'>,
  aliveGateways: readonly string[] | null,
): Promise<number> {
  const at = deps.now();
  const found = await findAbandoned(deps.pool, aliveGateways, new Date(at.getTime() - UNDIALLED_MS));
  for (const { call_id: callId, dialled } of found) {
    const why = dialled
      ? ({ outcome: 'failed', reason: 'The voice service stopped.' } as const)
      : ({ outcome: 'cancelled', reason: 'The call was never dialed.' } as const);
    await noteFact(deps, callId, { key: 'abandoned', at, kind: 'ended', by: 'line', seconds: null, ...why });
  }
  return found.length;
}
