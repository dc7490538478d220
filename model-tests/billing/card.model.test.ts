import { expect, test } from 'vitest';
import { cardMachine } from '../../src/machines/billing/card.machine.ts';
import { billing } from '../../tests/billing/billing-fixtures.ts';
import { type Model, runs, walk } from '../_walk/walk.ts';

const DECLINED = { kind: 'rejected', code: 'refused', message: 'Your card was declined.', requestId: 'r' };

/** Everything that a person and the server can do to another card. */
const cardModel: Model = {
  name: 'card',
  starts: {
    'a card': ({ hold }) => {
      let keys = 0;
      return {
        machine: cardMachine.provide({ actors: { startCard: hold('startCard'), keepCard: hold('keepCard') } }),
        input: { newKey: () => `key-${(keys += 1)}` },
      };
    },
  },
  moves: {
    'the set-up begins': {
      when: runs('startCard'),
      go: ({ ports }) => ports.done('startCard', { provider: 'embedded' }),
    },
    'the set-up is refused': { when: runs('startCard'), go: ({ ports }) => ports.failed('startCard', DECLINED) },
    'the person tries again': {
      when: (s) => s.can({ type: 'card.start' }),
      go: ({ send }) => send({ type: 'card.start' }),
    },
    'the person keeps a card': {
      when: (s) => s.can({ type: 'card.keep', method: 'pm_card_visa' }),
      go: ({ send }) => send({ type: 'card.keep', method: 'pm_card_visa' }),
    },
    'the card is kept': { when: runs('keepCard'), go: ({ ports }) => ports.done('keepCard', billing()) },
    'the card is refused': { when: runs('keepCard'), go: ({ ports }) => ports.failed('keepCard', DECLINED) },
  },
};

test('a card is walked through every state and transition', async () => {
  expect((await walk(cardModel)).missing).toEqual({ states: [], transitions: [] });
});
