import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { ASK_MS, type BillingContext, MAX_QUESTIONS } from '../../src/machines/billing/billing-context.ts';
import { billingMachine } from '../../src/machines/billing/billing.machine.ts';
import { billing, plan, preview } from '../../tests/billing/billing-fixtures.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, type Move, replay, runs, type Walked, walk } from '../_walk/walk.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as BillingContext;

let keys = 0;
const newKey = () => `key-${(keys += 1)}`;

const machine = ({ hold }: HeldPorts) =>
  billingMachine.provide({
    actors: {
      card: hold('card'),
      readFacts: hold('readFacts'),
      previewPlan: hold('previewPlan'),
      payPlan: hold('payPlan'),
      cancelPlan: hold('cancelPlan'),
    },
  });

const opens = (page: BillingContext['page'], planId: number | null = null): Move => ({
  go: ({ send }) => send({ type: 'billing.opened', page, planId }),
});

const ends = (port: string, output: unknown): Move => ({
  when: runs(port),
  go: ({ ports }) => ports.done(port, output),
});
const fails = (port: string, error: unknown): Move => ({
  when: runs(port),
  go: ({ ports }) => ports.failed(port, error),
});
const asks = (type: string): Move => ({ when: (s) => s.can({ type }), go: ({ send }) => send({ type }) });

const DECLINED = { kind: 'rejected', code: 'refused', message: 'Your card was declined.', requestId: 'r' };
const LOST = { kind: 'offline', message: 'x', outcomeOpen: true };
const DONE_BEFORE = { kind: 'conflict', code: 'conflict', message: 'This was done before.', requestId: 'r' };

/** Everything that a person, the server and time can do to the billing pages. */
const billingModel: Model = {
  name: 'billing',
  starts: {
    'without a card': (ports) => ({ machine: machine(ports), input: { page: 'overview', planId: null, newKey } }),
    'at a review': (ports) => ({ machine: machine(ports), input: { page: 'reviewing', planId: 2, newKey } }),
  },
  key: (snapshot) => {
    const { page, planId, facts, questions } = contextOf(snapshot);
    const asked = snapshot.hasTag('unknown') ? questions : 0;
    return `${page} ${planId} ${facts?.billing.payment_infos.length} ${asked}`;
  },
  always: (snapshot) => {
    const { preview: shown, key, refusal, receipt } = contextOf(snapshot);
    if (runs('payPlan')(snapshot) && (shown === null || key === '')) throw new Error('a payment that nobody reviewed');
    if (snapshot.hasTag('paying') && snapshot.can({ type: 'billing.pay' })) throw new Error('a second payment');
    if (snapshot.hasTag('unknown') && snapshot.can({ type: 'billing.pay' })) throw new Error('a second payment');
    if (snapshot.hasTag('unsure') && snapshot.can({ type: 'billing.pay' })) throw new Error('a second payment');
    if (snapshot.hasTag('paid') && receipt === null) throw new Error('paid, and nothing to show for it');
    if (refusal?.text === '') throw new Error('a refusal without a reason');
  },
  moves: {
    'the facts come, with a card': ends('readFacts', { billing: billing(), plans: [plan()] }),
    'the facts come, without a card': ends('readFacts', { billing: billing({ payment_infos: [] }), plans: [plan()] }),
    'the server cannot be reached': fails('readFacts', LOST),
    'the overview is opened': opens('overview'),
    'the choice is opened': opens('choosing'),
    'the card is opened': opens('card'),
    'the review is opened': opens('reviewing', 2),
    'the review of nothing is opened': opens('reviewing'),
    'the preview comes': ends('previewPlan', preview()),
    'the preview is refused': fails('previewPlan', DECLINED),
    'the person pays': asks('billing.pay'),
    'the payment is done': ends('payPlan', billing()),
    'the payment is declined': fails('payPlan', DECLINED),
    'the answer is lost': fails('payPlan', LOST),
    'the payment was done before': fails('payPlan', DONE_BEFORE),
    'time to ask': {
      when: (s) => s.value === 'unknown',
      go: ({ clock }) => clock.increment(ASK_MS),
    },
    'the person asks again': asks('billing.ask'),
    'the person reloads': asks('billing.reload'),
    'the person cancels': asks('billing.cancel'),
    'the cancellation is done': ends('cancelPlan', billing()),
    'the cancellation fails': fails('cancelPlan', LOST),
    'the card is kept': ends('card', { billing: billing() }),
    'the card breaks': fails('card', new Error('broken')),
  },
};

describe('billing', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(billingModel);
  });

  test('every state and every transition is walked', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('after enough questions without an answer the person is told', async () => {
    const moves = ['the facts come, with a card', 'the preview comes', 'the person pays', 'the answer is lost'];
    const rounds = Array.from({ length: MAX_QUESTIONS }, () => ['time to ask', 'the answer is lost']).flat();

    const run = await replay(billingModel, 'at a review', [...moves, ...rounds]);

    expect(run.actor.getSnapshot().hasTag('unsure')).toBe(true);
  });
});
