import { type ActorRefFrom, assign, enqueueActions, setup } from 'xstate';
import type { Campaign, TextRegistration } from '#contract/registration.contract.ts';
import { type RegistrationStep, stepOf } from '#rules/messages/registration.ts';
import { type Refusal, refusalOf } from '../imports/refusal.ts';
import { promisePort } from '../port.ts';

/** Milliseconds between two looks at a review. Ours: the server looks once a minute. */
export const LOOK_MS = 15_000;

/** What an administrator submits. */
export type RegistrationAsk =
  | {
      readonly what: 'brand';
      readonly said: {
        readonly customer_profile_sid: string;
        readonly a2p_profile_sid: string;
        readonly messaging_service_sid: string;
      };
    }
  | { readonly what: 'campaign'; readonly said: Campaign }
  | { readonly what: 'check' };

export interface RegistrationOrder {
  readonly ask: RegistrationAsk;
  /** The same key takes effect only once. */
  readonly key: string;
}

export interface RegistrationContext {
  readonly newKey: () => string;
  /** `null` until it is read. */
  readonly registration: TextRegistration | null;
  readonly order: RegistrationOrder | null;
  /** Why the last order was refused, or why nothing could be read. */
  readonly refusal: Refusal | null;
}

type RegistrationCommand = { type: 'registration.submit'; ask: RegistrationAsk } | { type: 'registration.reload' };
type RegistrationSignal = { type: 'registration.adopted' };

/** Steps at which each can be submitted. */
const OFFERED: Readonly<Record<RegistrationAsk['what'], readonly RegistrationStep[]>> = {
  brand: ['brand', 'brand_failed', 'brand_suspended'],
  campaign: ['campaign', 'campaign_failed'],
  check: [
    'brand_review',
    'brand_failed',
    'brand_suspended',
    'campaign',
    'campaign_review',
    'campaign_failed',
    'verified',
  ],
};

const registrationSetup = setup({
  types: {
    input: {} as Pick<RegistrationContext, 'newKey'>,
    context: {} as RegistrationContext,
    events: {} as RegistrationCommand | RegistrationSignal,
    tags: {} as 'pending' | 'unreachable' | 'busy' | 'review',
  },
  actors: {
    readRegistration: promisePort<TextRegistration>('readRegistration'),
    submitRegistration: promisePort<TextRegistration, RegistrationOrder>('submitRegistration'),
  },
  delays: { look: LOOK_MS },
  guards: {
    isKnown: ({ context }) => context.registration !== null,
    stands: ({ context: { registration } }, { at }: { at: RegistrationStep }) =>
      registration !== null && stepOf(registration) === at,
    hasWaiting: ({ context }) => context.registration?.numbers.some(({ state }) => state === 'waiting') === true,
    offers: ({ context: { registration } }, { ask }: { ask: RegistrationAsk }) =>
      registration !== null && OFFERED[ask.what].includes(stepOf(registration)),
  },
  actions: {
    /** The higher version wins, from any source. */
    adopt: enqueueActions(({ context, enqueue }, { registration }: { registration: TextRegistration }) => {
      const isOld = context.registration !== null && registration.version < context.registration.version;
      if (!isOld) enqueue.assign({ registration, refusal: null });
      enqueue.raise({ type: 'registration.adopted' });
    }),
    refuse: assign({ refusal: (_, { error }: { error: unknown }) => refusalOf(error) }),
    /** An order that may have had its effect is repeated with the same key. */
    takeOrder: assign(({ context: { order, refusal, newKey } }, { ask }: { ask: RegistrationAsk }) => {
      const isSameAgain = refusal?.again === true && JSON.stringify(order?.ask) === JSON.stringify(ask);
      return { order: isSameAgain && order !== null ? order : { ask, key: newKey() }, refusal: null };
    }),
  },
});

const stands = (at: RegistrationStep) => ({ type: 'stands' as const, params: { at } });

/**
 * The registration of business texts with US carriers, on its page.
 *
 *   loading ─→ brand → brandReview ─→ campaign → campaignReview ─→ verified
 *      └→ unreachable    └→ brandFailed, brandSuspended  └→ campaignFailed
 *
 * Two regions: `stage` follows only the server, and looks again while carriers review; `request` sends one order at a
 * time.
 */
export const registrationMachine = registrationSetup.createMachine({
  id: 'registration',
  type: 'parallel',
  context: ({ input: { newKey } }) => ({ newKey, registration: null, order: null, refusal: null }),
  states: {
    stage: {
      initial: 'loading',
      on: { 'registration.adopted': '.deciding' },
      states: {
        loading: {
          tags: ['pending'],
          invoke: {
            src: 'readRegistration',
            onDone: { actions: { type: 'adopt', params: ({ event }) => ({ registration: event.output }) } },
            onError: [
              // What is known stays, and is looked at again.
              { guard: 'isKnown', target: 'deciding' },
              { target: 'unreachable', actions: { type: 'refuse', params: ({ event }) => event } },
            ],
          },
        },
        unreachable: { tags: ['unreachable'], on: { 'registration.reload': 'loading' } },
        deciding: {
          always: [
            { guard: stands('brand'), target: 'brand' },
            { guard: stands('brand_review'), target: 'brandReview' },
            { guard: stands('brand_failed'), target: 'brandFailed' },
            { guard: stands('brand_suspended'), target: 'brandSuspended' },
            { guard: stands('campaign'), target: 'campaign' },
            { guard: stands('campaign_review'), target: 'campaignReview' },
            { guard: stands('campaign_failed'), target: 'campaignFailed' },
            { target: 'verified' },
          ],
        },
        brand: {},
        brandReview: { tags: ['review'], after: { look: 'loading' } },
        brandFailed: {},
        brandSuspended: {},
        campaign: {},
        campaignReview: { tags: ['review'], after: { look: 'loading' } },
        campaignFailed: {},
        verified: { after: { look: { guard: 'hasWaiting', target: 'loading' } } },
      },
    },
    request: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'registration.submit': {
              guard: { type: 'offers', params: ({ event }) => event },
              target: 'asking',
              actions: { type: 'takeOrder', params: ({ event }) => event },
            },
          },
        },
        asking: {
          tags: ['busy'],
          invoke: {
            src: 'submitRegistration',
            // Entered with an order only.
            input: ({ context }) => context.order!,
            onDone: {
              target: 'idle',
              actions: { type: 'adopt', params: ({ event }) => ({ registration: event.output }) },
            },
            onError: { target: 'idle', actions: { type: 'refuse', params: ({ event }) => event } },
          },
        },
      },
    },
  },
});

export type RegistrationActor = ActorRefFrom<typeof registrationMachine>;
