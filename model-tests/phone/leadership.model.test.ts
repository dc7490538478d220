import { beforeAll, describe, expect, test } from 'vitest';
import {
  leadershipMachine,
  leadershipViewOf,
  TAKE_OVER_PATIENCE_MS,
} from '../../src/machines/phone/leadership.machine.ts';
import { ear } from '../../tests/phone/phone-fixtures.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

const says = (event: { type: string } & Record<string, unknown>): Move => ({ go: ({ send }) => send(event) });

/** Everything that the other tabs, a person and time can do to who leads. */
const leadershipModel: Model = {
  name: 'leadership',
  starts: {
    fresh: ({ hold }) => ({
      machine: leadershipMachine.provide({ actors: { lock: hold('lock') } }),
      input: { phone: ear().actor },
    }),
  },
  key: ({ context: { busy, refused } }) => `${busy} ${refused}`,
  always: (snapshot) => {
    const { here, blocked } = leadershipViewOf(snapshot as Parameters<typeof leadershipViewOf>[0]);
    if (here && blocked !== null) throw new Error('it leads, and may not');
  },
  moves: {
    'the lock is free': says({ type: 'lock.granted' }),
    'another tab has the lock': says({ type: 'lock.held' }),
    'another tab takes the lock': says({ type: 'lock.lost' }),
    'another tab asks for it': says({ type: 'lock.asked' }),
    'the other tab agrees': says({ type: 'lock.agreed' }),
    'the other tab refuses': says({ type: 'lock.refused', reason: 'call' }),
    'the person takes over': says({ type: 'leadership.takeOver' }),
    'a call begins': says({ type: 'leadership.busied', busy: 'call' }),
    'the call ends': says({ type: 'leadership.busied', busy: null }),
    'the other tab says nothing': { go: ({ clock }) => clock.increment(TAKE_OVER_PATIENCE_MS) },
    'there are no locks': { when: runs('lock'), go: ({ ports }) => ports.failed('lock') },
  },
};

const busyIn = (situation: string): boolean => !(JSON.parse(situation) as [unknown, string])[1].startsWith('null');

describe('who leads', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(leadershipModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('never changes by a person while a call goes on', () => {
    const taken = walked.edges.filter(({ from, to }) => !from.includes('takingOver') && to.includes('takingOver'));
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.filter(({ from }) => busyIn(from))).toEqual([]);
  });

  test('is this tab only by the lock', () => {
    const gained = walked.edges.filter(({ from, to }) => !from.includes('"leading"') && to.includes('"leading"'));
    expect([...new Set(gained.map(({ move }) => move))].toSorted()).toEqual(['the lock is free', 'there are no locks']);
  });
});
