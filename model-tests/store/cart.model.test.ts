import { expect, test } from 'vitest';
import type { KeptCart, OrderPreview } from '#contract/store.contract.ts';
import { ASK_MS, ASKS, cartMachine, PRICE_MS } from '../../src/machines/store/cart.machine.ts';
import { type Model, runs, walk } from '../_walk/walk.ts';

const DECLINED = { kind: 'rejected', code: 'refused', message: 'Your card was declined.', requestId: 'r' };
const LOST = { kind: 'offline', message: 'x', outcomeOpen: true };
const PREVIEW: OrderPreview = { items: [], total: 48, contacts: 0, without_address: 0, sentence: '' };

const start =
  (kept: KeptCart | null): Model['starts'][string] =>
  ({ hold }) => {
    let keys = 0;
    return {
      machine: cartMachine.provide({ actors: { priceCart: hold('priceCart'), placeOrder: hold('placeOrder') } }),
      input: { newKey: () => `key-${(keys += 1)}`, kept },
    };
  };

const ITEMS = [{ product_id: 1, quantity: 1 }];
const put = (quantity: number) => ({ type: 'cart.put', productId: 1, quantity });

/** Everything that a person, the server and the line between them can do to a cart. */
const cartModel: Model = {
  name: 'cart',
  starts: {
    'an empty cart': start(null),
    'a kept cart': start({ items: ITEMS, placing: null }),
    'an order on its way': start({
      items: ITEMS,
      placing: { key: 'kept', body: { items: ITEMS, payment_method: 'card', expected_total: 48 } },
    }),
  },
  key: ({ context }) => JSON.stringify([context.items.length, context.method, context.asks, context.placing === null]),
  always: ({ context }) => expect(context.placing === null || context.placing.key !== '').toBe(true),
  moves: {
    'the person adds an item': { when: (s) => s.can(put(1)), go: ({ send }) => send(put(1)) },
    'the person removes it': { when: (s) => s.can(put(0)), go: ({ send }) => send(put(0)) },
    'the person chooses contacts': {
      when: (s) => s.can({ type: 'cart.contacts', scope: null }),
      go: ({ send }) => send({ type: 'cart.contacts', scope: null }),
    },
    'the person pays with the wallet': {
      when: (s) => s.can({ type: 'cart.payWith', method: 'wallet' }),
      go: ({ send }) => send({ type: 'cart.payWith', method: 'wallet' }),
    },
    'the changes settle': { when: (s) => s.matches({ open: 'pricing' }), go: ({ clock }) => clock.increment(PRICE_MS) },
    'the cart is priced': { when: runs('priceCart'), go: ({ ports }) => ports.done('priceCart', PREVIEW) },
    'the cart is not priced': { when: runs('priceCart'), go: ({ ports }) => ports.failed('priceCart', DECLINED) },
    'the person places the order': {
      when: (s) => s.can({ type: 'cart.place' }),
      go: ({ send }) => send({ type: 'cart.place' }),
    },
    'the order is placed': {
      when: runs('placeOrder'),
      go: ({ ports }) => ports.done('placeOrder', { id: 7, total: 48 }),
    },
    'the order is refused': { when: runs('placeOrder'), go: ({ ports }) => ports.failed('placeOrder', DECLINED) },
    'the answer is lost': { when: runs('placeOrder'), go: ({ ports }) => ports.failed('placeOrder', LOST) },
    'it is time to ask again': { when: (s) => s.matches('unsure'), go: ({ clock }) => clock.increment(ASK_MS) },
    'the person tries again': {
      when: (s) => s.can({ type: 'cart.retry' }),
      go: ({ send }) => send({ type: 'cart.retry' }),
    },
  },
};

test('a cart is walked through every state and transition', async () => {
  const { missing, edges } = await walk(cartModel);
  expect(missing).toEqual({ states: [], transitions: [] });
  expect(edges.length).toBeGreaterThan(ASKS);
});
