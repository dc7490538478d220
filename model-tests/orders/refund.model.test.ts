import { expect, test } from 'vitest';
import { ASK_MS, refundMachine } from '../../src/machines/orders/refund.machine.ts';
import { type Model, runs, walk } from '../_walk/walk.ts';

const TOO_MUCH = { kind: 'rejected', code: 'refused', message: 'At most $5.00 is left to refund.', requestId: 'r' };
const LOST = { kind: 'offline', message: 'x', outcomeOpen: true };
const write = (amount: string) => ({ type: 'refund.write', change: { amount } });

/** Everything that a person, the server and the line between them can do to a refund. */
const refundModel: Model = {
  name: 'refund',
  starts: {
    'a refund': ({ hold }) => {
      let keys = 0;
      return {
        machine: refundMachine.provide({ actors: { refund: hold('refund') } }),
        input: { newKey: () => `key-${(keys += 1)}`, orderId: 3, leftCents: 4_800, to: 'card' },
      };
    },
  },
  key: ({ context }) => JSON.stringify([context.amount, context.asks, context.refunding === null]),
  moves: {
    'the person types an amount': { when: (s) => s.can(write('10')), go: ({ send }) => send(write('10')) },
    'the person types too much': { when: (s) => s.can(write('500')), go: ({ send }) => send(write('500')) },
    'the person refunds': {
      when: (s) => s.can({ type: 'refund.send' }),
      go: ({ send }) => send({ type: 'refund.send' }),
    },
    'it is refunded': { when: runs('refund'), go: ({ ports }) => ports.done('refund', { id: 3, refundable: 38 }) },
    'it is refused': { when: runs('refund'), go: ({ ports }) => ports.failed('refund', TOO_MUCH) },
    'the answer is lost': { when: runs('refund'), go: ({ ports }) => ports.failed('refund', LOST) },
    'it is time to ask again': { when: (s) => s.matches('unsure'), go: ({ clock }) => clock.increment(ASK_MS) },
    'the person tries again': {
      when: (s) => s.can({ type: 'refund.retry' }),
      go: ({ send }) => send({ type: 'refund.retry' }),
    },
  },
};

test('a refund is walked through every state and transition', async () => {
  expect((await walk(refundModel)).missing).toEqual({ states: [], transitions: [] });
});
