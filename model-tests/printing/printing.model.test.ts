import { beforeAll, describe, expect, test } from 'vitest';
import { printingMachine } from '../../src/machines/printing/printing.machine.ts';
import { print } from '../../tests/printing/print-fixtures.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

const says = (event: { type: string } & Record<string, unknown>): Move => ({ go: ({ send }) => send(event) });

/** Everything that the server and the line can do to the prints of a person that run. */
const printingModel: Model = {
  name: 'printing',
  starts: {
    fresh: ({ hold }) => ({
      machine: printingMachine.provide({
        actors: { listRunning: hold('listRunning'), ownBroadcasts: hold('ownBroadcasts') },
      }),
      input: { user: { id: 1007 } },
    }),
  },
  key: ({ context: { running, over, asked } }) => JSON.stringify([running[51]?.version, over[51], asked.length]),
  moves: {
    'a chunk is drawn': says({ type: 'work.told', work: print({ version: 8 }) }),
    'the print is complete': says({ type: 'work.told', work: print({ status: 'complete', version: 10 }) }),
    'the list comes': { when: runs('listRunning'), go: ({ ports }) => ports.done('listRunning', [print()]) },
    'the list cannot be read': { when: runs('listRunning'), go: ({ ports }) => ports.failed('listRunning') },
    'the line is lost for too long': says({ type: 'stream.lost', stream: 'user:1007', epoch: 'e', offset: 3 }),
    'the line finds its place': says({ type: 'stream.positioned', stream: 'user:1007', epoch: 'e', offset: 3 }),
    'the stream breaks': { when: runs('ownBroadcasts'), go: ({ ports }) => ports.failed('ownBroadcasts') },
  },
};

describe('the prints of a person', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(printingModel);
  });

  test('are walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));
});
