import { expect, test } from 'vitest';
import { ApiError } from '../../src/api/errors.ts';
import { submitMachine } from '../../src/machines/_submit/submit.machine.ts';
import { type Model, runs, walk } from '../_walk/walk.ts';

const submitModel: Model = {
  name: 'submit',
  starts: {
    fresh: ({ hold }) => {
      let keys = 0;
      return {
        machine: submitMachine.provide({ actors: { send: hold('send') } }),
        input: { newKey: () => `key-${(keys += 1)}` },
      };
    },
  },
  key: ({ context }) => JSON.stringify([context.args, context.error?.kind, context.progress]),
  moves: {
    'the person sends A': { go: ({ send }) => send({ type: 'submit.send', args: 'A' }) },
    'the person sends B': { go: ({ send }) => send({ type: 'submit.send', args: 'B' }) },
    'the person tries again': { go: ({ send }) => send({ type: 'submit.retry' }) },
    'the person starts over': { go: ({ send }) => send({ type: 'submit.reset' }) },
    'some of the file is up': { go: ({ send }) => send({ type: 'submit.progressed', sent: 0.5 }) },
    'the server takes it': { when: runs('send'), go: ({ ports }) => ports.done('send', 'ok') },
    'the server refuses it': {
      when: runs('send'),
      go: ({ ports }) => ports.failed('send', new ApiError('rejected', { code: 'refused', message: 'No.' })),
    },
    'the answer is lost': {
      when: runs('send'),
      go: ({ ports }) => ports.failed('send', new ApiError('offline', { code: 'unreachable', message: 'Away.' })),
    },
  },
  always: (snapshot) => {
    expect(snapshot.matches('failed')).toBe(snapshot.context.error !== null);
  },
};

test('a submit is walked through every state and transition', async () => {
  expect((await walk(submitModel)).missing).toEqual({ states: [], transitions: [] });
});
