import { type ActorRefFrom, assign, emit, enqueueActions, setup } from 'xstate';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import { promisePort, streamPort } from '../port.ts';
import type { Work } from './work.ts';

export type Running<W extends Work> = Readonly<Record<number, W>>;

/** Events from outside: the current state of some work. */
export type WorkFact<W extends Work> = { type: 'work.told'; work: W } | StreamBroadcast;

/** Input for loading the list. */
export interface RunningAsked<W extends Work> {
  readonly userId: number;
  /** Work that runs as far as is known: the response has its current state, unless it was deleted. */
  readonly known: readonly W[];
}

interface RunningContext<W extends Work> {
  readonly userId: number;
  readonly running: Running<W>;
  /** Versions in which work was over, by its number: an older copy of it never runs again. */
  readonly over: Readonly<Record<number, number>>;
  /** Work in the last request of the list. */
  readonly asked: readonly W[];
}

type Known<W extends Work> = Pick<RunningContext<W>, 'running' | 'over'>;

/**
 * Creates the machine that lists a user's running work of one kind, child of their workplace: it survives navigation
 * and reloads. Emits `work.settled` when running work has ended.
 */
export function runningWork<W extends Work>(isRunning: (work: W) => boolean) {
  /** Adds a newer copy to the list while it runs, and removes it once finished. */
  const take = ({ running, over }: Known<W>, work: W): Known<W> => {
    const version = running[work.id]?.version ?? over[work.id];
    if (version !== undefined && version >= work.version) return { running, over };
    const [others, ended] = [without(running, work.id), without(over, work.id)];
    return isRunning(work)
      ? { running: { ...others, [work.id]: work }, over: ended }
      : { running: others, over: { ...ended, [work.id]: work.version } };
  };

  const hasSettled = ({ running }: Known<W>, work: W): boolean =>
    !isRunning(work) && work.version > (running[work.id]?.version ?? Number.POSITIVE_INFINITY);

  return setup({
    types: {
      input: {} as { user: Pick<CurrentUser, 'id'> },
      context: {} as RunningContext<W>,
      events: {} as WorkFact<W>,
      emitted: {} as { type: 'work.settled'; work: W },
    },
    actors: {
      listRunning: promisePort<readonly W[], RunningAsked<W>>('listRunning'),
      ownBroadcasts: streamPort<WorkFact<W>>('ownBroadcasts'),
    },
    guards: {
      isSettled: ({ context }, { work }: { work: W }) => hasSettled(context, work),
    },
    actions: {
      count: assign(({ context }, { work }: { work: W }) => take(context, work)),
      /** Keeps updates that arrived since the request, if they are newer. */
      takeList: enqueueActions(({ context, enqueue }, { works }: { works: readonly W[] }) => {
        for (const work of works) if (hasSettled(context, work)) enqueue.emit({ type: 'work.settled', work });
        const { running, over } = works.reduce<Known<W>>(take, context);
        const gone = context.asked.filter((one) => !works.some((work) => work.id === one.id));
        enqueue.assign({ running: gone.reduce((left, work) => without(left, work.id), running), over });
      }),
    },
  }).createMachine({
    id: 'running-work',
    type: 'parallel',
    context: ({ input }) => ({ userId: input.user.id, running: {}, over: {}, asked: [] }),
    on: {
      'work.told': [
        {
          guard: { type: 'isSettled', params: ({ event }) => event },
          actions: [
            { type: 'count', params: ({ event }) => event },
            emit(({ event }) => ({ type: 'work.settled' as const, work: event.work })),
          ],
        },
        { actions: { type: 'count', params: ({ event }) => event } },
      ],
    },
    states: {
      list: {
        initial: 'reading',
        on: { 'stream.lost': '.reading', 'stream.positioned': '.reading' },
        states: {
          reading: {
            entry: assign({ asked: ({ context }) => Object.values(context.running) }),
            invoke: {
              src: 'listRunning',
              input: ({ context }) => ({ userId: context.userId, known: context.asked }),
              onDone: {
                target: 'kept',
                actions: { type: 'takeList', params: ({ event }) => ({ works: event.output }) },
              },
              onError: 'kept',
            },
          },
          kept: {},
        },
      },
      feed: {
        initial: 'listening',
        states: {
          listening: { invoke: { src: 'ownBroadcasts', onError: 'broken' } },
          broken: {},
        },
      },
    },
  });
}

export type RunningActor<W extends Work> = ActorRefFrom<ReturnType<typeof runningWork<W>>>;

/** The blueprint that the kinds of `kinds.ts` share, of work that never ends. */
export const runningWorkMachine = runningWork<Work>(() => true);

function without<Value>(all: Readonly<Record<number, Value>>, id: number): Readonly<Record<number, Value>> {
  const { [id]: _, ...others } = all;
  return others;
}
