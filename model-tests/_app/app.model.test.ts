import { expect, test } from 'vitest';
import { appMachine } from '../../src/machines/_app/app.machine.ts';
import { type Model, runs, walk } from '../_walk/walk.ts';

const appModel: Model = {
  name: 'app',
  starts: {
    fresh: ({ hold }) => ({
      machine: appMachine.provide({ actors: { session: hold('session'), toasts: hold('toasts') } }),
      input: { random: () => 0.5, now: () => 0 },
    }),
  },
  moves: {
    'the session breaks': { when: runs('session'), go: ({ ports }) => ports.failed('session') },
    'the messages break': { when: runs('toasts'), go: ({ ports }) => ports.failed('toasts') },
  },
};

test('the root is walked through every state and transition', async () => {
  expect((await walk(appModel)).missing).toEqual({ states: [], transitions: [] });
});
