import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import type { BillingInfo, PlanPreview } from '#contract/billing.contract.ts';
import { ASK_MS, type BillingFacts, type Payment } from '../../src/machines/billing/billing-context.ts';
import { billingMachine } from '../../src/machines/billing/billing.machine.ts';
import { billing, plan, preview } from './billing-fixtures.ts';

const LOST = { kind: 'offline', message: 'x', outcomeOpen: true };
const DECLINED = { kind: 'rejected', code: 'refused', message: 'Your card was declined.' };

/** At the review of a plan, with a server that answers each payment with the next of `answers`. */
async function review(...answers: (BillingInfo | object)[]) {
  const clock = new SimulatedClock();
  const asked: Payment[] = [];
  const told = { paid: vi.fn(), changed: vi.fn() };
  let keys = 0;
  const machine = billingMachine.provide({
    actors: {
      readFacts: fromPromise<BillingFacts, undefined>(async () => ({
        billing: billing({ membership: null }),
        plans: [plan()],
      })),
      previewPlan: fromPromise<PlanPreview, { planId: number }>(async () => preview()),
      payPlan: fromPromise<BillingInfo, Payment>(async ({ input }) => {
        asked.push(input);
        const answer = answers.shift() ?? LOST;
        if ('payment_infos' in answer) return answer as BillingInfo;
        throw answer;
      }),
    },
    actions: { tellPaid: told.paid, tellChanged: told.changed },
  });
  const input = { page: 'reviewing' as const, planId: 2, newKey: () => `key-${(keys += 1)}` };
  const actor = createActor(machine, { clock, input }).start();
  await waitFor(actor, (s) => s.hasTag('payable'));
  const at = (tag: 'paid' | 'unknown' | 'review' | 'payable', refused = false) =>
    waitFor(actor, (s) => s.hasTag(tag) && (s.context.refusal !== null) === refused);
  return { actor, clock, asked, told, at };
}

const payment = (key: string): Payment => ({ planId: 2, expectedCents: 4900, key });

describe('paying', () => {
  test('happens once for many clicks', async () => {
    const { actor, asked, at } = await review(billing());

    for (let click = 0; click < 5; click += 1) actor.send({ type: 'billing.pay' });
    await at('paid');

    expect(asked).toEqual([payment('key-1')]);
  });

  test('shows for how much, and tells it once', async () => {
    const { actor, at, told } = await review(billing());

    actor.send({ type: 'billing.pay' });
    const paid = await at('paid');

    expect(paid.context.receipt).toEqual({ plan: plan(), chargedCents: 4900 });
    expect(told.paid).toHaveBeenCalledOnce();
    expect(told.changed).toHaveBeenCalledOnce();
  });

  test('asks with the same key as long as the outcome is unknown', async () => {
    const { actor, asked, clock, at } = await review(LOST, LOST, billing());

    actor.send({ type: 'billing.pay' });
    for (let round = 0; round < 2; round += 1) {
      await waitFor(actor, (s) => s.value === 'unknown');
      clock.increment(ASK_MS);
    }
    await at('paid');

    expect(asked).toEqual([payment('key-1'), payment('key-1'), payment('key-1')]);
  });

  test('has a new key after a decline, and a new preview before it', async () => {
    const { actor, asked, at } = await review(DECLINED, billing());

    actor.send({ type: 'billing.pay' });
    const declined = await at('review', true);
    actor.send({ type: 'billing.pay' });
    actor.send({ type: 'billing.reload' });
    await waitFor(actor, (s) => s.hasTag('payable'));
    actor.send({ type: 'billing.pay' });
    await at('paid');

    expect(declined.context.refusal?.text).toBe('Your card was declined.');
    expect(asked).toEqual([payment('key-1'), payment('key-2')]);
  });

  test('continues while another page is opened', async () => {
    const { actor, asked, clock, at, told } = await review(LOST, billing());

    actor.send({ type: 'billing.pay' });
    await at('unknown');
    actor.send({ type: 'billing.opened', page: 'overview', planId: null });
    clock.increment(ASK_MS);
    await waitFor(actor, (s) => s.hasTag('overview'));

    expect(asked).toHaveLength(2);
    expect(told.paid).toHaveBeenCalledOnce();
  });
});
