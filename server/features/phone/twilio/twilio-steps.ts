import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLIENT, disclaimerAddress, twilioAddress, type TwilioStep } from '../../../adapters/twilio-address.ts';
import { identityOf, NoSuchCall, type PromptLanguage } from '../../../adapters/voice/voice-line.ts';
import { withAccount } from '../../../db/tx.ts';
import type { CallFact, Route } from '../calls/call-facts.ts';
import { lineOf } from '../calls/line-of.ts';
import { isPassedOn } from '../calls/passing-on.sql.ts';
import { type CallRow, findAccountOfCall, lockCall } from '../calls/calls.sql.ts';
import type { Step, Told, Use } from './twilio-step.ts';
import { endAwayWith, joined, outlives, rejoin } from './absence.ts';
import { afterTransfer, type Back, backOf, comeBack, handOver } from './transfer-back.ts';
import { adoptLeg, findCarriedCall } from './twilio-calls.sql.ts';
import {
  endOfDial,
  endOfRecording,
  factOfStatus,
  type Form,
  isFinal,
  secondsOf,
  startOfRecording,
  userOf,
} from './twilio-facts.ts';
import * as twiml from './twilio-twiml.ts';

/** Milliseconds that the words of a call's end may come after its first leg is over. Ours. */
const SETTLE_MS = 2_000;

const idOf = (said: string | undefined): number | null =>
  said !== undefined && /^[1-9]\d{0,14}$/u.test(said) ? Number(said) : null;

export const languageOf = (said: string | undefined): PromptLanguage => (said === 'es' ? 'es' : 'en');

/** The sides of a call that an address of ours names. */
const sidesOf = ({ out, in: inbound }: Form) =>
  [{ side: 'outbound', callId: idOf(out) } as const, { side: 'inbound', callId: idOf(inbound) } as const].flatMap(
    ({ side, callId }) => (callId === null ? [] : [{ side, callId }]),
  );

/** A device dials what `start_call` has let through, or rejoins a call that waits for it. */
const dial: Step = async (use, { form, now }) => {
  const { Agent = '', From, CallSid: sid = '' } = form;
  const admitted = await use.ledger.admit(Agent);
  const [callId, rejoined] = [idOf(form['CallId']), idOf(form['Rejoin'])];
  const isTheirs = !('refused' in admitted) && From === `client:${identityOf(admitted.agent)}`;
  if (isTheirs && rejoined !== null) return rejoin(use, admitted.agent, rejoined, sid);
  if (!isTheirs || callId === null) return twiml.sayingNo('This call was blocked. Please reload the page.');
  const { from, to, route } = await use.ledger.take(admitted.agent, { callId, sid, gateway: null });
  // Not theirs, or already dialed: leave the call unchanged.
  if (from === '') return twiml.hangingUp();
  if (route.kind === 'refused') {
    const { outcome, reason } = route;
    await use.note(callId, {
      key: 'refused',
      at: now,
      kind: 'ended',
      outcome,
      by: 'line',
      reason,
      seconds: null,
    });
    return twiml.sayingNo(reason);
  }
  return dialOf(use, route, { from, to, out: callId });
};

/** An outside caller dials one of our numbers. */
const incoming: Step = async (use, { form: { CallSid: sid = '', From: from = '', To: to = '' } }) => {
  const route = await use.ledger.receive({ sid, from, to });
  return route.kind === 'agents' ? dialOf(use, route, { from, to }) : twiml.rejecting();
};

interface Dialling {
  readonly from: string;
  readonly to: string;
  /** The side of the agent who calls. */
  readonly out?: number;
  /** Digits dialed after the answer. */
  readonly extension?: string | undefined;
  /** Of the agent who transfers. */
  readonly back?: Back | undefined;
}

async function dialOf({ publicUrl }: Use, route: Route, { from, to, out, extension, back }: Dialling): Promise<string> {
  const outbound = { ...back, ...(out === undefined ? {} : { out }) };
  if (route.kind === 'agents') {
    const { callId, accountId, userIds } = route;
    const said = { ...outbound, in: callId, account: accountId };
    return twiml.dialling({
      callerId: from,
      to: { clients: userIds.map((userId) => identityOf({ userId })), callId },
      after: twilioAddress(publicUrl, 'after', said),
      status: twilioAddress(publicUrl, 'status', said),
    });
  }
  if (route.kind !== 'outside') return twiml.sayingNo("This number isn't available with a carrier.");
  return twiml.dialling({
    callerId: from,
    to,
    extension,
    after: twilioAddress(publicUrl, 'after', outbound),
    status: twilioAddress(publicUrl, 'status', outbound),
  });
}

/** The dialed leg is over, or was moved. */
const after: Step = async (use, told) => {
  const { said, form, now } = told;
  const sides = sidesOf(said);
  const toDevices = said['in'] !== undefined;
  for (const { side, callId } of sides) {
    const fact = endOfDial(form, side, toDevices, now);
    if (fact !== null) await use.note(callId, fact);
  }
  const back = backOf(said);
  if (back !== null) return afterTransfer(use, told, back);
  if (['completed', 'answered'].includes(form['DialCallStatus'] ?? '')) return twiml.waitingToBeMoved();
  const isFromOutside = sides.every(({ side }) => side === 'inbound');
  return isFromOutside ? twiml.sayingNo(twiml.NOBODY) : twiml.hangingUp();
};

/** Status of a leg. The dialed leg names its call; the first one does not. */
const status: Step = async (use, { said, form, now }) => {
  const accountId = idOf(said['account']) ?? 0;
  const { CallSid: sid = '', ParentCallSid: parent = '', CallStatus } = form;
  const sides = sidesOf(said);
  const back = backOf(said);
  if (back !== null && CallStatus === 'in-progress') inBackground(use, () => handOver(use, back, now));
  // The called agent has transferred the caller, who stays.
  const isLeft = CallStatus === 'completed' && (await isCallerLeft(use, said));
  const ofAgent = userOf(form['To']) === null ? null : idOf(said['in']);
  if (CallStatus === 'completed' && ofAgent !== null && (await outlives(use, ofAgent, sid))) return null;
  const answered: CallRow[] = [];
  for (const { side, callId } of sides.filter((one) => !(isLeft && one.side === 'outbound'))) {
    const fact = factOfStatus(form, side, accountId, now);
    // First: what follows from the answer is asked of this leg.
    const isAnsweredHere = fact?.kind === 'answered' && side === 'inbound' && parent !== '';
    if (isAnsweredHere) await withAccount(use.deps.pool, { accountId }, (tx) => adoptLeg(tx, callId, { sid, parent }));
    const noted = fact === null ? null : await use.note(callId, fact);
    if (noted?.isNew === true && fact?.kind === 'answered') answered.push(noted.call);
  }
  if (isUnmoved(answered)) inBackground(use, () => use.line.meet(parent));
  if (!isFinal(form)) return null;
  // If several devices ring, all but one end silently.
  if (sides.length === 0) inBackground(use, () => settle(use, form, now));
  else if (CallStatus === 'completed' && !isLeft) inBackground(use, () => endTheRest(use, parent));
  return null;
};

/**
 * A leg that dials ends the one that it has dialed, unless they meet in a room: after the answer of an outbound call they do. An
 * announcement moves them there as well.
 */
const isUnmoved = (answered: readonly CallRow[]): boolean =>
  answered.some(({ direction, status }) => direction === 'outbound' && status === 'active') &&
  answered.every(({ recording_mode: mode }) => mode !== 'locked');

/** True when the called agent has transferred the caller. */
async function isCallerLeft({ deps }: Use, { in: inbound }: Form): Promise<boolean> {
  const callId = idOf(inbound);
  const accountId = callId === null ? null : await findAccountOfCall(deps.pool, callId);
  if (callId === null || accountId === null) return false;
  return withAccount(deps.pool, { accountId }, (tx) => isPassedOn(tx, callId, deps.now()));
}

function inBackground({ deps }: Use, work: () => Promise<unknown>): void {
  work().catch((error: unknown) => deps.log.info({ err: error }, 'the rest of a call did not end'));
}

/** Rest of a call when one leg has ended, such as a side on hold, or an agent who waits for the end of a transfer. */
async function endTheRest(use: Use, sid: string): Promise<void> {
  const { deps } = use;
  const found = await findCarriedCall(deps.pool, sid);
  const call = found === null ? null : await withAccount(deps.pool, found, (tx) => lockCall(tx, found.callId));
  if (call === null) return;
  await (await lineOf(deps, use.line, call)).hangUp(call.agent_leg === sid ? (call.sid ?? sid) : sid).catch(unlessGone);
  await endAwayWith(use, call.account_id, call.id, deps.now());
}

/** The agent has left: the other side stays where they transfer it. */
async function endUnlessPassedOn(use: Use, sid: string): Promise<void> {
  const { deps } = use;
  const found = await findCarriedCall(deps.pool, sid);
  if (found === null) return;
  const isOver = !(await withAccount(deps.pool, found, (tx) => isPassedOn(tx, found.callId, deps.now())));
  if (isOver) await endTheRest(use, sid);
}

/** The leg that came first is over: so is the call, also where the word of its end was lost. */
async function settle(use: Use, { CallSid: sid = '', From: from = CLIENT }: Form, at: Date): Promise<void> {
  const found = await findCarriedCall(use.deps.pool, sid);
  if (found === null) return;
  const isOfAgent = from.startsWith(CLIENT);
  if (isOfAgent && (await outlives(use, found.callId, sid))) return;
  await (isOfAgent ? endUnlessPassedOn(use, sid) : endTheRest(use, sid));
  await sleep(SETTLE_MS, undefined, { ref: false });
  const call = await withAccount(use.deps.pool, found, (tx) => lockCall(tx, found.callId));
  if (call === null || call.status === 'ended') return;
  const outcome = call.answered_at === null ? 'cancelled' : 'completed';
  await use.note(call.id, { key: 'over', at, kind: 'ended', outcome, by: 'line', reason: '', seconds: null });
}

const unlessGone = (error: unknown): void => {
  if (!(error instanceof NoSuchCall)) throw error;
};

/** Notes what happened on the way of a leg of the call `of`. Answers its row. */
async function noteOf(use: Use, { said }: Told, fact: (once: string) => CallFact): Promise<CallRow | null> {
  const found = await findCarriedCall(use.deps.pool, said['of'] ?? '');
  return found === null ? null : ((await use.note(found.callId, fact(said['once'] ?? '')))?.call ?? null);
}

const announce: Step = async (use, { said }) => {
  const { of = '', room = '', leg = '', once = '', language } = said;
  const next = twilioAddress(use.publicUrl, 'room', { of, room, leg, once, heard: 1 });
  return twiml.announcing(disclaimerAddress(use.publicUrl, languageOf(language)), next);
};

const room: Step = async (use, told) => {
  const { room: name = '', leg, heard, resumed } = told.said;
  if (resumed !== undefined) {
    await noteOf(use, told, (key) => ({ key: `resumed:${key}`, at: told.now, kind: 'resumed' }));
  }
  if (heard !== undefined && leg === 'other') {
    await noteOf(use, told, (key) => ({ key: `announced:${key}`, at: told.now, kind: 'announced' }));
  }
  return twiml.meeting(name);
};

const hold: Step = async (use, told) => {
  await noteOf(use, told, (key) => ({ key: `held:${key}`, at: told.now, kind: 'held' }));
  return twiml.holding(told.said['room'] ?? '');
};

/** Id of the side that a request creates: a repeated request finds the same one. */
const sidOf = (once: string): string => `CA${createHash('sha256').update(once).digest('hex').slice(0, 32)}`;

/** The other party is dialed on; the agent waits in the room for what comes of it. */
const transfer: Step = async (use, told) => {
  const { of = '', to = '', once = '', extension } = told.said;
  const call = await noteOf(use, told, (key) => ({ key: `transferred:${key}`, at: told.now, kind: 'transferred', to }));
  if (call === null) return twiml.hangingUp();
  const from = call.direction === 'outbound' ? call.from_number : call.to_number;
  const route = await use.ledger.routeTransfer(call.id, to, '', sidOf(`${of} ${once}`));
  const back = backOf({ ...told.said, back: String(call.id) }) ?? undefined;
  if (route.kind === 'refused') {
    return back === undefined ? twiml.sayingNo(route.reason) : comeBack(use, back, route.outcome, told.now);
  }
  return dialOf(use, route, { from, to, extension, ...(back && { back }) });
};

/** An agent waits, or the other party whose agent is away. */
const wait: Step = async (_use, { said: { room: name = '', joined: address, held } }) =>
  held === undefined ? twiml.waiting(name, address) : twiml.holding(name);

/** Status of a recording; a job downloads a complete one. */
const recording: Step = async ({ deps, note }, { said, form, now }) => {
  const { RecordingSid: sid = '', RecordingStatus, RecordingDuration } = form;
  const found = await findCarriedCall(deps.pool, said['of'] ?? '');
  if (found === null || !/^RE[\da-f]{32}$/u.test(sid)) return null;
  const { callId, accountId } = found;
  const at = endOfRecording(form, now);
  if (RecordingStatus === 'in-progress') {
    await note(callId, { key: `${sid}:started`, at: startOfRecording(form, now), kind: 'recordingStarted' });
  }
  if (RecordingStatus === 'absent') {
    const reason = 'The carrier heard no sound.';
    await note(callId, { key: `${sid}:absent`, at, kind: 'recordingFailed', reason });
  }
  if (RecordingStatus === 'completed') {
    const seconds = secondsOf(RecordingDuration) ?? 0;
    await note(callId, { key: `${sid}:stopped`, at, kind: 'recordingStopped', seconds });
    await withAccount(deps.pool, found, (tx) =>
      deps.jobs.enqueue(tx, 'phone.fetchRecording', { accountId, callId, recordingSid: sid }, sid),
    );
  }
  return null;
};

export const STEPS: Readonly<Record<TwilioStep, Step>> = {
  dial,
  incoming,
  after,
  status,
  announce,
  room,
  hold,
  transfer,
  wait,
  joined,
  recording,
};
