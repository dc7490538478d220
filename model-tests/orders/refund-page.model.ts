import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import { ASK_MS, ASKS, refundMachine } from '../../src/machines/orders/refund.machine.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, type Move, type Run, settle } from '../_walk/walk.ts';

const TOO_MUCH = { kind: 'rejected', code: 'refused', message: 'At most $8.00 is left to refund.', requestId: 'r' };
const LOST = { kind: 'offline', message: 'x', outcomeOpen: true };

/** Dollars of the order, and of a part of it. */
export const TOTAL = 48;
export const PART = 5;

/** What the person sees. */
function screenOf(snapshot: AnyMachineSnapshot): string {
  const { amount, to, refusal } = snapshot.context as ContextFrom<typeof refundMachine>;
  if (snapshot.hasTag('done')) return 'the order, refunded';
  if (snapshot.hasTag('stuck')) return 'a refund to check';
  if (snapshot.hasTag('unsure')) return 'a refund to confirm';
  if (refusal !== null) return 'a refused refund';
  if (amount === '') return 'a refund without an amount';
  if (Number(amount) > TOTAL) return 'a refund of too much';
  return `a refund of ${Number(amount) === TOTAL ? 'all' : 'a part'} to the ${to}`;
}

const fresh = ({ hold }: HeldPorts) => {
  let keys = 0;
  return {
    machine: refundMachine.provide({ actors: { refund: hold('refund') } }),
    input: { newKey: () => `key-${(keys += 1)}`, orderId: 3, leftCents: TOTAL * 100, to: 'card' },
  };
};

const on = (screens: readonly string[], go: Move['go'], rest?: Move['rest']): Move => ({
  when: (snapshot) => screens.includes(screenOf(snapshot)),
  go,
  ...(rest && { rest }),
});
const types =
  (amount: string): Move['go'] =>
  ({ send }) =>
    send({ type: 'refund.write', change: { amount } });
const refunds =
  (then: Move['go']): Move['go'] =>
  (run) => {
    run.send({ type: 'refund.send' });
    then(run);
  };
const isMade = ({ ports }: Run) => ports.done('refund', { id: 3, refundable: TOTAL });
const isLost = ({ ports }: Run) => ports.failed('refund', LOST);
const asksAgain = ({ clock }: Run) => clock.increment(ASK_MS);

/** One refund of an order that nothing was refunded of, as an administrator makes it. */
export const refundPageModel: Model = {
  name: 'a refund on the page',
  starts: { 'the dialog is open': fresh },
  key: screenOf,
  moves: {
    'types too much': on(['a refund without an amount'], types('500')),
    'types a part': on(['a refund without an amount', 'a refund of too much', 'a refused refund'], types(`${PART}.00`)),
    'uses what is left': on(['a refund without an amount'], types(`${TOTAL}.00`)),
    'chooses the wallet': on(['a refund of a part to the card'], ({ send }) =>
      send({ type: 'refund.write', change: { to: 'wallet' } }),
    ),
    refunds: on(
      ['a refund of a part to the card', 'a refund of a part to the wallet', 'a refund of all to the card'],
      refunds(isMade),
    ),
    'refunds, and someone else was faster': on(
      ['a refund of all to the card'],
      refunds(({ ports }) => ports.failed('refund', TOO_MUCH)),
    ),
    'refunds, and the answer is lost': on(['a refund of a part to the card'], refunds(isLost)),
    'waits for the answer': on(['a refund to confirm'], (run) => {
      asksAgain(run);
      isMade(run);
    }),
    'refunds, and no answer ever comes': on(['a refund of a part to the card'], refunds(isLost), async (run) => {
      for (let asks = 1; asks < ASKS; asks += 1) {
        asksAgain(run);
        isLost(run);
        await settle();
      }
      asksAgain(run);
    }),
    'checks again': on(['a refund to check'], (run) => {
      run.send({ type: 'refund.retry' });
      isMade(run);
    }),
  },
};
