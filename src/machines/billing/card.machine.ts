import { type ActorRefFrom, assign, setup } from 'xstate';
import type { BillingInfo, CardSetUp } from '#contract/billing.contract.ts';
import { type Refusal, refusalOf } from '../imports/refusal.ts';
import { promisePort } from '../port.ts';

interface CardContext {
  readonly newKey: () => string;
  /** `null` until the server has said how the card is handed over. */
  readonly setUp: CardSetUp | null;
  /** The provider's name for the card that is being kept. */
  readonly method: string;
  /** Key of this card; a retry after a lost response is the same request. */
  readonly key: string;
  readonly refusal: Refusal | null;
  /** `null` until stored. */
  readonly billing: BillingInfo | null;
}

/**
 * Another card. A child of `billingMachine` as long as its page is open. The number goes from the form to the payment
 * provider; here is only the provider's name for it.
 *
 *   starting ─→ typing ─keep→ keeping ─→ kept
 *      └── start ──┘
 */
export const cardMachine = setup({
  types: {
    input: {} as { newKey: () => string },
    context: {} as CardContext,
    events: {} as CardCommand,
    output: {} as { billing: BillingInfo | null },
    tags: {} as 'refused' | 'typing' | 'keeping',
  },
  actors: {
    startCard: promisePort<CardSetUp>('startCard'),
    keepCard: promisePort<BillingInfo, { method: string; key: string }>('keepCard'),
  },
  actions: {
    refuse: assign({ refusal: (_, params: { error: unknown }) => refusalOf(params.error) }),
    take: assign(({ context }, { method }: { method: string }) => ({
      method,
      refusal: null,
      // The same card again, after no answer, is the same request; another one is a new request.
      key: method === context.method ? context.key : context.newKey(),
    })),
  },
}).createMachine({
  id: 'card',
  context: ({ input }) => ({ newKey: input.newKey, setUp: null, method: '', key: '', refusal: null, billing: null }),
  initial: 'starting',
  output: ({ context }) => ({ billing: context.billing }),
  states: {
    starting: {
      invoke: {
        src: 'startCard',
        onDone: { target: 'typing', actions: assign({ setUp: ({ event }) => event.output, refusal: null }) },
        onError: { target: 'refused', actions: { type: 'refuse', params: ({ event }) => event } },
      },
    },
    refused: { tags: ['refused'], on: { 'card.start': 'starting' } },
    typing: {
      tags: ['typing'],
      on: {
        'card.keep': { target: 'keeping', actions: { type: 'take', params: ({ event }) => event } },
        'card.start': 'starting',
      },
    },
    keeping: {
      tags: ['typing', 'keeping'],
      invoke: {
        src: 'keepCard',
        input: ({ context: { method, key } }) => ({ method, key }),
        onDone: { target: 'kept', actions: assign({ billing: ({ event }) => event.output }) },
        onError: { target: 'typing', actions: { type: 'refuse', params: ({ event }) => event } },
      },
    },
    kept: { type: 'final' },
  },
});

export type CardCommand = { type: 'card.start' } | { type: 'card.keep'; method: string };

export type CardActor = ActorRefFrom<typeof cardMachine>;
