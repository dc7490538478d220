import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import { callViewOf, incomingViewOf } from './call.machine.ts';
import { deviceViewOf } from './device.machine.ts';
import { callObstacle } from './line-facts.ts';
import { lineSetup, type ToCall, waitsNow } from './line-setup.ts';
import type { LineCommand, LineView } from './line-view.ts';

/** The key that an event names; empty when it is of no call. */
const ofCall = ({ event }: { event: object }) => ({ key: 'key' in event ? String(event.key) : '' });
const passToItsCall = {
  type: 'passTo' as const,
  params: ({ event }: { event: ToCall }) => ({ ...ofCall({ event }), event }),
};
const complainsOfNoCall = { actions: { type: 'complain' as const, params: { kind: 'noCall' as const } } };
const byItsKey = [{ guard: { type: 'has' as const, params: ofCall }, actions: passToItsCall }, complainsOfNoCall];
const inFront = [
  {
    guard: { type: 'isFree' as const },
    ...complainsOfNoCall,
  },
  {
    actions: {
      type: 'passTo' as const,
      params: ({ context, event }: { context: { front: string | null }; event: ToCall }) => ({
        key: context.front ?? '',
        event,
      }),
    },
  },
];
const toDevice = {
  actions: { type: 'passToDevice' as const, params: ({ event }: { event: LineCommand }) => ({ event }) },
};

/**
 * The phone line of the tab that leads: its device, and every call from first ring to end. A child of `phoneMachine`.
 *
 *   front: free ─dial, answer→ taken ─finished→ free
 *          └ a call waits since its page was closed → taken; during another call it waits until that one is over
 *                                └ answer another → switching: that one ends, this one is answered → taken
 *   copy: kept ⇄ reading; what the server says of calls is read again after a gap, and when the device could rejoin one
 *
 * One call is in front; others ring as waiting. The ending of the last call is kept until the next begins.
 */
export const lineMachine = lineSetup.createMachine({
  id: 'line',
  type: 'parallel',
  context: ({ input: { now, newKey, pageAge }, spawn, self }) => ({
    now,
    newKey,
    pageAge,
    device: spawn('device', { id: 'device', input: { line: self }, syncSnapshot: true }),
    calls: {},
    front: null,
    next: null,
    told: [],
    ended: null,
    passing: null,
    waiting: null,
    minutes: null,
    notice: null,
  }),
  invoke: { src: 'broadcasts', onError: {} },
  on: {
    'voice.rang': { actions: { type: 'ring', params: ({ event }) => event } },
    'voice.*': { guard: { type: 'has', params: ofCall }, actions: passToItsCall },
    'device.gone': { actions: [assign({ waiting: null }), 'passToAll'] },
    'device.away': {
      guard: 'hasNoCall',
      actions: { type: 'passToDevice', params: { event: { type: 'line.retry' } } },
    },
    'complaint.made': { actions: { type: 'complain', params: ({ event }) => event.complaint } },

    'call.incoming': { actions: { type: 'hear', params: ({ event }) => event } },
    'call.changed': { actions: { type: 'adopt', params: ({ event }) => event } },
    'minutes.changed': { actions: assign({ minutes: ({ event }) => event.minutes }) },

    'line.hangUp': inFront,
    'line.rejoin': inFront,
    'line.mute': inFront,
    'line.hold': inFront,
    'line.transfer': inFront,
    'line.sendDigits': inFront,
    'line.sendExtension': inFront,
    'line.record': inFront,
    'line.answerConsent': inFront,
    'line.reject': byItsKey,
    'line.chooseContact': byItsKey,
    'line.useDevices': toDevice,
    'line.callFrom': toDevice,
    'line.retry': { guard: 'hasNoCall', ...toDevice },
    'line.putAway': {
      actions: assign(({ context, event }) => ({
        ended: event.only === 'notice' ? context.ended : null,
        notice: null,
      })),
    },
  },
  states: {
    front: {
      initial: 'free',
      on: {
        'line.dial': { actions: { type: 'complain', params: { kind: 'callGoesOn' } } },
        'line.answer': complainsOfNoCall,
        'call.finished': { actions: { type: 'forget', params: ({ event }) => event } },
        'voice.waits': { actions: { type: 'keepWaiting', params: ({ event }) => event } },
      },
      states: {
        free: {
          always: {
            guard: 'isWaitedFor',
            target: 'taken',
            actions: { type: 'meet', params: ({ context }) => waitsNow(context) },
          },
          on: {
            'voice.waits': { target: 'taken', actions: { type: 'meet', params: ({ event }) => event } },
            'line.dial': { target: 'taken', actions: { type: 'dial', params: ({ event }) => event } },
            'line.answer': {
              guard: { type: 'has', params: ofCall },
              target: 'taken',
              actions: [{ type: 'takeFront', params: ({ event }) => event }, passToItsCall],
            },
          },
        },
        taken: {
          on: {
            'line.answer': [
              { guard: { type: 'isFront', params: ofCall } },
              {
                guard: { type: 'has', params: ofCall },
                target: 'switching',
                actions: [{ type: 'takeNext', params: ({ event }) => event }, 'hangUpFront'],
              },
            ],
            'call.finished': {
              guard: { type: 'isFront', params: ofCall },
              target: 'free',
              actions: [{ type: 'forget', params: ({ event }) => event }, 'leaveFront'],
            },
          },
        },
        switching: {
          on: {
            'line.answer': {},
            'call.finished': [
              {
                guard: { type: 'isFront', params: ofCall },
                target: 'taken',
                actions: [{ type: 'forget', params: ({ event }) => event }, 'answerNext'],
              },
              {
                guard: { type: 'isNext', params: ofCall },
                target: 'taken',
                actions: [{ type: 'forget', params: ({ event }) => event }, assign({ next: null })],
              },
            ],
          },
        },
      },
    },
    copy: {
      initial: 'kept',
      states: {
        kept: {
          on: {
            'stream.lost': 'reading',
            'stream.positioned': 'reading',
            'voice.waits': 'reading',
            'device.ready': 'reading',
          },
        },
        reading: {
          invoke: {
            src: 'readActiveCalls',
            onDone: { target: 'kept', actions: { type: 'adoptAll', params: ({ event }) => ({ calls: event.output }) } },
            onError: 'kept',
          },
          on: {
            'stream.lost': { target: 'reading', reenter: true },
            'stream.positioned': { target: 'reading', reenter: true },
            'voice.waits': { target: 'reading', reenter: true },
            'device.ready': { target: 'reading', reenter: true },
          },
        },
      },
    },
  },
});

export type LineActor = ActorRefFrom<typeof lineMachine>;

/** View of the line in every tab. */
export function lineViewOf({ context }: SnapshotFrom<typeof lineMachine>): LineView {
  const { device, calls, front, ended, minutes, notice } = context;
  const snapshots = Object.values(calls).map((call) => call.getSnapshot());
  const inFront = snapshots.find((snapshot) => snapshot.context.key === front && !snapshot.hasTag('incoming'));
  const line = {
    device: deviceViewOf(device.getSnapshot()),
    incoming: snapshots.filter((snapshot) => snapshot.hasTag('incoming')).map(incomingViewOf),
    call: inFront && inFront.status === 'active' ? callViewOf(inFront) : null,
    ended,
    minutes,
    notice,
  };
  return { ...line, obstacle: callObstacle(line) };
}
