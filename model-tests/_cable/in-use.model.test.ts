import { expect, test } from 'vitest';
import { CABLE_IN_USE_MS } from '../../src/api/contract/_cable.contract.ts';
import { inUseMachine } from '../../src/machines/_cable/in-use.machine.ts';
import { type Model, runs, walk } from '../_walk/walk.ts';

/** Everything that a page and time can do to the word that it is in use. */
const inUseModel: Model = {
  name: 'in-use',
  starts: {
    fresh: ({ hold }) => ({ machine: inUseMachine.provide({ actors: { visibility: hold('visibility') } }) }),
  },
  moves: {
    'the page is shown': { go: ({ send }) => send({ type: 'page.shown' }) },
    'the page is hidden': { go: ({ send }) => send({ type: 'page.hidden' }) },
    'watching the page fails': { when: runs('visibility'), go: ({ ports }) => ports.failed('visibility') },
    'five minutes pass': { go: ({ clock }) => clock.increment(CABLE_IN_USE_MS) },
  },
};

test('the word that a page is in use is walked through every state and transition', async () => {
  expect((await walk(inUseModel)).missing).toEqual({ states: [], transitions: [] });
});
