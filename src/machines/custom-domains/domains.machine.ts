import { assign, emit, enqueueActions, setup } from 'xstate';
import type { CustomDomain } from '#contract/custom-domains.contract.ts';
import { type Refusal, refusalOf } from '../imports/refusal.ts';
import { promisePort } from '../port.ts';

/** Milliseconds between two looks while the DNS is to change. Ours: the server checks about once a minute. */
export const LOOK_MS = 15_000;

/** What an administrator does with a domain. */
export type DomainAsk =
  | { readonly what: 'verify'; readonly id: number }
  | { readonly what: 'remove'; readonly domain: RemovedDomain }
  | { readonly what: 'restore'; readonly domain: RemovedDomain };

export type RemovedDomain = Pick<CustomDomain, 'id' | 'custom_domain' | 'business_unit_id'>;

export interface DomainOrder {
  readonly ask: DomainAsk;
  /** The same key takes effect only once. */
  readonly key: string;
}

interface DomainsContext {
  readonly newKey: () => string;
  /** `null` until they are read. */
  readonly domains: readonly CustomDomain[] | null;
  readonly order: DomainOrder | null;
  /** Why the last order was refused, or why nothing could be read. */
  readonly refusal: Refusal | null;
}

type DomainsCommand =
  | { readonly type: 'domains.submit'; readonly ask: DomainAsk }
  /** Also after one was added or renamed. */
  | { readonly type: 'domains.reload' };

type DomainsFact = { readonly type: 'domain.removed'; readonly domain: RemovedDomain };

const isOpen = ({ status }: CustomDomain): boolean => status !== 'verified';

/**
 * Domains of the agency on their page: what the server says, looked at again while the DNS is to change, and one order at
 * a time.
 *
 *   loading ─→ none, waiting (─ look → loading), settled
 *      └→ unreachable
 */
export const domainsMachine = setup({
  types: {
    input: {} as Pick<DomainsContext, 'newKey'>,
    context: {} as DomainsContext,
    events: {} as DomainsCommand | { readonly type: 'domains.read' },
    emitted: {} as DomainsFact,
    tags: {} as 'pending' | 'unreachable' | 'busy',
  },
  actors: {
    readDomains: promisePort<readonly CustomDomain[]>('readDomains'),
    submitDomain: promisePort<undefined, DomainOrder>('submitDomain'),
  },
  delays: { look: LOOK_MS },
  guards: {
    isKnown: ({ context }) => context.domains !== null,
    isNone: ({ context }) => context.domains?.length === 0,
    hasOpen: ({ context }) => context.domains?.some(isOpen) === true,
  },
  actions: {
    adopt: assign({
      domains: (_, { domains }: { domains: readonly CustomDomain[] }) => domains,
    }),
    refuse: assign({ refusal: (_, { error }: { error: unknown }) => refusalOf(error) }),
    /** An order that may have had its effect is repeated with the same key. */
    takeOrder: assign(({ context: { order, refusal, newKey } }, { ask }: { ask: DomainAsk }) => {
      const isSameAgain = refusal?.again === true && JSON.stringify(order?.ask) === JSON.stringify(ask);
      return { order: isSameAgain && order !== null ? order : { ask, key: newKey() }, refusal: null };
    }),
    tellDone: enqueueActions(({ context: { order }, enqueue }) => {
      const ask = order?.ask;
      if (ask?.what === 'remove') enqueue(emit({ type: 'domain.removed' as const, domain: ask.domain }));
      enqueue.raise({ type: 'domains.read' });
    }),
  },
}).createMachine({
  id: 'domains',
  type: 'parallel',
  context: ({ input: { newKey } }) => ({ newKey, domains: null, order: null, refusal: null }),
  states: {
    stage: {
      initial: 'loading',
      on: { 'domains.reload': '.loading', 'domains.read': '.loading' },
      states: {
        loading: {
          tags: ['pending'],
          invoke: {
            src: 'readDomains',
            onDone: {
              target: 'deciding',
              actions: { type: 'adopt', params: ({ event }) => ({ domains: event.output }) },
            },
            onError: [
              // What is known stays, and is looked at again.
              { guard: 'isKnown', target: 'deciding' },
              { target: 'unreachable', actions: { type: 'refuse', params: ({ event }) => event } },
            ],
          },
        },
        unreachable: { tags: ['unreachable'] },
        deciding: {
          always: [{ guard: 'isNone', target: 'none' }, { guard: 'hasOpen', target: 'waiting' }, { target: 'settled' }],
        },
        none: {},
        waiting: { after: { look: 'loading' } },
        settled: {},
      },
    },
    request: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'domains.submit': {
              guard: 'isKnown',
              target: 'asking',
              actions: { type: 'takeOrder', params: ({ event }) => event },
            },
          },
        },
        asking: {
          tags: ['busy'],
          invoke: {
            src: 'submitDomain',
            // Entered with an order only.
            input: ({ context }) => context.order!,
            onDone: { target: 'idle', actions: 'tellDone' },
            onError: { target: 'idle', actions: { type: 'refuse', params: ({ event }) => event } },
          },
        },
      },
    },
  },
});
