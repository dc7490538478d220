import { type ActorRefFrom, assign, setup } from 'xstate';
import type { BillingInfo, PlanPreview } from '#contract/billing.contract.ts';
import { refusalOf } from '../imports/refusal.ts';
import { promisePort } from '../port.ts';
import {
  ASK_MS,
  type BillingCommand,
  type BillingContext,
  type BillingFacts,
  isDoneBefore,
  leavesOpen,
  MAX_QUESTIONS,
  type Opened,
  type Payment,
  paymentOf,
} from './billing-context.ts';
import { cardMachine } from './card.machine.ts';

/**
 * Plan, card and payment while a billing page is open. The address selects the page; while money moves, addresses wait.
 * A payment starts only in `reviewing` and keeps one key until the server reports its outcome, so that no click, reply
 * or page causes a second one.
 *
 *   loading ─→ overview, choosing, card
 *      └→ previewing ─→ reviewing ─pay→ paying ─→ paid
 *                                         ├→ declined
 *                                         └→ unknown ⇄ asking ─→ paid, declined, unsure
 */
export const billingMachine = setup({
  types: {
    children: {} as { card: 'card' },
    input: {} as Opened & { newKey: () => string },
    context: {} as BillingContext,
    events: {} as BillingCommand,
    tags: {} as
      | 'pending'
      | 'unreachable'
      | 'overview'
      | 'cancelling'
      | 'choosing'
      | 'card'
      | 'cardKept'
      | 'review'
      | 'payable'
      | 'paying'
      | 'unknown'
      | 'unsure'
      | 'paid',
  },
  actors: {
    card: cardMachine,
    readFacts: promisePort<BillingFacts>('readFacts'),
    previewPlan: promisePort<PlanPreview, { planId: number }>('previewPlan'),
    /** Asked again with the same key, it says what came of the first time. */
    payPlan: promisePort<BillingInfo, Payment>('payPlan'),
    cancelPlan: promisePort<BillingInfo, { key: string }>('cancelPlan'),
  },
  delays: { ask: ASK_MS },
  guards: {
    wantsCard: ({ context }) => context.page === 'card',
    wantsOverview: ({ context }) => context.page === 'overview',
    wantsReview: ({ context }) => context.page === 'reviewing' && context.planId !== null,
    hasCard: ({ context }) => context.facts !== null && context.facts.billing.payment_infos.length > 0,
    isSamePage: ({ context }, params: Opened) => context.page === params.page && context.planId === params.planId,
    isOpen: (_, params: { error: unknown }) => leavesOpen(params.error),
    isDoneBefore: (_, params: { error: unknown }) => isDoneBefore(params.error),
    mayAsk: ({ context }, params: { error: unknown }) => leavesOpen(params.error) && context.questions < MAX_QUESTIONS,
  },
  actions: {
    /** The user's membership changed: the guards and other pages need to know. */
    tellChanged: () => undefined,
    /** Reports the charge, even when the user leaves the page immediately. */
    tellPaid: (_scope, _params: { context: BillingContext }) => undefined,
    takePage: assign((_, { page, planId }: Opened) => ({ page, planId })),
    takeFacts: assign({ facts: (_, params: { output: BillingFacts }) => params.output, refusal: null }),
    takeBilling: assign({
      facts: ({ context }, { billing }: { billing: BillingInfo | null }) =>
        context.facts && billing ? { ...context.facts, billing } : context.facts,
      refusal: null,
    }),
    takeReceipt: assign({
      receipt: ({ context: { preview } }) => preview && { plan: preview.plan, chargedCents: preview.due_now_cents },
    }),
    newKey: assign({ key: ({ context }) => context.newKey(), questions: 0, refusal: null }),
    countQuestion: assign({ questions: ({ context }) => context.questions + 1 }),
    askAnew: assign({ questions: 0 }),
    refuse: assign({ refusal: (_, params: { error: unknown }) => refusalOf(params.error) }),
    forgetRefusal: assign({ refusal: null }),
    forgetPreview: assign({ preview: null }),
  },
}).createMachine({
  id: 'billing',
  context: ({ input: { newKey, page, planId } }) => ({
    newKey,
    page,
    planId,
    facts: null,
    preview: null,
    key: '',
    questions: 0,
    refusal: null,
    receipt: null,
  }),
  initial: 'loading',
  on: { 'billing.opened': { actions: { type: 'takePage', params: ({ event }) => event } } },
  states: {
    loading: {
      tags: ['pending'],
      invoke: {
        src: 'readFacts',
        onDone: { target: 'open', actions: { type: 'takeFacts', params: ({ event }) => event } },
        onError: { target: 'unreachable', actions: { type: 'refuse', params: ({ event }) => event } },
      },
    },
    unreachable: { tags: ['unreachable'], on: { 'billing.reload': 'loading' } },
    open: {
      initial: 'finding',
      on: {
        'billing.opened': [
          { guard: { type: 'isSamePage', params: ({ event }) => event } },
          { target: '.finding', actions: { type: 'takePage', params: ({ event }) => event } },
        ],
      },
      states: {
        finding: {
          entry: 'forgetRefusal',
          always: [
            { guard: 'wantsCard', target: 'card' },
            { guard: 'wantsReview', target: 'previewing' },
            { guard: 'wantsOverview', target: 'overview' },
            { target: 'choosing' },
          ],
        },
        overview: { tags: ['overview'], on: { 'billing.cancel': '#billing.cancelling' } },
        choosing: { tags: ['choosing'] },
        card: {
          tags: ['card'],
          invoke: {
            id: 'card',
            src: 'card',
            input: ({ context }) => ({ newKey: context.newKey }),
            onDone: {
              target: 'cardKept',
              actions: [
                { type: 'takeBilling', params: ({ event }) => ({ billing: event.output.billing }) },
                'tellChanged',
              ],
            },
            onError: { target: 'cardKept' },
          },
        },
        cardKept: { tags: ['cardKept'] },
        previewing: {
          tags: ['pending'],
          entry: 'forgetPreview',
          invoke: {
            src: 'previewPlan',
            input: ({ context }) => ({ planId: context.planId ?? 0 }),
            onDone: { target: 'reviewing', actions: assign({ preview: ({ event }) => event.output }) },
            onError: { target: 'declined', actions: { type: 'refuse', params: ({ event }) => event } },
          },
        },
        reviewing: {
          tags: ['review', 'payable'],
          on: { 'billing.pay': { guard: 'hasCard', target: '#billing.paying', actions: 'newKey' } },
        },
        declined: { tags: ['review'], on: { 'billing.reload': 'finding' } },
        paid: { tags: ['paid'] },
      },
    },
    paying: {
      tags: ['review', 'paying'],
      invoke: {
        src: 'payPlan',
        input: ({ context }) => paymentOf(context),
        onDone: {
          target: 'done',
          actions: { type: 'takeBilling', params: ({ event }) => ({ billing: event.output }) },
        },
        onError: [
          { guard: { type: 'isOpen', params: ({ event }) => event }, target: 'unknown' },
          { target: 'open.declined', actions: { type: 'refuse', params: ({ event }) => event } },
        ],
      },
    },
    unknown: { tags: ['review', 'unknown'], after: { ask: 'asking' } },
    asking: {
      tags: ['review', 'unknown'],
      entry: 'countQuestion',
      invoke: {
        src: 'payPlan',
        input: ({ context }) => paymentOf(context),
        onDone: {
          target: 'done',
          actions: { type: 'takeBilling', params: ({ event }) => ({ billing: event.output }) },
        },
        onError: [
          { guard: { type: 'mayAsk', params: ({ event }) => event }, target: 'unknown' },
          { guard: { type: 'isOpen', params: ({ event }) => event }, target: 'unsure' },
          { guard: { type: 'isDoneBefore', params: ({ event }) => event }, target: 'loading', actions: 'tellChanged' },
          { target: 'open.declined', actions: { type: 'refuse', params: ({ event }) => event } },
        ],
      },
    },
    unsure: { tags: ['review', 'unsure'], on: { 'billing.ask': { target: 'asking', actions: 'askAnew' } } },
    done: {
      entry: ['takeReceipt', { type: 'tellPaid', params: ({ context }) => ({ context }) }, 'tellChanged'],
      // A user who has moved to another page stays there; a toast tells them.
      always: [{ guard: 'wantsReview', target: 'open.paid' }, { target: 'open.finding' }],
    },
    cancelling: {
      tags: ['overview', 'cancelling'],
      entry: 'newKey',
      invoke: {
        src: 'cancelPlan',
        input: ({ context }) => ({ key: context.key }),
        onDone: {
          target: 'open.overview',
          actions: [{ type: 'takeBilling', params: ({ event }) => ({ billing: event.output }) }, 'tellChanged'],
        },
        onError: { target: 'open.overview', actions: { type: 'refuse', params: ({ event }) => event } },
      },
    },
  },
});

export type BillingActor = ActorRefFrom<typeof billingMachine>;
