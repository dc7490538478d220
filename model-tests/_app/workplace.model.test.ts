import { expect, test } from 'vitest';
import { features, workplaceMachine } from '../../src/machines/_app/workplace.machine.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, type Move, runs, walk } from '../_walk/walk.ts';
import { dana } from '../session/session.model.ts';

const names = ['cable', ...Object.keys(features)];

const breaks = (name: string): Move => ({ when: runs(name), go: ({ ports }) => ports.failed(name) });

/** Everything that the server and a fault of ours can do to what a person works with. */
const workplaceModel: Model = {
  name: 'workplace',
  starts: {
    fresh: ({ hold }: HeldPorts) => ({
      machine: workplaceMachine.provide({ actors: Object.fromEntries(names.map((name) => [name, hold(name)])) }),
      input: { user: dana, random: () => 0.5 },
    }),
  },
  moves: {
    'the cable is sent away for want of a session': {
      when: runs('cable'),
      go: ({ ports }) => ports.done('cable', { reason: 'unauthorized' }),
    },
    'the cable is sent away for another reason': {
      when: runs('cable'),
      go: ({ ports }) => ports.done('cable', { reason: 'invalid_request' }),
    },
    ...Object.fromEntries(names.map((name) => [`${name} breaks`, breaks(name)])),
  },
};

test('the workplace is walked through every state and transition', async () => {
  const { missing, edges } = await walk(workplaceModel);

  expect(missing).toEqual({ states: [], transitions: [] });
  const over = edges.filter(({ to }) => to.includes('dismissed'));
  expect(new Set(over.map(({ move }) => move))).toEqual(new Set(['the cable is sent away for want of a session']));
});
