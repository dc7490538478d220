import { expect, test } from 'vitest';
import { ApiError } from '../../src/api/errors.ts';
import { uploadMachine } from '../../src/machines/files/upload.machine.ts';
import { type Model, runs, walk } from '../_walk/walk.ts';

const uploadModel: Model = {
  name: 'upload',
  starts: {
    fresh: ({ hold }) => ({
      machine: uploadMachine.provide({ actors: { sendFile: hold('sendFile') } }),
      input: { name: 'a.pdf', bytes: 100, content: new Blob(['a']), key: 'key-1' },
    }),
  },
  key: ({ context }) => JSON.stringify([context.sentBytes, context.failure]),
  moves: {
    'half of it is up': {
      when: runs('sendFile'),
      go: ({ send }) => send({ type: 'upload.progressed', sentBytes: 50 }),
    },
    'the server has it': {
      when: runs('sendFile'),
      go: ({ send }) => send({ type: 'upload.finished' }),
    },
    'the server refuses it': {
      when: runs('sendFile'),
      go: ({ ports }) => ports.failed('sendFile', new ApiError('rejected', { code: 'refused', message: 'No.' })),
    },
    'the line breaks': {
      when: runs('sendFile'),
      go: ({ ports }) => ports.failed('sendFile', new ApiError('offline', { code: 'unreachable', message: 'Away.' })),
    },
    'the person tries again': { go: ({ send }) => send({ type: 'upload.retry' }) },
    'the person gives it up': { go: ({ send }) => send({ type: 'upload.cancel' }) },
  },
  always: (snapshot) => {
    expect(snapshot.matches('failed')).toBe(snapshot.context.failure !== null && snapshot.status === 'active');
    expect(snapshot.context.file).toMatchObject({ key: 'key-1' });
  },
};

test('an upload is walked through every state and transition', async () => {
  expect((await walk(uploadModel)).missing).toEqual({ states: [], transitions: [] });
});
