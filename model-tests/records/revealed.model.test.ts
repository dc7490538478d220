import { expect, test } from 'vitest';
import { revealedMachine } from '../../src/machines/records/revealed.machine.ts';
import { type Model, walk } from '../_walk/walk.ts';

const MS = 30_000;

const revealedModel: Model = {
  name: 'revealed',
  starts: { hidden: () => ({ machine: revealedMachine, input: { ms: MS } }) },
  key: ({ context }) => String(context.value),
  always: (snapshot) => expect(snapshot.context.value !== null).toBe(snapshot.matches('shown')),
  moves: {
    'the user reveals the number': { go: ({ send }) => send({ type: 'reveal.show', value: '123-45-6789' }) },
    'the user hides it': { go: ({ send }) => send({ type: 'reveal.hide' }) },
    'half of the time passes': { go: ({ clock }) => clock.increment(MS / 2) },
    'the time is up': { go: ({ clock }) => clock.increment(MS) },
  },
};

test('a private value is walked through every state and transition, and is nowhere while it is hidden', async () => {
  const walked = await walk(revealedModel);
  expect(walked.missing).toEqual({ states: [], transitions: [] });
  const over = walked.edges.filter(({ move }) => move === 'the time is up');
  expect(over.filter(({ to }) => !to.includes('hidden'))).toEqual([]);
});
