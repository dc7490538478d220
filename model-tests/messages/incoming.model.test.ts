import { beforeAll, describe, expect, test } from 'vitest';
import { TEXT_DEDUPE_MS } from '#contract/messages/text.contract.ts';
import { COUNT_AFTER_MS, COUNT_AGAIN_MS, incomingMachine } from '../../src/machines/messages/incoming.machine.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

const comes = (id: number): Move => ({
  go: ({ send }) =>
    send({ type: 'text.received', text_id: id, conversation_id: 7, phone: '+15125550142', name: '', contact_id: null }),
});
const passes = (ms: number): Move => ({ go: ({ clock }) => clock.increment(ms) });

/** Everything that senders, the server and time can do to texts that come in. */
const incomingModel: Model = {
  name: 'incoming',
  starts: {
    fresh: ({ hold }) => ({
      machine: incomingMachine.provide({
        actors: { broadcasts: hold('broadcasts'), countUnread: hold('countUnread') },
      }),
    }),
  },
  key: ({ context: { recent, isStale } }) => JSON.stringify([[...recent].toSorted((a, b) => a - b), isStale]),
  always: ({ context: { recent } }) => {
    if (new Set(recent).size < recent.length) throw new Error('a text is announced twice');
  },
  moves: {
    'a text comes in': comes(1),
    'another one comes in': comes(2),
    'an e-mail comes in': {
      go: ({ send }) =>
        send({ type: 'mail.received', email_id: 1, contact_number: 4012, name: '', subject: 'Re: Two plans' }),
    },
    'a request comes in from a public page': {
      go: ({ send }) => send({ type: 'lead.received', contact_number: 4012, name: 'Ada Reyes', topic: 'Medicare' }),
    },
    'a conversation changes': {
      go: ({ send }) => send({ type: 'conversation.changed', conversation_id: 7, version: 2 }),
    },
    'the stream begins': { go: ({ send }) => send({ type: 'stream.positioned' }) },
    'the stream has a gap': { go: ({ send }) => send({ type: 'stream.lost' }) },
    'the stream fails': { when: runs('broadcasts'), go: ({ ports }) => ports.failed('broadcasts') },
    'the server counts': { when: runs('countUnread'), go: ({ ports }) => ports.done('countUnread', 4) },
    'the server is away': { when: runs('countUnread'), go: ({ ports }) => ports.failed('countUnread') },
    'a moment passes': passes(COUNT_AFTER_MS),
    'half a second passes': passes(TEXT_DEDUPE_MS),
    'half a minute passes': passes(COUNT_AGAIN_MS),
  },
};

describe('texts that come in', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(incomingModel);
  });

  test('are walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('are counted again after every change', () => {
    const changes = walked.edges.filter(({ move }) => move === 'a conversation changes');
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.filter(({ to }) => to.includes('"idle"') || to.includes('"failed"'))).toEqual([]);
  });
});
