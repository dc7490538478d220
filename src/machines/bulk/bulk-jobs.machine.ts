import { type ActorRefFrom, assign, emit, setup } from 'xstate';
import type { BulkJob } from '#contract/bulk.contract.ts';
import { promisePort, streamPort } from '../port.ts';
import { type BulkFact, isRunning } from './bulk-context.ts';

type Running = Readonly<Record<number, BulkJob>>;

/** What a newer copy makes of the list: in while it runs, out once it has settled. */
export function takeRunning(running: Running, job: BulkJob): Running {
  const known = running[job.id];
  if (known && known.version >= job.version) return running;
  const { [job.id]: _, ...others } = running;
  return isRunning(job.status) ? { ...others, [job.id]: job } : others;
}

/**
 * The bulk jobs of one person that run, child of the session's working state: they are seen on every page and after a
 * reload. Emits `bulk.settled` when something that ran has ended.
 */
export const bulkJobsMachine = setup({
  types: {
    context: {} as { readonly running: Running },
    events: {} as BulkFact,
    emitted: {} as { type: 'bulk.settled'; job: BulkJob },
  },
  actors: {
    listRunning: promisePort<readonly BulkJob[], undefined>('listRunning'),
    ownBroadcasts: streamPort<BulkFact>('ownBroadcasts'),
  },
  guards: {
    isSettled: ({ context, event }) =>
      event.type === 'bulk.changed' &&
      !isRunning(event.job.status) &&
      event.job.version > (context.running[event.job.id]?.version ?? Number.POSITIVE_INFINITY),
  },
  actions: {
    count: assign(({ context }, { job }: { job: BulkJob }) => ({ running: takeRunning(context.running, job) })),
  },
}).createMachine({
  id: 'bulk-jobs',
  type: 'parallel',
  context: { running: {} },
  on: {
    'bulk.progressed': { actions: { type: 'count', params: ({ event }) => event } },
    'bulk.changed': [
      {
        guard: 'isSettled',
        actions: [
          { type: 'count', params: ({ event }) => event },
          emit(({ event }) => ({ type: 'bulk.settled' as const, job: event.job })),
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
          invoke: {
            src: 'listRunning',
            onDone: {
              target: 'kept',
              actions: assign({ running: ({ event }) => event.output.reduce<Running>(takeRunning, {}) }),
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

export type BulkJobsActor = ActorRefFrom<typeof bulkJobsMachine>;
