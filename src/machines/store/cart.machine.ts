import { type ActorRefFrom, assign, setup } from 'xstate';
import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import {
  type CartInput,
  type CartItem,
  type KeptCart,
  MAX_QUANTITY,
  type OrderPreview,
  type PaymentMethod,
  type Placing,
  type StoreOrder,
} from '#contract/store.contract.ts';
import { promisePort } from '../port.ts';
import { isOutcomeOpen, type MoneyRefusal, moneyRefusalOf } from './money-refusal.ts';

/** Milliseconds until a cart that is being changed is priced. Ours. */
export const PRICE_MS = 250;
/** Milliseconds until an order whose answer was lost is sent again, with the same key, and how often. Ours. */
export const ASK_MS = 2_000;
export const ASKS = 5;

interface CartContext extends KeptCart {
  readonly newKey: () => string;
  /** Contacts for products that are sold per contact. `null`: none chosen. */
  readonly scope: ContactsScopeInput | null;
  readonly method: PaymentMethod;
  /** `null` until it is priced. */
  readonly preview: OrderPreview | null;
  readonly refusal: MoneyRefusal | null;
  readonly asks: number;
  /** The order that was placed last. */
  readonly order: StoreOrder | null;
}

const cartOf = ({ items, scope }: Pick<CartContext, 'items' | 'scope'>): CartInput => ({
  items: items.map((item) => ({ ...item })),
  ...(scope === null ? {} : { contacts_scope: scope }),
});

/**
 * The cart of a store page, from the first item to the order.
 *
 *   browsing ─put→ pricing ─→ counting ─→ ready ─place→ placing ─→ placed
 *                     ↑          └→ refused               ↓  ↑ same key
 *                     └── every change ──┘              unsure ─→ stuck
 *
 * An order whose answer was lost is sent again with its key, and nothing in it changes before the answer is known, also
 * not by a reload: `keep` stores what is on its way. A refused order leaves the cart as it was.
 */
export const cartMachine = setup({
  types: {
    input: {} as { newKey: () => string; kept: KeptCart | null },
    context: {} as CartContext,
    events: {} as CartCommand,
    tags: {} as 'refused' | 'changing' | 'pricing' | 'payable' | 'placing' | 'unsure' | 'stuck' | 'placed',
  },
  actors: {
    priceCart: promisePort<OrderPreview, CartInput>('priceCart'),
    placeOrder: promisePort<StoreOrder, Placing>('placeOrder'),
  },
  actions: {
    keep: (_scope, _params: KeptCart) => undefined,
    tellPlaced: (_scope, _params: { order: StoreOrder }) => undefined,
    put: assign({
      items: ({ context }, { productId, quantity }: { productId: number; quantity: number }) =>
        withItem(context.items, productId, quantity),
      refusal: null,
      order: null,
    }),
    chooseContacts: assign({ scope: (_, { scope }: { scope: ContactsScopeInput | null }) => scope, refusal: null }),
    payWith: assign({ method: (_, { method }: { method: PaymentMethod }) => method, refusal: null }),
    price: assign({ preview: (_, { preview }: { preview: OrderPreview }) => preview }),
    begin: assign(({ context }) => ({
      placing: {
        key: context.newKey(),
        body: { ...cartOf(context), payment_method: context.method, expected_total: context.preview?.total ?? 0 },
      },
      refusal: null,
      asks: 0,
    })),
    ask: assign({ asks: ({ context }) => context.asks + 1 }),
    refuse: assign({ refusal: (_, { error }: { error: unknown }) => moneyRefusalOf(error) }),
    forgetRefusal: assign({ refusal: null }),
    giveUp: assign({ placing: null }),
    take: assign((_, { order }: { order: StoreOrder }) => ({
      order,
      items: [],
      placing: null,
      preview: null,
      refusal: null,
    })),
  },
  delays: { changesSettle: PRICE_MS, askAgain: ASK_MS },
  guards: {
    isEmpty: ({ context }) => context.items.length === 0,
    isUnsure: ({ context }) => context.placing !== null,
    isPriced: ({ context }) => context.preview !== null && context.preview.total > 0,
    isOpen: (_, { error }: { error: unknown }) => isOutcomeOpen(error),
    mayAskAgain: ({ context }) => context.asks < ASKS,
  },
}).createMachine({
  id: 'cart',
  context: ({ input: { newKey, kept } }) => ({
    newKey,
    items: kept?.items ?? [],
    placing: kept?.placing ?? null,
    scope: null,
    method: 'card',
    preview: null,
    refusal: null,
    asks: 0,
    order: null,
  }),
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: 'isUnsure', target: 'placing' },
        { guard: 'isEmpty', target: 'open.browsing' },
        { target: 'open.pricing' },
      ],
    },
    /** Nothing is on its way: everything may change. */
    open: {
      tags: ['changing'],
      initial: 'browsing',
      on: {
        'cart.put': {
          target: '.pricing',
          actions: [
            { type: 'put', params: ({ event }) => event },
            { type: 'keep', params: ({ context }) => context },
          ],
        },
        'cart.contacts': { target: '.pricing', actions: { type: 'chooseContacts', params: ({ event }) => event } },
        'cart.payWith': { actions: { type: 'payWith', params: ({ event }) => event } },
      },
      states: {
        browsing: {},
        pricing: {
          tags: ['pricing'],
          always: { guard: 'isEmpty', target: 'browsing' },
          after: { changesSettle: 'counting' },
        },
        counting: {
          tags: ['pricing'],
          invoke: {
            src: 'priceCart',
            input: ({ context }) => cartOf(context),
            onDone: {
              target: 'ready',
              actions: { type: 'price', params: ({ event }) => ({ preview: event.output }) },
            },
            onError: { target: 'refused', actions: { type: 'refuse', params: ({ event }) => event } },
          },
        },
        ready: {
          tags: ['payable'],
          on: {
            'cart.place': {
              guard: 'isPriced',
              target: '#cart.placing',
              actions: ['begin', { type: 'keep', params: ({ context }) => context }],
            },
          },
        },
        refused: { tags: ['refused'], on: { 'cart.retry': { target: 'counting', actions: 'forgetRefusal' } } },
        placed: { tags: ['placed'] },
      },
    },
    placing: {
      tags: ['placing'],
      entry: 'ask',
      invoke: {
        src: 'placeOrder',
        input: ({ context }) =>
          context.placing ?? { key: '', body: { items: [], payment_method: 'card', expected_total: 0 } },
        onDone: {
          target: 'open.placed',
          actions: [
            { type: 'take', params: ({ event }) => ({ order: event.output }) },
            { type: 'keep', params: ({ context }) => context },
            { type: 'tellPlaced', params: ({ event }) => ({ order: event.output }) },
          ],
        },
        onError: [
          { guard: { type: 'isOpen', params: ({ event }) => event }, target: 'unsure' },
          {
            target: 'open.counting',
            actions: [
              'giveUp',
              { type: 'refuse', params: ({ event }) => event },
              { type: 'keep', params: ({ context }) => context },
            ],
          },
        ],
      },
    },
    unsure: {
      tags: ['placing', 'unsure'],
      after: { askAgain: [{ guard: 'mayAskAgain', target: 'placing' }, { target: 'stuck' }] },
    },
    stuck: { tags: ['stuck'], on: { 'cart.retry': { target: 'placing', actions: assign({ asks: 0 }) } } },
  },
});

/** `quantity` 0 removes the product. */
function withItem(items: readonly CartItem[], productId: number, quantity: number): readonly CartItem[] {
  const most = Math.min(MAX_QUANTITY, quantity);
  const isIn = items.some((item) => item.product_id === productId);
  if (most <= 0) return items.filter((item) => item.product_id !== productId);
  if (!isIn) return [...items, { product_id: productId, quantity: most }];
  return items.map((item) => (item.product_id === productId ? { ...item, quantity: most } : item));
}

export type CartCommand =
  | { type: 'cart.put'; productId: number; quantity: number }
  | { type: 'cart.contacts'; scope: ContactsScopeInput | null }
  | { type: 'cart.payWith'; method: PaymentMethod }
  | { type: 'cart.place' }
  | { type: 'cart.retry' };

export type CartActor = ActorRefFrom<typeof cartMachine>;
