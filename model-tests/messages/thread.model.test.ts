import { beforeAll, describe, expect, test } from 'vitest';
import { threadMachine } from '../../src/machines/messages/thread.machine.ts';
import { sent, text } from '../../tests/messages/sample-texts.ts';
import { type Model, runs, type Walked, walk } from '../_walk/walk.ts';

/** Everything that the server, a person and time can do to an open conversation. */
const threadModel: Model = {
  name: 'thread',
  starts: {
    fresh: ({ hold }) => ({
      machine: threadMachine.provide({
        actors: {
          fetchTexts: hold('fetchTexts'),
          broadcasts: hold('broadcasts'),
        },
      }),
      input: { conversationId: 7 },
    }),
  },
  key: ({ context: { shown, isStale } }) => JSON.stringify([shown.texts.length, shown.next, isStale]),
  always: ({ context: { shown } }) => {
    const ids = shown.texts.map(({ id }: { id: number }) => id);
    if (new Set(ids).size < ids.length) throw new Error('a text is shown twice');
  },
  moves: {
    'the newest texts come': {
      when: (now) => runs('fetchTexts')(now) && now.matches({ latest: 'loading', older: 'idle' }),
      go: ({ ports }) =>
        ports.done('fetchTexts', {
          texts: [text({ id: 5, created_at: '2026-11-18T18:05:00Z' })],
          lines: [],
          next: 'older',
        }),
    },
    'older texts come': {
      when: (now) => now.matches({ older: 'loading' }) && !now.matches({ latest: 'loading' }),
      go: ({ ports }) => ports.done('fetchTexts', { texts: [text({ id: 4 })], lines: [], next: null }),
    },
    'texts do not load': { when: runs('fetchTexts'), go: ({ ports }) => ports.failed('fetchTexts') },
    'the person scrolls up': {
      when: (now) => !now.matches({ latest: 'loading' }),
      go: ({ send }) => send({ type: 'thread.older' }),
    },
    'the person tries again': { go: ({ send }) => send({ type: 'thread.retry' }) },
    'a text comes in': { go: ({ send }) => send({ type: 'text.changed', text: text({ id: 6 }) }) },
    'a text is delivered': { go: ({ send }) => send({ type: 'text.changed', text: sent({ id: 5, version: 2 }) }) },
    'a text is sent': { go: ({ send }) => send({ type: 'thread.sent', text: sent({ id: 5 }) }) },
    'the conversation changes': { go: ({ send }) => send({ type: 'conversation.changed', version: 2 }) },
    'a call ends': {
      when: (now) => !now.matches({ older: 'loading' }),
      go: ({ send }) => send({ type: 'lines.changed', conversation_id: 7 }),
    },
    'the stream has a gap': {
      when: (now) => !now.matches({ older: 'loading' }),
      go: ({ send }) => send({ type: 'stream.lost' }),
    },
    'the stream begins': {
      when: (now) => !now.matches({ older: 'loading' }),
      go: ({ send }) => send({ type: 'stream.positioned' }),
    },
    'the stream fails': { when: runs('broadcasts'), go: ({ ports }) => ports.failed('broadcasts') },
  },
};

describe('an open conversation', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(threadModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));
});
