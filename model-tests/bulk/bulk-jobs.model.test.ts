import { beforeAll, describe, expect, test } from 'vitest';
import { bulkJobsMachine } from '../../src/machines/bulk/bulk-jobs.machine.ts';
import { job } from '../../tests/bulk/bulk-fixtures.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

const says = (event: { type: string } & Record<string, unknown>): Move => ({ go: ({ send }) => send(event) });

/** Everything that the server and the line can do to the jobs of a person that run. */
const bulkJobsModel: Model = {
  name: 'bulk-jobs',
  starts: {
    fresh: ({ hold }) => ({
      machine: bulkJobsMachine.provide({
        actors: { listRunning: hold('listRunning'), ownBroadcasts: hold('ownBroadcasts') },
      }),
      input: { user: { id: 1007 } },
    }),
  },
  key: ({ context: { running, over, asked } }) => JSON.stringify([running[51]?.version, over[51], asked.length]),
  moves: {
    'a chunk is written': says({ type: 'work.told', work: job({ version: 8 }) }),
    'the job is being cancelled': says({ type: 'work.told', work: job({ status: 'cancelling', version: 9 }) }),
    'the job is done': says({ type: 'work.told', work: job({ status: 'done', version: 10 }) }),
    'the list comes': { when: runs('listRunning'), go: ({ ports }) => ports.done('listRunning', [job()]) },
    'the list cannot be read': { when: runs('listRunning'), go: ({ ports }) => ports.failed('listRunning') },
    'the line is lost for too long': says({ type: 'stream.lost', stream: 'user:1007', epoch: 'e', offset: 3 }),
    'the line finds its place': says({ type: 'stream.positioned', stream: 'user:1007', epoch: 'e', offset: 3 }),
    'the stream breaks': { when: runs('ownBroadcasts'), go: ({ ports }) => ports.failed('ownBroadcasts') },
  },
};

describe('the bulk jobs of a person', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(bulkJobsModel);
  });

  test('are walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('keep no job as running that is done', () => {
    const done = walked.edges.filter(({ move }) => move === 'the job is done');
    expect(done.length).toBeGreaterThan(0);
    expect(done.filter(({ to }) => /(8|9|10)\]/u.test(to))).toEqual([]);
  });
});
