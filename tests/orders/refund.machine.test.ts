import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { OrderDetail } from '#contract/orders.contract.ts';
import { ASK_MS, type Refunding, refundMachine } from '../../src/machines/orders/refund.machine.ts';

const LOST = { kind: 'server', message: 'x', outcomeOpen: true };
const TOO_MUCH = { kind: 'rejected', message: 'x', fields: { amount: ['At most $5.00 is left to refund.'] } };
const DONE = { id: 3, refundable: 38 } as OrderDetail;

function open(...answers: object[]) {
  const clock = new SimulatedClock();
  const sent: Refunding[] = [];
  let keys = 0;
  const machine = refundMachine.provide({
    actors: {
      refund: fromPromise<OrderDetail, Refunding>(async ({ input }) => {
        sent.push(input);
        const answer = answers.shift() ?? LOST;
        if ('refundable' in answer) return answer as OrderDetail;
        throw answer;
      }),
    },
  });
  const input = { newKey: () => `key-${(keys += 1)}`, orderId: 3, leftCents: 4_800, to: 'card' as const };
  const actor = createActor(machine, { clock, input }).start();
  const send = (amount: string) => {
    actor.send({ type: 'refund.write', change: { amount } });
    actor.send({ type: 'refund.send' });
  };
  return { actor, clock, sent, send };
}

describe('a refund', () => {
  test.each(['', '0', '-1', '1.005', '48.01', 'ten'])('of %j is never sent', (amount) => {
    const { actor, sent, send } = open(DONE);
    send(amount);
    expect([actor.getSnapshot().value, sent]).toEqual(['typing', []]);
  });

  test('is sent once for many presses', async () => {
    const { actor, sent, send } = open(DONE);
    send('10');
    for (let press = 0; press < 4; press += 1) actor.send({ type: 'refund.send' });
    await waitFor(actor, (s) => s.hasTag('done'));
    expect(sent).toEqual([{ orderId: 3, key: 'key-1', amount: 10, reason: '', to: 'card' }]);
  });

  test('whose answer is lost is sent again with its key, unchanged', async () => {
    const { actor, clock, sent, send } = open(LOST, DONE);
    send('10');
    await waitFor(actor, (s) => s.hasTag('unsure'));
    send('20');
    clock.increment(ASK_MS);
    await waitFor(actor, (s) => s.hasTag('done'));
    expect(sent[1]).toEqual(sent[0]);
  });

  test('that is refused keeps what was typed and says why; the next one has its own key', async () => {
    const { actor, sent, send } = open(TOO_MUCH, DONE);
    send('10');
    const { context } = await waitFor(actor, (s) => s.context.refusal !== null);
    expect([context.amount, context.refusal?.fields]).toEqual(['10', TOO_MUCH.fields]);
    send('5');
    await waitFor(actor, (s) => s.hasTag('done'));
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  });
});
