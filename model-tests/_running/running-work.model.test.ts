import { beforeAll, describe, expect, test } from 'vitest';
import { runningMachines } from '../../src/machines/_running/kinds.ts';
import { transfer } from '../../tests/transfers/transfer-fixtures.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

const says = (event: { type: string } & Record<string, unknown>): Move => ({ go: ({ send }) => send(event) });

/** Everything that the server and the line can do to the running work of a person, shown with transfers. */
const runningModel: Model = {
  name: 'running-work',
  starts: {
    fresh: ({ hold }) => ({
      machine: runningMachines.transfer.provide({
        actors: { listRunning: hold('listRunning'), ownBroadcasts: hold('ownBroadcasts') },
      }),
      input: { user: { id: 1007 } },
    }),
  },
  key: ({ context: { running, over, asked } }) => JSON.stringify([running[61]?.version, over[61], asked.length]),
  moves: {
    'a chunk has moved': says({ type: 'work.told', work: transfer({ version: 8 }) }),
    'the transfer is complete': says({ type: 'work.told', work: transfer({ status: 'complete', version: 10 }) }),
    'its revert begins': says({ type: 'work.told', work: transfer({ status: 'complete', revert: true, version: 11 }) }),
    'its revert has ended': says({
      type: 'work.told',
      work: transfer({ status: 'complete', reverted: true, version: 12 }),
    }),
    'the list comes': { when: runs('listRunning'), go: ({ ports }) => ports.done('listRunning', [transfer()]) },
    'the list says how it has ended': {
      when: runs('listRunning'),
      go: ({ ports }) => ports.done('listRunning', [transfer({ status: 'complete', version: 10 })]),
    },
    'the list has nothing': { when: runs('listRunning'), go: ({ ports }) => ports.done('listRunning', []) },
    'the list cannot be read': { when: runs('listRunning'), go: ({ ports }) => ports.failed('listRunning') },
    'the line is lost for too long': says({ type: 'stream.lost', stream: 'user:1007', epoch: 'e', offset: 3 }),
    'the line finds its place': says({ type: 'stream.positioned', stream: 'user:1007', epoch: 'e', offset: 3 }),
    'the stream breaks': { when: runs('ownBroadcasts'), go: ({ ports }) => ports.failed('ownBroadcasts') },
  },
};

describe('the running work of a person', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(runningModel);
  });

  test('are walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  /** Key of a situation: versions of the running one and of the finished one. */
  const copies = (situation: string): (number | null)[] => JSON.parse((JSON.parse(situation) as [unknown, string])[1]);

  test('are not taken as running when they are told to be over', () => {
    const over = walked.edges.filter(({ move }) => /is complete|revert has ended/u.test(move));
    expect(over.length).toBeGreaterThan(0);
    // A copy that is older than the known one changes nothing.
    expect(over.filter(({ from, to }) => from !== to && copies(to)[0] !== null)).toEqual([]);
  });

  test('never run again in an older copy than the one that was over', () => {
    const over = walked.edges.filter(({ from }) => (copies(from)[1] ?? null) !== null);
    expect(over.length).toBeGreaterThan(0);
    expect(
      over.filter(({ from, to }) => {
        const [[, ended], [running]] = [copies(from), copies(to)];
        return typeof running === 'number' && running <= (ended ?? 0);
      }),
    ).toEqual([]);
  });

  test('count a revert as running', () => {
    const begins = walked.edges.filter(({ move, from, to }) => move === 'its revert begins' && from !== to);
    expect(begins.length).toBeGreaterThan(0);
    expect(begins.every(({ to }) => copies(to)[0] === 11)).toBe(true);
  });
});
