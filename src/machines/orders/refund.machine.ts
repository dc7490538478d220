import { type ActorRefFrom, assign, emit, setup } from 'xstate';
import type { OrderDetail } from '#contract/orders.contract.ts';
import type { PaymentMethod } from '#contract/store.contract.ts';
import { readRefund } from '#rules/store/refund-amount.ts';
import { promisePort } from '../port.ts';
import { isOutcomeOpen, type MoneyRefusal, moneyRefusalOf } from '../store/money-refusal.ts';

/** Milliseconds until a refund whose answer was lost is sent again, with the same key, and how often. Ours. */
export const ASK_MS = 2_000;
export const ASKS = 5;

export interface Refunding {
  readonly orderId: number;
  readonly key: string;
  readonly amount: number;
  readonly reason: string;
  readonly to: PaymentMethod;
}

interface RefundContext {
  readonly newKey: () => string;
  readonly orderId: number;
  readonly leftCents: number;
  /** As typed. */
  readonly amount: string;
  readonly reason: string;
  readonly to: PaymentMethod;
  readonly refunding: Refunding | null;
  readonly refusal: MoneyRefusal | null;
  readonly asks: number;
}

/**
 * One refund, in a dialog.
 *
 *   typing ─send→ sending ─→ done
 *     ↑ refused ───┘  ↓ ↑ same key
 *                   unsure ─→ stuck
 *
 * A refund whose answer was lost is sent again with its key, so it is made once; until the answer is known, nothing
 * else can be refunded here.
 */
export const refundMachine = setup({
  types: {
    input: {} as { newKey: () => string; orderId: number; leftCents: number; to: PaymentMethod },
    context: {} as RefundContext,
    events: {} as RefundCommand,
    emitted: {} as { type: 'refunded'; order: OrderDetail },
    tags: {} as 'typing' | 'sending' | 'unsure' | 'stuck' | 'done',
  },
  actors: { refund: promisePort<OrderDetail, Refunding>('refund') },
  actions: {
    tellRefunded: (_scope, _params: { order: OrderDetail }) => undefined,
    write: assign((_, { change }: { change: RefundDraft }) => ({ ...change, refusal: null })),
    begin: assign(({ context }) => ({
      refunding: {
        orderId: context.orderId,
        key: context.newKey(),
        amount: (readRefund(context.amount, context.leftCents).cents ?? 0) / 100,
        reason: context.reason,
        to: context.to,
      },
      refusal: null,
      asks: 0,
    })),
    ask: assign({ asks: ({ context }) => context.asks + 1 }),
    refuse: assign({
      refusal: (_, { error }: { error: unknown }) => moneyRefusalOf(error),
      refunding: null,
    }),
  },
  delays: { askAgain: ASK_MS },
  guards: {
    isSound: ({ context }) => readRefund(context.amount, context.leftCents).cents !== null,
    isOpen: (_, { error }: { error: unknown }) => isOutcomeOpen(error),
    mayAskAgain: ({ context }) => context.asks < ASKS,
  },
}).createMachine({
  id: 'refund',
  context: ({ input }) => ({ ...input, amount: '', reason: '', refunding: null, refusal: null, asks: 0 }),
  initial: 'typing',
  states: {
    typing: {
      tags: ['typing'],
      on: {
        'refund.write': { actions: { type: 'write', params: ({ event }) => event } },
        'refund.send': { guard: 'isSound', target: 'sending', actions: 'begin' },
      },
    },
    sending: {
      tags: ['sending'],
      entry: 'ask',
      invoke: {
        src: 'refund',
        input: ({ context: { refunding, orderId, to } }) =>
          refunding ?? { orderId, key: '', amount: 0, reason: '', to },
        onDone: {
          target: 'done',
          actions: [
            { type: 'tellRefunded', params: ({ event }) => ({ order: event.output }) },
            emit(({ event }) => ({ type: 'refunded' as const, order: event.output })),
          ],
        },
        onError: [
          { guard: { type: 'isOpen', params: ({ event }) => event }, target: 'unsure' },
          { target: 'typing', actions: { type: 'refuse', params: ({ event }) => event } },
        ],
      },
    },
    unsure: {
      tags: ['sending', 'unsure'],
      after: { askAgain: [{ guard: 'mayAskAgain', target: 'sending' }, { target: 'stuck' }] },
    },
    stuck: { tags: ['stuck'], on: { 'refund.retry': { target: 'sending', actions: assign({ asks: 0 }) } } },
    done: { tags: ['done'], type: 'final' },
  },
});

export type RefundDraft = Partial<Pick<RefundContext, 'amount' | 'reason' | 'to'>>;

export type RefundCommand =
  | { type: 'refund.write'; change: RefundDraft }
  | { type: 'refund.send' }
  | { type: 'refund.retry' };

export type RefundActor = ActorRefFrom<typeof refundMachine>;
