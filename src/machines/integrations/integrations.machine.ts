import { assign, emit, enqueueActions, setup } from 'xstate';
import type { Authorization, Offer, OfServer, SignedInType } from '#contract/integrations.contract.ts';
import { type Refusal, refusalOf } from '../imports/refusal.ts';
import { promisePort } from '../port.ts';

/** Milliseconds between two looks: while a sync is due, and otherwise. Ours. */
export const SOON_MS = 3_000;
export const LATER_MS = 30_000;

/** What a provider has sent the browser back with. */
export interface CameBack {
  readonly type: SignedInType;
  /** `null`: the person has declined, or the provider has. */
  readonly code: string | null;
  readonly state: string;
}

export type IntegrationAsk =
  | { readonly what: 'connect'; readonly type: SignedInType }
  | { readonly what: 'finish'; readonly type: SignedInType; readonly code: string; readonly state: string }
  | { readonly what: 'sync'; readonly id: number }
  | { readonly what: 'disconnect'; readonly id: number };

export interface IntegrationOrder {
  readonly ask: IntegrationAsk;
  /** The same key takes effect only once. */
  readonly key: string;
}

export interface Integrations {
  readonly own: readonly Authorization[];
  readonly offers: readonly Offer[];
  readonly server: OfServer;
}

interface IntegrationsContext {
  readonly newKey: () => string;
  /** `null` until they are read. */
  readonly integrations: Integrations | null;
  readonly order: IntegrationOrder | null;
  /** Why the last order was refused, or why nothing could be read. */
  readonly refusal: Refusal | null;
  /** True until the page is told that they came back. */
  readonly isBack: boolean;
  /** The provider that the person came back from without a grant. */
  readonly declined: SignedInType | null;
}

type IntegrationsCommand =
  | { readonly type: 'integrations.submit'; readonly ask: IntegrationAsk }
  /** Also after a form has changed one. */
  | { readonly type: 'integrations.reload' };

type IntegrationsFact =
  /** The person signs in at a provider. */
  | { readonly type: 'integrations.leave'; readonly url: string }
  /** What the provider has sent is used up. */
  | { readonly type: 'integrations.arrived' }
  | { readonly type: 'integrations.done'; readonly ask: IntegrationAsk };

/**
 * Integrations of a person on their page: what the server says, looked at again sooner while a sync is due, and one order
 * at a time. A person who comes back from a provider begins with the order that finishes the connection.
 *
 *   loading ─→ due, calm (─ look → loading)
 *      └→ unreachable
 */
export const integrationsMachine = setup({
  types: {
    input: {} as { readonly newKey: () => string; readonly back: CameBack | null },
    context: {} as IntegrationsContext,
    events: {} as IntegrationsCommand | { readonly type: 'integrations.read' },
    emitted: {} as IntegrationsFact,
    tags: {} as 'pending' | 'unreachable' | 'busy',
  },
  actors: {
    readIntegrations: promisePort<Integrations>('readIntegrations'),
    /** `url`: where the person has to sign in; `null`: nothing is left to do. */
    submitIntegration: promisePort<{ readonly url: string | null }, IntegrationOrder>('submitIntegration'),
  },
  delays: { soon: SOON_MS, later: LATER_MS },
  guards: {
    isKnown: ({ context }) => context.integrations !== null,
    hasDue: ({ context }) => context.integrations?.own.some(({ syncing }) => syncing) === true,
    hasOrder: ({ context }) => context.order !== null,
    isElsewhere: (_, { url }: { url: string | null }) => url !== null,
  },
  actions: {
    adopt: assign({ integrations: (_, { read }: { read: Integrations }) => read }),
    refuse: assign({ refusal: (_, { error }: { error: unknown }) => refusalOf(error) }),
    /** An order that may have had its effect is repeated with the same key. */
    takeOrder: assign(({ context: { order, refusal, newKey } }, { ask }: { ask: IntegrationAsk }) => {
      const isSameAgain = refusal?.again === true && JSON.stringify(order?.ask) === JSON.stringify(ask);
      return {
        order: isSameAgain && order !== null ? order : { ask, key: newKey() },
        refusal: null,
        declined: null,
      };
    }),
    tellDone: enqueueActions(({ context: { order }, enqueue }) => {
      // Entered with an order only.
      enqueue(emit({ type: 'integrations.done' as const, ask: order!.ask }));
      enqueue.raise({ type: 'integrations.read' });
    }),
    tellLeave: emit((_, { url }: { url: string | null }) => ({ type: 'integrations.leave' as const, url: url ?? '' })),
    tellArrived: enqueueActions(({ context: { isBack }, enqueue }) => {
      if (!isBack) return;
      enqueue(emit({ type: 'integrations.arrived' as const }));
      enqueue.assign({ isBack: false });
    }),
  },
}).createMachine({
  id: 'integrations',
  type: 'parallel',
  context: ({ input: { newKey, back } }) => ({
    newKey,
    integrations: null,
    order:
      back === null || back.code === null
        ? null
        : { ask: { what: 'finish', type: back.type, code: back.code, state: back.state }, key: newKey() },
    refusal: null,
    isBack: back !== null,
    declined: back !== null && back.code === null ? back.type : null,
  }),
  states: {
    stage: {
      initial: 'loading',
      on: { 'integrations.reload': '.loading', 'integrations.read': '.loading' },
      states: {
        loading: {
          tags: ['pending'],
          invoke: {
            src: 'readIntegrations',
            onDone: {
              target: 'deciding',
              actions: [{ type: 'adopt', params: ({ event }) => ({ read: event.output }) }, 'tellArrived'],
            },
            onError: [
              // What is known stays, and is looked at again.
              { guard: 'isKnown', target: 'deciding' },
              { target: 'unreachable', actions: [{ type: 'refuse', params: ({ event }) => event }, 'tellArrived'] },
            ],
          },
        },
        unreachable: { tags: ['unreachable'] },
        deciding: { always: [{ guard: 'hasDue', target: 'due' }, { target: 'calm' }] },
        due: { after: { soon: 'loading' } },
        calm: { after: { later: 'loading' } },
      },
    },
    request: {
      initial: 'arriving',
      states: {
        arriving: {
          always: [{ guard: 'hasOrder', target: 'asking' }, { target: 'idle' }],
        },
        idle: {
          on: {
            'integrations.submit': {
              guard: 'isKnown',
              target: 'asking',
              actions: { type: 'takeOrder', params: ({ event }) => event },
            },
          },
        },
        asking: {
          tags: ['busy'],
          invoke: {
            src: 'submitIntegration',
            // Entered with an order only.
            input: ({ context }) => context.order!,
            onDone: [
              {
                guard: { type: 'isElsewhere', params: ({ event }) => event.output },
                target: 'leaving',
                actions: { type: 'tellLeave', params: ({ event }) => event.output },
              },
              { target: 'idle', actions: 'tellDone' },
            ],
            onError: { target: 'idle', actions: { type: 'refuse', params: ({ event }) => event } },
          },
        },
        // The browser is on its way to the provider; who comes back to this page may choose again.
        leaving: { after: { later: 'idle' } },
      },
    },
  },
});
