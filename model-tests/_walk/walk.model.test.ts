import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { edgePaths } from './edge-paths.ts';
import { type Model, walk } from './walk.ts';

const doorMachine = createMachine({
  id: 'door',
  initial: 'closed',
  on: { knock: {} },
  states: {
    closed: { on: { open: 'opening' } },
    opening: { always: 'open' },
    open: { on: { close: [{ guard: ({ event }) => event['hard'] === true, target: 'broken' }, 'closed'] } },
    broken: { type: 'final' },
  },
});

const doorModel = (moves: Model['moves']): Model => ({
  name: 'door',
  starts: { fresh: () => ({ machine: doorMachine }) },
  moves,
});

const open: Model['moves'] = { 'is opened': { go: ({ send }) => send({ type: 'open' }) } };
const shut: Model['moves'] = { 'is closed': { go: ({ send }) => send({ type: 'close' }) } };
const slam: Model['moves'] = { 'is slammed': { go: ({ send }) => send({ type: 'close', hard: true }) } };
const knock: Model['moves'] = { 'is knocked at': { go: ({ send }) => send({ type: 'knock' }) } };

describe('a walk', () => {
  test('misses nothing when the model can do everything', async () => {
    expect((await walk(doorModel({ ...open, ...shut, ...slam, ...knock }))).missing).toEqual({
      states: [],
      transitions: [],
    });
  });

  test('names the states and transitions that no move reaches', async () => {
    expect((await walk(doorModel({ ...open, ...shut }))).missing).toEqual({
      states: ['door.broken'],
      transitions: ['door --knock[0]--> (stays)', 'door.open --close[0]--> door.broken'],
    });
  });

  test('sees a state that is left at once', async () => {
    expect([...(await walk(doorModel(open))).seen.states]).toContain('door.opening');
  });

  test('tells when a move breaks the machine', async () => {
    const broken = doorModel({
      'falls apart': {
        go: () => {
          throw new Error('no hinge');
        },
      },
    });

    await expect(walk(broken)).rejects.toThrow('no hinge');
  });
});

describe('paths over all edges', () => {
  const edge = (from: string, move: string, to: string) => ({ from, move, to });
  const edges = [edge('a', 'stay', 'a'), edge('a', 'go', 'b'), edge('b', 'back', 'a'), edge('b', 'end', 'c')];

  test('take every edge, self-loops too, and begin anew only at dead ends', () => {
    const paths = edgePaths(['a'], [...edges, edge('a', 'end', 'c')]);

    expect(paths.map(({ moves }) => moves.map(({ move }) => move))).toEqual([
      ['stay', 'go', 'back', 'end'],
      ['go', 'end'],
    ]);
  });

  test('refuse an edge that no start leads to', () => {
    expect(() => edgePaths(['a'], [...edges, edge('z', 'lost', 'z')])).toThrow('unreachable: lost');
  });
});
