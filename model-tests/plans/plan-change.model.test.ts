import { expect, test } from 'vitest';
import { subscribeMaxPlus } from '#contract/max-plus.contract.ts';
import { planChangeMachine } from '../../src/machines/plans/plan-change.machine.ts';
import {
  ASK_MS,
  type PlanChange,
  type PlanChangeContext,
  type PlanPrice,
} from '../../src/machines/plans/plan-change-context.ts';
import { type Model, runs, walk } from '../_walk/walk.ts';

const LOST = { kind: 'offline', message: 'x', outcomeOpen: true };
const DECLINED = { kind: 'rejected', code: 'refused', message: 'Your card was declined.', requestId: 'r' };
const PRICE: PlanPrice = { dueNowCents: 700, renewalCents: 700, days: null, card: '4242' };
const change = (price: PlanPrice | null): PlanChange => ({
  call: { endpoint: subscribeMaxPlus, isPriced: true },
  price,
  title: 'Subscribe?',
  about: [],
  confirm: 'Subscribe',
  done: 'Done.',
});

/** Everything that a person and the server can do to a change of a subscription. */
const planChangeModel: Model = {
  name: 'plan-change',
  starts: {
    'a page': ({ hold }) => {
      let keys = 0;
      return {
        machine: planChangeMachine.provide({
          actors: { readPrice: hold('readPrice'), writeChange: hold('writeChange') },
        }),
        input: { newKey: () => `key-${(keys += 1)}` },
      };
    },
  },
  key: (snapshot) => {
    const { questions, refusal } = snapshot.context as PlanChangeContext;
    return [questions, refusal !== null].join(' ');
  },
  moves: {
    ...Object.fromEntries(
      [change(null), change(PRICE)].map((proposed) => [
        proposed.price === null ? 'a change is proposed' : 'a change with a price is proposed',
        {
          when: (s) => s.can({ type: 'change.propose', change: proposed }),
          go: ({ send }) => send({ type: 'change.propose', change: proposed }),
        } satisfies Model['moves'][string],
      ]),
    ),
    ...Object.fromEntries(
      (['change.confirm', 'change.back', 'change.reload'] as const).map((type) => [
        `the person sends ${type}`,
        { when: (s) => s.can({ type }), go: ({ send }) => send({ type }) } satisfies Model['moves'][string],
      ]),
    ),
    'the price is known': { when: runs('readPrice'), go: ({ ports }) => ports.done('readPrice', PRICE) },
    'the price is refused': { when: runs('readPrice'), go: ({ ports }) => ports.failed('readPrice', DECLINED) },
    'the change is made': { when: runs('writeChange'), go: ({ ports }) => ports.done('writeChange', undefined) },
    'the change is refused': { when: runs('writeChange'), go: ({ ports }) => ports.failed('writeChange', DECLINED) },
    'no answer comes': { when: runs('writeChange'), go: ({ ports }) => ports.failed('writeChange', LOST) },
    'a while passes': { when: (s) => s.matches('unknown'), go: ({ clock }) => clock.increment(ASK_MS) },
  },
};

test('a change of a subscription is walked through every state and transition', async () => {
  expect((await walk(planChangeModel)).missing).toEqual({ states: [], transitions: [] });
});
