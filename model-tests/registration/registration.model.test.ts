import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { TextRegistration } from '#contract/registration.contract.ts';
import { type RegistrationStep, stepOf } from '#rules/messages/registration.ts';
import {
  LOOK_MS,
  type RegistrationAsk,
  type RegistrationContext,
  registrationMachine,
} from '../../src/machines/registration/registration.machine.ts';
import { brand, campaign, registration, waiting } from '../../tests/registration/sample-registration.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

let keys = 0;
const newKey = () => `key ${(keys += 1)}`;

const AT: Readonly<Record<RegistrationStep, () => Partial<TextRegistration>>> = {
  brand: () => ({}),
  brand_review: () => ({ brand: brand('IN_REVIEW') }),
  brand_failed: () => ({ brand: brand('FAILED', 'Tax ID not found.') }),
  brand_suspended: () => ({ brand: brand('SUSPENDED') }),
  campaign: () => ({ brand: brand('APPROVED') }),
  campaign_review: () => ({ brand: brand('APPROVED'), campaign: campaign('IN_PROGRESS') }),
  campaign_failed: () => ({ brand: brand('APPROVED'), campaign: campaign('FAILED', ['No opt-out wording.']) }),
  verified: () => ({ brand: brand('APPROVED'), campaign: campaign('VERIFIED') }),
};
const STEPS = Object.keys(AT) as RegistrationStep[];

/** Steps that an order at a step leads to. */
const AFTER: Readonly<Record<RegistrationAsk['what'], readonly RegistrationStep[]>> = {
  brand: ['brand_review'],
  campaign: ['campaign_review'],
  check: STEPS.filter((step) => step !== 'brand'),
};

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as RegistrationContext;
const stepIn = (snapshot: AnyMachineSnapshot): RegistrationStep | null => {
  const { registration: known } = contextOf(snapshot);
  return known === null ? null : stepOf(known);
};

const submits = (ask: RegistrationAsk): Move => ({
  when: (s) => s.can({ type: 'registration.submit', ask }),
  go: ({ send }) => send({ type: 'registration.submit', ask }),
});
const { said } = campaign('VERIFIED');
const { customer_profile_sid, a2p_profile_sid, messaging_service_sid } = brand('PENDING');

/** What an administrator, carriers and the server can do. */
const registrationModel: Model = {
  name: 'registration',
  starts: {
    'the page': ({ hold }) => ({
      machine: registrationMachine.provide({
        actors: { readRegistration: hold('readRegistration'), submitRegistration: hold('submitRegistration') },
      }),
      input: { newKey },
    }),
  },
  key: (snapshot) => {
    const { registration: known, refusal, order } = contextOf(snapshot);
    return [stepIn(snapshot), known?.numbers.length, refusal !== null, order?.ask.what].join(' ');
  },
  always: (snapshot) => {
    const step = stepIn(snapshot);
    const state = (snapshot.value as { stage: string }).stage;
    const isRead = !['loading', 'unreachable'].includes(state);
    if (isRead && state.toLowerCase() !== step?.replace('_', '')) throw new Error(`${state} shows ${step}`);
    if (contextOf(snapshot).refusal?.text === '') throw new Error('a refusal without a reason');
  },
  moves: {
    ...Object.fromEntries(
      STEPS.map((step): [string, Move] => [
        `the server says ${step}`,
        {
          when: runs('readRegistration'),
          go: ({ ports }) => ports.done('readRegistration', registration(AT[step]())),
        },
      ]),
    ),
    'the server says that a number waits': {
      when: runs('readRegistration'),
      go: ({ ports }) => ports.done('readRegistration', registration({ ...AT.verified(), numbers: [waiting] })),
    },
    'the server does not answer': {
      when: runs('readRegistration'),
      go: ({ ports }) => ports.failed('readRegistration'),
    },
    'the administrator loads again': {
      when: (s) => s.matches({ stage: 'unreachable' }),
      go: ({ send }) => send({ type: 'registration.reload' }),
    },
    'a while passes': {
      when: (s) => s.hasTag('review') || s.matches({ stage: 'verified' }),
      go: ({ clock }) => clock.increment(LOOK_MS),
    },
    'the brand is submitted': submits({
      what: 'brand',
      said: { customer_profile_sid, a2p_profile_sid, messaging_service_sid },
    }),
    'the campaign is submitted': submits({ what: 'campaign', said }),
    'the administrator checks': submits({ what: 'check' }),
    'the order is taken': {
      when: runs('submitRegistration'),
      go: ({ ports, actor }) => {
        const { order } = contextOf(actor.getSnapshot() as AnyMachineSnapshot);
        const [step = 'brand'] = AFTER[order?.ask.what ?? 'check'];
        ports.done('submitRegistration', registration(AT[step]()));
      },
    },
    'the order is refused': { when: runs('submitRegistration'), go: ({ ports }) => ports.failed('submitRegistration') },
  },
};

describe('the registration of texts', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(registrationModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));
});
