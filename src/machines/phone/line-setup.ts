import { type AnyActorRef, assign, enqueueActions, sendTo, setup } from 'xstate';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import type { PhoneBroadcast } from '#contract/phone.contract.ts';
import type { Call, MatchedContact, Minutes } from '#contract/phone/call.contract.ts';
import { toE164 } from '#rules/phone/phone-number.ts';
import { type CallReport, isSame } from './call-setup.ts';
import { waitsOf } from './call-waits.ts';
import { type CallActor, callMachine, endedViewOf } from './call.machine.ts';
import { type DeviceActor, type DeviceFact, deviceMachine, deviceViewOf } from './device.machine.ts';
import type { Complaint, EndedView, LineCommand } from './line-view.ts';
import { linePorts } from './phone-ports.ts';
import type { VoiceFact } from './voice-port.ts';

export interface LineInput {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Unique: names an outbound call here, and its wish on the server. */
  readonly newKey: () => string;
  /** Milliseconds since the page began to load. */
  readonly pageAge: () => number;
}

type Waits = Omit<VoiceFact & { type: 'voice.waits' }, 'type'>;

interface Waiting extends Waits {
  /** Epoch milliseconds at which the line ends it. */
  readonly until: number;
}

interface Told {
  readonly call: Call;
  readonly contacts: readonly MatchedContact[];
}

interface LineContext extends LineInput {
  readonly device: DeviceActor;
  /** By key, oldest first. */
  readonly calls: Readonly<Record<string, CallActor>>;
  /** The call that the person has to do with. `null`: none. */
  readonly front: string | null;
  /** Is answered as soon as the one in front is over. `null`: none. */
  readonly next: string | null;
  /** Server facts about calls that do not ring here yet, newest last. */
  readonly told: readonly Told[];
  /** `null`: none yet, or it was put away. */
  readonly ended: EndedView | null;
  /** The call whose other side was passed on, until it is known what came of that. `null`: none. */
  readonly passing: number | null;
  /** A call that waits since its page was closed, until the one in front is over. `null`: none. */
  readonly waiting: Waiting | null;
  /** `null`: nothing was said of them. */
  readonly minutes: Minutes | null;
  readonly notice: Complaint | null;
}

/** Calls that the server told of and that do not ring here are kept up to this many. Ours. */
const TOLD_KEPT = 10;

/** Twilio reports a hang-up in the same way as a reload. */
const isCarried = (device: DeviceActor): boolean => device.getSnapshot().context.token?.line === 'twilio';

const without = <Value>(all: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> => {
  const { [key]: _, ...others } = all;
  return others;
};

/** Ports, guards and actions of `lineMachine`. The chart is in `line.machine.ts`. */
export const lineSetup = setup({
  types: {
    input: {} as LineInput,
    context: {} as LineContext,
    events: {} as LineCommand | VoiceFact | DeviceFact | CallReport | PhoneBroadcast | StreamBroadcast,
  },
  actors: { ...linePorts, device: deviceMachine, call: callMachine },
  actions: {
    complain: assign({ notice: (_, params: Complaint) => params }),
    dial: assign(({ context, spawn, self }, asked: Omit<LineCommand & { type: 'line.dial' }, 'type'>) => {
      const { calls, device, now, newKey } = context;
      const key = newKey();
      const { echoNumber } = deviceViewOf(device.getSnapshot());
      const isTest = echoNumber !== null && toE164(asked.number) === echoNumber;
      const call = spawn('call', {
        id: key,
        syncSnapshot: true,
        input: {
          direction: 'outbound',
          key,
          line: self,
          device,
          now,
          minutes: isTest ? null : context.minutes,
          number: asked.number,
          contactId: asked.contactId ?? null,
          purpose: asked.purpose ?? null,
          isReady: device.getSnapshot().hasTag('ready'),
          saysFirst: isCarried(device),
        },
      });
      return { calls: { ...calls, [key]: call }, front: key, ended: null, notice: null };
    }),
    ring: assign(({ context, spawn, self }, rang: Omit<VoiceFact & { type: 'voice.rang' }, 'type'>) => {
      const { calls, device, told, now } = context;
      const heard = told.find(({ call }) => isSame(rang, call)) ?? null;
      const { key, sid, from, to, callId } = rang;
      const input = {
        key,
        sid,
        from,
        to,
        callId,
        told: heard,
        line: self,
        device,
        now,
        saysFirst: isCarried(device),
      } as const;
      const call = spawn('call', { id: key, syncSnapshot: true, input: { direction: 'inbound', ...input } });
      return { calls: { ...calls, [key]: call }, told: told.filter((one) => one !== heard) };
    }),
    /** A call that began before this page. */
    meet: assign(({ context, spawn, self }, waits: Waits | null) => {
      if (waits === null) return {};
      const { calls, device, now } = context;
      const { key, direction: side, isNewPage, ...about } = waits;
      const isAllowed = isNewPage && device.getSnapshot().context.microphone === 'granted';
      const around = { key, line: self, device, now, saysFirst: isCarried(device) };
      const input = { ...about, ...around, direction: 'waiting', side, isAllowed } as const;
      const call = spawn('call', { id: key, syncSnapshot: true, input });
      return { calls: { ...calls, [key]: call }, front: key, waiting: null, ended: null, notice: null };
    }),
    /** After another call the microphone opens by the agent's press alone. */
    keepWaiting: assign(({ context }, waits: Waits) => ({
      waiting: { ...waits, isNewPage: false, until: context.now() + waits.leftMs },
    })),
    /** Of a call that rings here, or will in a moment. */
    hear: enqueueActions(({ context: { calls, told }, enqueue }, { call, contacts }: Told) => {
      const ringing = Object.values(calls).find((one) => isSame(one.getSnapshot().context, call));
      if (ringing) enqueue.sendTo(ringing, { type: 'call.incoming', call, contacts });
      else enqueue.assign({ told: [...told, { call, contacts }].slice(-TOLD_KEPT) });
    }),
    adopt: enqueueActions(({ context, enqueue }, { call }: { call: Call }) => {
      enqueue.assign({ ...rememberedIn(context, call), ...passingIn(context, call) });
      const waits = waitsOf(call, context);
      // Of the embedded line's calls the server doesn't know whether they wait.
      const isBack = call.status === 'ended' || (call.line === 'twilio' && waits === null);
      if (isBack && context.waiting?.callId === call.id) enqueue.assign({ waiting: null });
      if (waits !== null && !isMet(context, call)) enqueue.raise(waits);
      for (const one of Object.values(context.calls)) enqueue.sendTo(one, { type: 'call.changed', call });
    }),
    adoptAll: enqueueActions(({ enqueue }, params: { calls: readonly Call[] }) => {
      for (const call of params.calls) enqueue.raise({ type: 'call.changed', call });
    }),
    passTo: enqueueActions(({ context, enqueue }, { key, event }: { key: string; event: ToCall }) => {
      const call = context.calls[key];
      if (call) enqueue.sendTo(call, event);
    }),
    passToAll: enqueueActions(({ context, enqueue }) => {
      for (const call of Object.values(context.calls)) enqueue.sendTo(call, { type: 'device.gone' });
    }),
    passToDevice: sendTo(
      ({ context }: { context: LineContext }): AnyActorRef => context.device,
      (_, params: { event: LineCommand }) => params.event,
    ),
    takeFront: assign((_, { key }: { key: string }) => ({ front: key, ended: null, notice: null })),
    takeNext: assign({ next: (_, { key }: { key: string }) => key }),
    leaveFront: assign({ front: null }),
    hangUpFront: enqueueActions(({ context, enqueue }) => {
      const call = context.calls[context.front ?? ''];
      if (call) enqueue.sendTo(call, { type: 'line.hangUp' });
    }),
    answerNext: enqueueActions(({ context: { calls, next }, enqueue }) => {
      const [key, call] = [next ?? '', calls[next ?? '']];
      enqueue.assign({ front: key, next: null, ended: null });
      if (call?.getSnapshot().status === 'active') enqueue.sendTo(call, { type: 'line.answer', key });
    }),
    /** Remembers how it ended. */
    forget: assign(({ context: { calls, now, notice } }, { key }: { key: string }) => {
      const snapshot = calls[key]?.getSnapshot();
      if (!snapshot) return {};
      const isOver = notice?.kind === 'returned' && notice.call.id === snapshot.context.callId;
      const ended = endedViewOf(snapshot, now());
      return { calls: without(calls, key), ended, ...(isOver && { notice: null }) };
    }),
  },
  guards: {
    has: ({ context }, { key }: { key: string }) => context.calls[key] !== undefined,
    isFront: ({ context }, { key }: { key: string }) => context.front === key,
    isNext: ({ context }, { key }: { key: string }) => context.next === key,
    isFree: ({ context }) => context.front === null,
    isWaitedFor: ({ context: { waiting, now } }) => waiting !== null && waiting.until > now(),
    hasNoCall: ({ context }) => Object.keys(context.calls).length === 0,
  },
});

/** The call can't be rejoined yet, is here to be, is kept until it can be, or has been rejoined since this copy was made. */
function isMet({ device, calls, waiting }: LineContext, { id, version }: Call): boolean {
  const here = Object.values(calls).map((call) => call.getSnapshot());
  const own = here.find(({ context }) => context.callId === id);
  const isWaiting = own?.hasTag('waiting') === true || own?.hasTag('rejoining') === true;
  const isReady = device.getSnapshot().hasTag('ready');
  return !isReady || waiting?.callId === id || isWaiting || (own?.context.call?.version ?? 0) > version;
}

/** The call that waits, as it is now. */
export function waitsNow({ waiting, now }: LineContext): Waits | null {
  if (waiting === null) return null;
  const { until, ...waits } = waiting;
  const leftMs = until - now();
  return { ...waits, talkedMs: waits.talkedMs + waits.leftMs - leftMs, leftMs };
}

/** Events passed on to a call. */
export type ToCall = VoiceFact | LineCommand;

/** Applies a newer copy to the facts outside the calls. */
function rememberedIn({ told, ended }: LineContext, call: Call): Pick<LineContext, 'told' | 'ended'> {
  const isNewer = ended?.callId === call.id && call.version > (ended.call?.version ?? 0);
  return {
    told: told.map((one) => (one.call.id === call.id && call.version > one.call.version ? { ...one, call } : one)),
    ended: isNewer ? { ...ended, call } : ended,
  };
}

/**
 * No one takes a transferred call. If the agent is still there it comes back; if not, its ending is reported even
 * without its card.
 */
function passingIn({ passing, ended, notice }: LineContext, call: Call): Pick<LineContext, 'passing' | 'notice'> {
  const outcome = call.passed_on?.by === 'agent' ? call.passed_on.outcome : undefined;
  if (outcome === null) return { passing: call.id, notice };
  if (outcome === undefined || passing !== call.id) return { passing, notice };
  if (outcome !== 'completed' && call.status !== 'ended') {
    return call.passed_on?.returned ? { passing: null, notice: { kind: 'returned', call } } : { passing, notice };
  }
  const isShown = ended?.callId === call.id;
  return { passing: null, notice: outcome === 'completed' || isShown ? notice : { kind: 'untaken', call } };
}
