import { expect, test } from 'vitest';
import { MARK_AGAIN_MS, readMarkMachine } from '../../src/machines/messages/read-mark.machine.ts';
import { type Model, runs, walk } from '../_walk/walk.ts';

/** Everything that a person, the server and time can do to the mark of an open conversation. */
const readMarkModel: Model = {
  name: 'read-mark',
  starts: {
    fresh: ({ hold }) => ({
      machine: readMarkMachine.provide({
        actors: { markConversation: hold('markConversation'), visibility: hold('visibility') },
      }),
      input: { conversationId: 7, newKey: () => 'key' },
    }),
  },
  key: ({ context: { isSeen, unread, version } }) => JSON.stringify([isSeen, unread, version]),
  always: (now) => {
    const { isSeen, unread } = now.context;
    if (isSeen && unread > 0 && now.matches('resting')) throw new Error('a text that is seen stays unread');
  },
  moves: {
    'the page is seen': { go: ({ send }) => send({ type: 'page.shown' }) },
    'the page is hidden': { go: ({ send }) => send({ type: 'page.hidden' }) },
    'watching the page fails': { when: runs('visibility'), go: ({ ports }) => ports.failed('visibility') },
    'a text is unread': { go: ({ send }) => send({ type: 'mark.told', unread: 1, version: 3 }) },
    'an older count comes late': { go: ({ send }) => send({ type: 'mark.told', unread: 2, version: 2 }) },
    'the person marks it unread': { go: ({ send }) => send({ type: 'mark.unread' }) },
    'the server marks it': { when: runs('markConversation'), go: ({ ports }) => ports.done('markConversation', 4) },
    'the mark is lost': { when: runs('markConversation'), go: ({ ports }) => ports.failed('markConversation') },
    'ten seconds pass': { go: ({ clock }) => clock.increment(MARK_AGAIN_MS) },
  },
};

test('the mark of a conversation is walked through every state and transition', async () => {
  expect((await walk(readMarkModel)).missing).toEqual({ states: [], transitions: [] });
});
