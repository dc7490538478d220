import { type ActorRefFrom, assign, setup } from 'xstate';
import { refusalOf } from '../imports/refusal.ts';
import { promisePort } from '../port.ts';
import {
  ASK_MS,
  leavesOpen,
  MAX_QUESTIONS,
  type PlanChange,
  type PlanChangeCommand,
  type PlanChangeContext,
  type PlanPrice,
  type PlanWrite,
  reasonsOf,
  writeOf,
} from './plan-change-context.ts';

/**
 * One change of a subscription: its price is shown, it is confirmed, and made once. It keeps one key until the server has
 * said what came of it, so that no click and no lost reply charges a card twice.
 *
 *   idle ─propose→ pricing ─→ confirming ─confirm→ writing ─→ idle
 *                     └→ unpriced              ↑      ├→ confirming, with the reason
 *                                              └──────┴→ unknown ⇄ asking ─→ idle, confirming, unsure
 */
export const planChangeMachine = setup({
  types: {
    input: {} as { newKey: () => string },
    context: {} as PlanChangeContext,
    events: {} as PlanChangeCommand,
    tags: {} as 'open' | 'pricing' | 'unpriced' | 'ready' | 'busy' | 'unsure',
  },
  actors: {
    readPrice: promisePort<PlanPrice, PlanChange>('readPrice'),
    /** Asked again with the same key, it says what came of the first time. */
    writeChange: promisePort<void, PlanWrite>('writeChange'),
  },
  delays: { ask: ASK_MS },
  guards: {
    isPriced: (_, { change }: { change: PlanChange }) => change.price !== null,
    isOpen: (_, params: { error: unknown }) => leavesOpen(params.error),
    mayAsk: ({ context }, params: { error: unknown }) => leavesOpen(params.error) && context.questions < MAX_QUESTIONS,
  },
  actions: {
    /** Says that it is done, also on another page by then. */
    tellDone: (_scope, _params: { context: PlanChangeContext }) => undefined,
    propose: assign(({ context }, { change }: { change: PlanChange }) => ({
      change,
      price: change.price,
      key: context.newKey(),
      questions: 0,
      refusal: null,
      reasons: [],
    })),
    takePrice: assign({ price: (_, params: { output: PlanPrice }) => params.output }),
    refuse: assign({
      refusal: (_, params: { error: unknown }) => refusalOf(params.error),
      reasons: (_, params: { error: unknown }) => reasonsOf(params.error),
    }),
    /** A refused change is another request when it is confirmed again. */
    newKey: assign({ key: ({ context }) => context.newKey(), questions: 0 }),
    forgetRefusal: assign({ refusal: null, reasons: [], questions: 0 }),
    countQuestion: assign({ questions: ({ context }) => context.questions + 1 }),
    forget: assign({ change: null, price: null, refusal: null, reasons: [] }),
  },
}).createMachine({
  id: 'plan-change',
  context: ({ input: { newKey } }) => ({
    newKey,
    change: null,
    price: null,
    key: '',
    questions: 0,
    refusal: null,
    reasons: [],
  }),
  initial: 'idle',
  states: {
    idle: {
      entry: 'forget',
      on: {
        'change.propose': [
          {
            guard: { type: 'isPriced', params: ({ event }) => event },
            target: 'confirming',
            actions: { type: 'propose', params: ({ event }) => event },
          },
          { target: 'pricing', actions: { type: 'propose', params: ({ event }) => event } },
        ],
      },
    },
    pricing: {
      tags: ['open', 'pricing'],
      on: { 'change.back': 'idle' },
      invoke: {
        src: 'readPrice',
        input: ({ context }) => changeOf(context),
        onDone: { target: 'confirming', actions: { type: 'takePrice', params: ({ event }) => event } },
        onError: { target: 'unpriced', actions: { type: 'refuse', params: ({ event }) => event } },
      },
    },
    unpriced: {
      tags: ['open', 'unpriced'],
      on: { 'change.back': 'idle', 'change.reload': { target: 'pricing', actions: 'forgetRefusal' } },
    },
    confirming: {
      tags: ['open', 'ready'],
      on: { 'change.back': 'idle', 'change.confirm': { target: 'writing', actions: 'forgetRefusal' } },
    },
    writing: {
      tags: ['open', 'busy'],
      invoke: {
        src: 'writeChange',
        input: ({ context }) => writeOf(context),
        onDone: { target: 'idle', actions: { type: 'tellDone', params: ({ context }) => ({ context }) } },
        onError: [
          { guard: { type: 'isOpen', params: ({ event }) => event }, target: 'unknown' },
          { target: 'confirming', actions: [{ type: 'refuse', params: ({ event }) => event }, 'newKey'] },
        ],
      },
    },
    unknown: { tags: ['open', 'busy'], after: { ask: 'asking' } },
    asking: {
      tags: ['open', 'busy'],
      entry: 'countQuestion',
      invoke: {
        src: 'writeChange',
        input: ({ context }) => writeOf(context),
        onDone: { target: 'idle', actions: { type: 'tellDone', params: ({ context }) => ({ context }) } },
        onError: [
          { guard: { type: 'mayAsk', params: ({ event }) => event }, target: 'unknown' },
          { guard: { type: 'isOpen', params: ({ event }) => event }, target: 'unsure' },
          { target: 'confirming', actions: [{ type: 'refuse', params: ({ event }) => event }, 'newKey'] },
        ],
      },
    },
    unsure: {
      tags: ['open', 'unsure'],
      on: { 'change.back': 'idle', 'change.confirm': { target: 'asking', actions: 'forgetRefusal' } },
    },
  },
});

function changeOf({ change }: PlanChangeContext): PlanChange {
  if (change === null) throw new Error('no change is proposed');
  return change;
}

export type PlanChangeActor = ActorRefFrom<typeof planChangeMachine>;
