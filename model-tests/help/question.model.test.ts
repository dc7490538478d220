import { expect, test } from 'vitest';
import { questionMachine } from '../../src/machines/help/question.machine.ts';
import { type Model, type Move, walk } from '../_walk/walk.ts';

interface Context {
  readonly seen: { readonly session: number | null };
  readonly before: number | null;
}

const shows = (canSend: boolean, session: number | null): Move => ({
  go: ({ send }) => send({ type: 'chat.shown', canSend, session }),
});

const questionModel: Model = {
  name: 'question',
  starts: { fresh: () => ({ machine: questionMachine }) },
  key: ({ context }) => JSON.stringify(context),
  moves: {
    'MAX is asked': { go: ({ send }) => send({ type: 'question.ask' }) },
    'no conversation is open': shows(false, null),
    'a conversation takes messages': shows(true, 7),
    'another conversation is starting': shows(false, 8),
    'another conversation takes messages': shows(true, 8),
  },
};

test('a question is walked through every state and transition, and goes only to a conversation started for it', async () => {
  const { missing, edges } = await walk(questionModel);
  expect(missing).toEqual({ states: [], transitions: [] });

  const contextIn = (key: string) => JSON.parse((JSON.parse(key) as [unknown, string])[1]) as Context;
  const told = edges.filter(({ from, to }) => from.includes('"starting"') && to.includes('"idle"'));
  expect(told.length).toBeGreaterThan(0);
  expect(told.filter(({ from, to }) => contextIn(from).before === contextIn(to).seen.session)).toEqual([]);
});
