import { assign, enqueueActions, raise, setup, stateIn } from 'xstate';
import { backOff } from '#rules/time/back-off.ts';
import { type Refusal, refusalOf } from '../imports/refusal.ts';
import { promisePort, streamPort } from '../port.ts';
import type { WorkFact } from './running-work.machine.ts';
import type { KindOfWork, Work, WorkChange, WorkCommand, WorkStage } from './work.ts';

/** Maximum milliseconds between retries of an unavailable server; the delay doubles each time. Our choice. */
export const WORK_BACKOFF_MAX_MS = 30_000;
/** Milliseconds without news after which reading stops, where the kind gives up. Ours: such work takes seconds. */
export const WORK_GIVE_UP_MS = 5 * 60_000;

interface FollowedInput<W extends Work, Ref> {
  readonly ref: Ref;
  /** The work, if already loaded. */
  readonly work?: W;
  readonly newKey: () => string;
}

export interface FollowedContext<W extends Work, Ref = number | string> {
  readonly ref: Ref;
  readonly newKey: () => string;
  /** `null` until it is read. */
  readonly work: W | null;
  /** The last command. The same key takes effect only once. */
  readonly asked: { readonly change: WorkChange; readonly key: string } | null;
  /** Why it was refused. `null` once another is asked. */
  readonly refusal: Refusal | null;
  /** Failed reads since the last update. */
  readonly failures: number;
  /** Error of the last failed read; `null` for none. */
  readonly failure: Refusal | null;
}

/** User commands. `ids` of an undo: only these of its contacts. */
type FollowedCommand =
  | { type: 'work.pause' | 'work.resume' | 'work.cancel' | 'work.reload' }
  | { type: 'work.undo'; ids?: readonly number[] };

/** Events between the regions of the machine. */
type FollowedSignal = { type: 'work.adopted' } | { type: 'work.missed' } | { type: 'change.asked'; change: WorkChange };

/** `null` while the work is only known by another reference. */
export const idOf = ({ ref, work }: FollowedContext<Work>): number | null =>
  work?.id ?? (typeof ref === 'number' ? ref : null);

/** Ports, guards and actions of the machine of a kind. The chart is in `followed-work.machine.ts`. */
export function followedSetup<W extends Work, Ref extends number | string>(kind: KindOfWork<W, Ref>) {
  type Context = FollowedContext<W, Ref>;

  const isNewer = ({ ref, work: known }: Context, work: W): boolean =>
    kind.refOf(work) === ref && (known === null || work.version > known.version);

  return setup({
    types: {
      input: {} as FollowedInput<W, Ref>,
      context: {} as Context,
      events: {} as FollowedCommand | WorkFact<W> | FollowedSignal,
      tags: {} as 'pending' | 'unreachable' | 'missing' | 'ended' | 'busy' | 'silent',
    },
    actors: {
      readWork: promisePort<W, { ref: Ref }>('readWork'),
      changeWork: promisePort<W, { id: number; change: WorkChange; key: string }>('changeWork'),
      workBroadcasts: streamPort<WorkFact<W>, { id: number }>('workBroadcasts'),
    },
    delays: {
      quiet: kind.quietMs,
      again: ({ context: { failures } }) =>
        backOff({ first: kind.quietMs, longest: WORK_BACKOFF_MAX_MS }, failures - 1),
      giveUp: WORK_GIVE_UP_MS,
    },
    guards: {
      isKnown: ({ context }) => context.work !== null,
      hasId: ({ context }) => idOf(context) !== null,
      stands: ({ context: { work } }, { at }: { at: WorkStage }) => work !== null && kind.stageOf(work) === at,
      isMissing: ({ context }) => context.work === null && context.failure?.missing === true,
      isSilent: stateIn({ patience: 'silent' }),
      givesUp: ({ context: { work } }) => kind.givesUp && (work === null || kind.stageOf(work) === 'running'),
      offers: ({ context: { work } }, { command }: { command: WorkCommand }) =>
        work !== null && kind.offers(work, command),
    },
    actions: {
      adopt: enqueueActions(({ context, enqueue }, { work }: { work: W }) => {
        if (!isNewer(context, work)) return;
        enqueue.assign({ work, failures: 0, failure: null });
        enqueue.raise({ type: 'work.adopted' });
      }),
      forgetFailures: assign({ failures: 0, failure: null }),
      miss: enqueueActions(({ context, enqueue }, { error }: { error: unknown }) => {
        enqueue.assign({ failures: context.failures + 1, failure: refusalOf(error) });
        enqueue.raise({ type: 'work.missed' });
      }),
      ask: raise((_, change: WorkChange) => ({ type: 'change.asked' as const, change })),
      /** A command that may have had its effect is repeated with the same key. */
      takeChange: assign(({ context: { asked, refusal, newKey } }, { change }: { change: WorkChange }) => {
        const isSameAgain = refusal?.again === true && JSON.stringify(asked?.change) === JSON.stringify(change);
        return { asked: isSameAgain ? asked : { change, key: newKey() }, refusal: null };
      }),
      refuse: assign({ refusal: (_, { error }: { error: unknown }) => refusalOf(error) }),
    },
  });
}
