import { type AnyMachineSnapshot, fromPromise } from 'xstate';
import type { BillingInfo, CardSetUp, PlanPreview } from '#contract/billing.contract.ts';
import type { BillingContext, BillingFacts, BillingPage } from '../../src/machines/billing/billing-context.ts';
import { billingMachine } from '../../src/machines/billing/billing.machine.ts';
import { cardMachine } from '../../src/machines/billing/card.machine.ts';
import { billing, plan, preview } from '../../tests/billing/billing-fixtures.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import type { Model, Move, Run } from '../_walk/walk.ts';

const DECLINED = { kind: 'rejected', code: 'refused', message: 'Your card was declined.', requestId: 'r' };
const LOST = { kind: 'offline', message: 'x', outcomeOpen: true };

/** A card that Stripe declines for insufficient funds. */
const EMPTY = '4000 •••• •••• ••••';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as BillingContext;
const billingIn = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).facts?.billing;

/** What the person sees. */
export function screenOf(snapshot: AnyMachineSnapshot): string {
  const { facts, preview: shown, refusal } = contextOf(snapshot);
  if (snapshot.hasTag('unreachable')) return 'not loaded';
  if (facts === null) return 'not opened';
  const {
    membership,
    payment_infos: [card],
  } = facts.billing;
  const held = card === undefined ? 'without a card' : card.masked === EMPTY ? 'with an empty card' : 'with a card';
  if (snapshot.hasTag('choosing')) return 'the plans';
  if (snapshot.hasTag('card')) return `the card form, ${held}`;
  if (snapshot.hasTag('paid')) return 'thanks';
  if (snapshot.hasTag('unknown')) return 'checking the payment';
  if (snapshot.hasTag('payable')) return shown?.due_now_cents === 0 ? 'a review of nothing due' : `a review ${held}`;
  if (snapshot.hasTag('review')) return 'declined';
  const status = { active: 'a plan', cancelled: 'a plan that ends', past_due: 'a plan unpaid' };
  return `${membership === null ? 'no plan' : status[membership.status]}${refusal === null ? '' : ', refused'}`;
}

/** Team costs $49.00, and nothing until the month that is paid ends. */
const previewPlan = (run: { facts: () => BillingInfo | undefined }) =>
  fromPromise<PlanPreview, { planId: number }>(() =>
    Promise.resolve(preview({ due_now_cents: run.facts()?.membership == null ? 4900 : 0 })),
  );

const fresh = ({ hold }: HeldPorts) => {
  let keys = 0;
  const newKey = () => `key-${(keys += 1)}`;
  // The machine is read while it runs: the preview depends on what it knows.
  let known: BillingInfo | undefined;
  const machine = billingMachine.provide({
    actors: {
      card: cardMachine.provide({
        actors: {
          startCard: fromPromise<CardSetUp, undefined>(() => Promise.resolve({ provider: 'embedded' })),
          keepCard: hold('keepCard'),
        },
      }),
      readFacts: hold('readFacts'),
      previewPlan: previewPlan({ facts: () => known }),
      payPlan: hold('payPlan'),
      cancelPlan: hold('cancelPlan'),
    },
    actions: { tellChanged: ({ context }) => (known = context.facts?.billing) },
  });
  return { machine, input: { page: 'overview', planId: null, newKey } };
};

const on = (screens: readonly string[], go: Move['go']): Move => ({
  when: (snapshot) => screens.includes(screenOf(snapshot)),
  go,
});
const opens =
  (page: BillingPage, planId: number | null = null): Move['go'] =>
  ({ send }) =>
    send({ type: 'billing.opened', page, planId });

const NOTHING: BillingFacts = { billing: billing({ membership: null, payment_infos: [] }), plans: [plan()] };
const arrives: Move['go'] = ({ ports }) => ports.done('readFacts', NOTHING);

const ofNow = ({ actor }: Run) => billingIn(actor.getSnapshot()) ?? billing();
const member = (run: Run, status: 'active' | 'cancelled') => {
  const { membership } = billing();
  return { ...ofNow(run), membership: membership && { ...membership, status } };
};

/** Keeps a card; the page goes back to the review then. */
const keeps =
  (masked: string): Move['go'] =>
  (run) => {
    const { actor, send, ports } = run;
    const kept = actor.subscribe((snapshot: AnyMachineSnapshot) => {
      if (!snapshot.hasTag('cardKept')) return;
      kept.unsubscribe();
      send({ type: 'billing.opened', page: 'reviewing', planId: 2 });
    });
    const { children } = actor.getSnapshot() as AnyMachineSnapshot;
    children['card']?.send({ type: 'card.keep', method: masked });
    const [card] = billing().payment_infos;
    ports.done('keepCard', { ...ofNow(run), payment_infos: card ? [{ ...card, masked }] : [] });
  };
const pays =
  (then: (run: Run) => void): Move['go'] =>
  (run) => {
    run.send({ type: 'billing.pay' });
    then(run);
  };
const isPaid = (run: Run) => run.ports.done('payPlan', member(run, 'active'));
const cancels =
  (then: (run: Run) => void): Move['go'] =>
  (run) => {
    run.send({ type: 'billing.cancel' });
    then(run);
  };

/** Actions of an agent who has not been charged yet. The server answers unless the move says that it doesn't. */
export const billingPageModel: Model = {
  name: 'billing on the page',
  starts: { 'nothing is chosen': fresh },
  key: screenOf,
  moves: {
    'opens billing': on(['not opened'], arrives),
    'opens billing, and the server is away': on(['not opened'], ({ ports }) => ports.failed('readFacts', LOST)),
    'tries again': on(['not loaded'], (run) => {
      run.send({ type: 'billing.reload' });
      arrives(run);
    }),
    'looks at the plans': on(['no plan'], opens('choosing')),
    'chooses Team': on(['the plans'], opens('reviewing', 2)),
    'adds a card': on(['a review without a card'], opens('card', 2)),
    'uses a different card': on(['declined'], opens('card', 2)),
    'goes back': on(['the card form, without a card', 'the card form, with an empty card'], opens('reviewing', 2)),
    'keeps an empty card': on(['the card form, without a card'], keeps(EMPTY)),
    'keeps a card that pays': on(
      ['the card form, without a card', 'the card form, with an empty card'],
      keeps('4242 •••• •••• ••••'),
    ),
    'pays, and the card is declined': on(
      ['a review with an empty card'],
      pays(({ ports }) => ports.failed('payPlan', DECLINED)),
    ),
    'checks again': on(['declined'], ({ send }) => send({ type: 'billing.reload' })),
    pays: on(['a review with a card', 'a review of nothing due'], pays(isPaid)),
    'pays, and the answer is lost': on(
      ['a review with a card'],
      pays(({ ports }) => ports.failed('payPlan', LOST)),
    ),
    'waits for the answer': on(['checking the payment'], (run) => {
      run.clock.increment(2_000);
      isPaid(run);
    }),
    'goes to billing': on(['thanks'], opens('overview')),
    'cancels the plan': on(
      ['a plan', 'a plan, refused'],
      cancels((run) => run.ports.done('cancelPlan', member(run, 'cancelled'))),
    ),
    'cancels the plan, and the server is away': on(
      ['a plan'],
      cancels(({ ports }) => ports.failed('cancelPlan', LOST)),
    ),
    'keeps the plan': on(['a plan that ends'], opens('reviewing', 2)),
    // The machine starts again and finds the same.
    'loads the page anew': on(['no plan', 'the plans', 'a plan'], () => undefined),
  },
};
