import { type ActorRefFrom, type AnyActorRef, assign, sendTo, setup, type SnapshotFrom } from 'xstate';
import type { Busy, LeadershipView } from './line-view.ts';
import { type LockAsk, type LockFact, leadershipPorts } from './phone-ports.ts';

/**
 * Milliseconds within which the tab that owns the phone must answer a takeover request. Our choice: it may be asleep.
 */
export const TAKE_OVER_PATIENCE_MS = 2_000;

interface LeadershipContext {
  readonly phone: AnyActorRef;
  /** Why the phone cannot be given away now; `null`: it can. */
  readonly busy: Busy | null;
  /** The other tab's answer to the last request. `null`: no objection. */
  readonly refused: Busy | null;
}

/**
 * Decides which tab owns the phone: one owns the device and its calls, the others mirror it. Child of `phoneMachine`,
 * which receives `leadership.gained` and `leadership.lost`.
 *
 *   seeking ─granted→ leading ─lost→ following ─granted→ leading
 *      └─ held ─────→ following ─takeOver→ takingOver ─agreed, or no answer→ forcing ─granted→ leading
 *                         └──────────── refused ──┘
 *
 * A following tab waits in the queue and leads as soon as the other one closes. No takeover happens during a call: tabs
 * neither request nor grant it.
 */
export const leadershipMachine = setup({
  types: {
    input: {} as { readonly phone: AnyActorRef },
    context: {} as LeadershipContext,
    events: {} as LeadershipCommand | LockFact,
    tags: {} as 'leading',
  },
  actors: leadershipPorts,
  actions: {
    tellLock: sendTo('lock', (_, params: LockAsk) => params),
    tellPhone: sendTo(
      ({ context }: { context: LeadershipContext }) => context.phone,
      (_, params: LeadershipFact) => params,
    ),
    keepReason: assign({ refused: (_, params: { reason: Busy | null }) => params.reason }),
    keepBusy: assign({ busy: (_, params: { busy: Busy | null }) => params.busy, refused: null }),
  },
  guards: {
    isFree: ({ context }) => context.busy === null,
  },
  delays: { patience: TAKE_OVER_PATIENCE_MS },
}).createMachine({
  id: 'leadership',
  context: ({ input }) => ({ ...input, busy: null, refused: null }),
  invoke: { id: 'lock', src: 'lock', onError: '.leading' },
  initial: 'seeking',
  on: {
    'leadership.busied': { actions: { type: 'keepBusy', params: ({ event }) => event } },
    'lock.granted': '.leading',
  },
  states: {
    seeking: { on: { 'lock.held': 'following' } },
    following: {
      entry: { type: 'tellPhone', params: { type: 'leadership.lost' } },
      on: { 'leadership.takeOver': { guard: 'isFree', target: 'takingOver' } },
    },
    takingOver: {
      entry: [
        { type: 'keepReason', params: { reason: null } },
        { type: 'tellLock', params: { type: 'lock.ask' } },
      ],
      after: { patience: 'forcing' },
      on: {
        'lock.agreed': 'forcing',
        'lock.refused': { target: 'following', actions: { type: 'keepReason', params: ({ event }) => event } },
      },
    },
    forcing: {
      entry: { type: 'tellLock', params: { type: 'lock.steal' } },
      after: { patience: 'following' },
    },
    leading: {
      tags: ['leading'],
      entry: { type: 'tellPhone', params: { type: 'leadership.gained' } },
      on: {
        'lock.granted': {},
        'lock.lost': 'following',
        'lock.asked': [
          { guard: 'isFree', actions: { type: 'tellLock', params: { type: 'lock.agree' } } },
          {
            actions: {
              type: 'tellLock',
              params: ({ context }) => ({ type: 'lock.refuse', reason: context.busy ?? 'call' }),
            },
          },
        ],
      },
    },
  },
});

/** User commands and facts from the phone. */
export type LeadershipCommand =
  | { type: 'leadership.takeOver' }
  /** A call is in progress, or no longer: `busy` is `null`. */
  | { type: 'leadership.busied'; busy: Busy | null };

/** Events for the phone; `lost`: another tab owns it, whether or not this one did before. */
export type LeadershipFact = { type: 'leadership.gained' } | { type: 'leadership.lost' };

export type LeadershipActor = ActorRefFrom<typeof leadershipMachine>;

export const leadershipViewOf = (snapshot: SnapshotFrom<typeof leadershipMachine>): LeadershipView => {
  const here = snapshot.hasTag('leading');
  return { here, blocked: here ? null : (snapshot.context.busy ?? snapshot.context.refused) };
};
