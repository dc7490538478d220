import { describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { subscribeMaxPlus } from '#contract/max-plus.contract.ts';
import { planChangeMachine } from '../../src/machines/plans/plan-change.machine.ts';
import {
  ASK_MS,
  MAX_QUESTIONS,
  type PlanChange,
  type PlanPrice,
  type PlanWrite,
} from '../../src/machines/plans/plan-change-context.ts';

const LOST = { kind: 'offline', message: 'x', outcomeOpen: true };
const DECLINED = {
  kind: 'rejected',
  code: 'refused',
  message: "No one's plan has changed.",
  fields: { user_ids: ['Amy Agent: Already on Premium.'] },
};
const PRICE: PlanPrice = { dueNowCents: 700, renewalCents: null, days: null, card: '4242' };
const change = (price: PlanPrice | null): PlanChange => ({
  call: { endpoint: subscribeMaxPlus, body: { plan: 'premium' }, isPriced: true },
  price,
  title: 'Subscribe to Premium?',
  about: [],
  confirm: 'Subscribe',
  done: 'You have Premium.',
});

/** A page whose server answers each write with the next of `answers`; `done` is a success. */
function open(...answers: ('done' | object)[]) {
  const clock = new SimulatedClock();
  const written: PlanWrite[] = [];
  const tellDone = vi.fn();
  let keys = 0;
  const machine = planChangeMachine.provide({
    actors: {
      readPrice: fromPromise<PlanPrice, PlanChange>(async () => PRICE),
      writeChange: fromPromise<void, PlanWrite>(async ({ input }) => {
        written.push(input);
        const answer = answers.shift() ?? LOST;
        if (answer !== 'done') throw answer;
      }),
    },
    actions: { tellDone },
  });
  const actor = createActor(machine, { clock, input: { newKey: () => `key-${(keys += 1)}` } }).start();
  const at = (value: string) => waitFor(actor, (snapshot) => snapshot.value === value);
  return { actor, clock, written, tellDone, at };
}

describe('a change of a subscription', () => {
  test('is written once for many clicks, with the price that was shown', async () => {
    const { actor, written, tellDone, at } = open('done');
    actor.send({ type: 'change.propose', change: change(null) });
    await at('confirming');
    for (let click = 0; click < 5; click += 1) actor.send({ type: 'change.confirm' });
    await at('idle');
    expect(written).toMatchObject([{ expectedCents: 700, key: 'key-1' }]);
    expect(tellDone).toHaveBeenCalledOnce();
  });

  test('is not written before its price is known', async () => {
    const { actor, written } = open('done');
    actor.send({ type: 'change.propose', change: change(null) });
    actor.send({ type: 'change.confirm' });
    expect(actor.getSnapshot().value).toBe('pricing');
    expect(written).toEqual([]);
  });

  test('keeps its key as long as the outcome is unknown, and gives up after a while', async () => {
    const { actor, clock, written, at } = open();
    actor.send({ type: 'change.propose', change: change(PRICE) });
    actor.send({ type: 'change.confirm' });
    for (let round = 0; round < MAX_QUESTIONS; round += 1) {
      await at('unknown');
      clock.increment(ASK_MS);
    }
    await at('unsure');
    expect(new Set(written.map(({ key }) => key))).toEqual(new Set(['key-1']));
    expect(written).toHaveLength(MAX_QUESTIONS + 1);
  });

  test('names why it was refused, and is another request afterwards', async () => {
    const { actor, written, at } = open(DECLINED, 'done');
    actor.send({ type: 'change.propose', change: change(PRICE) });
    actor.send({ type: 'change.confirm' });
    const { context } = await at('confirming');
    expect(context.refusal?.text).toBe("No one's plan has changed.");
    expect(context.reasons).toEqual(['Amy Agent: Already on Premium.']);
    actor.send({ type: 'change.confirm' });
    await at('idle');
    expect(written.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  });
});
