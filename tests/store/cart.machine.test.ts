import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import type { CartInput, KeptCart, OrderPreview, Placing, StoreOrder } from '#contract/store.contract.ts';
import { ASK_MS, ASKS, cartMachine, PRICE_MS } from '../../src/machines/store/cart.machine.ts';

const LOST = { kind: 'offline', message: 'x', outcomeOpen: true };
const DECLINED = {
  kind: 'rejected',
  message: 'Your card was declined.',
  fields: { payment_method: ['Your card was declined.'] },
};
const ORDER = { id: 7, total: 48 } as StoreOrder;

interface Opening {
  readonly kept?: KeptCart | null;
  readonly answers?: object[];
  /** Each adding-up that is refused, before those that aren't. */
  readonly prices?: object[];
}

/** A cart with a server that answers each order with the next of `answers`. */
function open({ kept = null, answers = [], prices = [] }: Opening = {}) {
  const clock = new SimulatedClock();
  const priced: CartInput[] = [];
  const placed: Placing[] = [];
  const keep = vi.fn();
  let keys = 0;
  const machine = cartMachine.provide({
    actors: {
      priceCart: fromPromise<OrderPreview, CartInput>(async ({ input }) => {
        priced.push(input);
        const refused = prices.shift();
        if (refused !== undefined) throw refused;
        return { total: 48, items: [], contacts: 0, without_address: 0, sentence: '' };
      }),
      placeOrder: fromPromise<StoreOrder, Placing>(async ({ input }) => {
        placed.push(input);
        const answer = answers.shift() ?? LOST;
        if ('total' in answer) return answer as StoreOrder;
        throw answer;
      }),
    },
    actions: { keep: (_, { items, placing }) => keep({ items, placing }) },
  });
  const actor = createActor(machine, { clock, input: { newKey: () => `key-${(keys += 1)}`, kept } }).start();
  const fill = async () => {
    actor.send({ type: 'cart.put', productId: 1, quantity: 1 });
    clock.increment(PRICE_MS);
    await waitFor(actor, (s) => s.hasTag('payable'));
  };
  return { actor, clock, priced, placed, keep, fill };
}

describe('a cart', () => {
  test('is priced once for many quick changes, and what was removed is gone', async () => {
    const { actor, clock, priced } = open();
    for (const quantity of [1, 2, 3]) actor.send({ type: 'cart.put', productId: 1, quantity });
    actor.send({ type: 'cart.put', productId: 2, quantity: 1 });
    actor.send({ type: 'cart.put', productId: 2, quantity: 0 });
    clock.increment(PRICE_MS);
    await waitFor(actor, (s) => s.hasTag('payable'));
    expect(priced).toEqual([{ items: [{ product_id: 1, quantity: 3 }] }]);
  });

  test('is ordered once for many presses, for the total that was shown, and is empty then', async () => {
    const { actor, placed, fill } = open({ answers: [ORDER] });
    await fill();
    for (let press = 0; press < 5; press += 1) actor.send({ type: 'cart.place' });
    const { context } = await waitFor(actor, (s) => s.hasTag('placed'));
    expect(placed).toMatchObject([{ key: 'key-1', body: { expected_total: 48, payment_method: 'card' } }]);
    expect([context.items, context.order]).toEqual([[], ORDER]);
  });

  test('stays when the card is declined, which is named; the next try has its own key', async () => {
    const { actor, placed, fill } = open({ answers: [DECLINED, ORDER] });
    await fill();
    actor.send({ type: 'cart.place' });
    const { context } = await waitFor(actor, (s) => s.hasTag('payable'));
    expect([context.items, context.refusal?.fields]).toEqual([[{ product_id: 1, quantity: 1 }], DECLINED.fields]);
    actor.send({ type: 'cart.place' });
    await waitFor(actor, (s) => s.hasTag('placed'));
    expect(placed.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  });

  test('that is added up on a second try no longer says that it was refused', async () => {
    const { actor, clock } = open({ prices: [LOST] });
    actor.send({ type: 'cart.put', productId: 1, quantity: 1 });
    clock.increment(PRICE_MS);
    await waitFor(actor, (s) => s.hasTag('refused'));
    actor.send({ type: 'cart.retry' });
    const { context } = await waitFor(actor, (s) => s.hasTag('payable'));
    expect(context.refusal).toBeNull();
  });

  test('whose answer is lost is sent again with its key, and can not change before', async () => {
    const { actor, clock, placed, fill } = open({ answers: [LOST, LOST, ORDER] });
    await fill();
    actor.send({ type: 'cart.place' });
    for (let round = 0; round < 2; round += 1) {
      await waitFor(actor, (s) => s.hasTag('unsure'));
      actor.send({ type: 'cart.put', productId: 2, quantity: 1 });
      clock.increment(ASK_MS);
    }
    await waitFor(actor, (s) => s.hasTag('placed'));
    expect(new Set(placed.map(({ key }) => key))).toEqual(new Set(['key-1']));
    expect(placed[2]).toEqual(placed[0]);
  });

  test('waits for the person after some tries, still with its key', async () => {
    const { actor, clock, placed, fill } = open();
    await fill();
    actor.send({ type: 'cart.place' });
    for (let round = 0; round < ASKS; round += 1) {
      await waitFor(actor, (s) => s.hasTag('unsure'));
      clock.increment(ASK_MS);
    }
    await waitFor(actor, (s) => s.hasTag('stuck'));
    expect(placed).toHaveLength(ASKS);
    actor.send({ type: 'cart.retry' });
    await waitFor(actor, (s) => s.hasTag('unsure'));
    expect(placed.at(-1)?.key).toBe('key-1');
  });

  test('that was reloaded while an order was on its way asks for that order first', async () => {
    const first = open();
    await first.fill();
    first.actor.send({ type: 'cart.place' });
    const kept = first.keep.mock.lastCall?.[0] as KeptCart;
    first.actor.stop();
    const { actor, placed } = open({ kept, answers: [ORDER] });
    await waitFor(actor, (s) => s.hasTag('placed'));
    expect(placed).toEqual([kept.placing]);
  });
});
