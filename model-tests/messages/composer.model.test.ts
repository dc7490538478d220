import { beforeAll, describe, expect, test } from 'vitest';
import { composerMachine, DRAFT_AFTER_MS, DRAFT_AGAIN_MS } from '../../src/machines/messages/composer.machine.ts';
import { sent } from '../../tests/messages/sample-texts.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

const types = (text: string): Move => ({ go: ({ send }) => send({ type: 'composer.type', text }) });
const fails = (error: object): Move => ({ when: runs('sendText'), go: ({ ports }) => ports.failed('sendText', error) });

/** Everything that a person, the server and time can do to a text that is written. */
const composerModel: Model = {
  name: 'composer',
  starts: Object.fromEntries(
    (
      [
        ['fresh', { conversation_id: 7 }, ''],
        ['to a new contact, with a draft', { contact_id: 12 }, 'Hi'],
      ] as const
    ).map(([start, recipient, draft]) => [
      start,
      ({ hold }) => ({
        machine: composerMachine.provide({ actors: { sendText: hold('sendText'), saveDraft: hold('saveDraft') } }),
        input: {
          newKey: () => 'key',
          recipient,
          text: draft,
          kept: '',
          choices: { from: '', to: '', purpose: 'service' },
        },
      }),
    ]),
  ),
  key: ({ context: { text, kept, recipient, file, isOpen, failure, choices, campaign } }) =>
    JSON.stringify([
      text,
      kept,
      recipient,
      file !== null,
      isOpen,
      failure !== null,
      choices.purpose,
      campaign !== null,
    ]),
  moves: {
    'something is typed': types('Hi'),
    'the field is emptied': types(''),
    'it is sent': { go: ({ send }) => send({ type: 'composer.send', sendAt: null }) },
    'a template is chosen': {
      go: ({ send }) =>
        send({ type: 'composer.fill', text: 'Hi', campaign: { id: 5, name: 'Welcome', follow: 1, fileName: null } }),
    },
    'a file is attached': { go: ({ send }) => send({ type: 'composer.attach', file: null }) },
    'it is marketing': { go: ({ send }) => send({ type: 'composer.choose', choices: { purpose: 'marketing' } }) },
    'the page tells of the conversation': { go: ({ send }) => send({ type: 'composer.told', id: 7 }) },
    'the server takes it': { when: runs('sendText'), go: ({ ports }) => ports.done('sendText', sent()) },
    'the server refuses it': fails({ message: 'They opted out.' }),
    'the answer is lost': fails({ message: 'Away.', outcomeOpen: true }),
    'the draft is saved': {
      when: runs('saveDraft'),
      go: ({ actor, ports }) => ports.done('saveDraft', { text: actor.getSnapshot().context.text, conversationId: 7 }),
    },
    'the draft is not saved': { when: runs('saveDraft'), go: ({ ports }) => ports.failed('saveDraft') },
    'typing pauses': { go: ({ clock }) => clock.increment(DRAFT_AFTER_MS) },
    'ten seconds pass': { go: ({ clock }) => clock.increment(DRAFT_AGAIN_MS) },
  },
};

describe('a text that is written', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(composerModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('stays in the field when it could not be sent', () => {
    const failed = walked.edges.filter(({ move }) => move === 'the server refuses it' || move === 'the answer is lost');
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.filter(({ to }) => !to.includes('Hi'))).toEqual([]);
  });
});
