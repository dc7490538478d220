import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { OrderPreview } from '#contract/store.contract.ts';
import { ASK_MS, ASKS, cartMachine, PRICE_MS } from '../../src/machines/store/cart.machine.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, type Move, type Run, settle } from '../_walk/walk.ts';

const DECLINED = { kind: 'rejected', code: 'refused', message: 'Your card was declined.', requestId: 'r' };
const LOST = { kind: 'offline', message: 'x', outcomeOpen: true };

const BADGE = 1;
const MAILER = 2;

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ContextFrom<typeof cartMachine>;

/** What the person sees. */
function screenOf(snapshot: AnyMachineSnapshot): string {
  const { items, method, refusal, scope } = contextOf(snapshot);
  if (snapshot.hasTag('placed')) return `an order that is paid by ${method}`;
  if (snapshot.hasTag('stuck')) return 'an order to check';
  if (snapshot.hasTag('unsure')) return 'an order to confirm';
  if (snapshot.hasTag('refused')) return 'a cart without a total';
  const [item] = items;
  if (item === undefined) return scope === null ? 'an empty cart' : 'an empty cart after mailers';
  if (item.product_id === MAILER) return scope === null ? 'mailers for no one' : 'mailers for contacts';
  const many = item.quantity === 1 ? 'a badge' : 'two badges';
  return `${many} by ${method}${refusal === null ? '' : ', refused'}`;
}

const PREVIEW: OrderPreview = { items: [], total: 14, contacts: 0, without_address: 0, sentence: '' };

const fresh = ({ hold }: HeldPorts) => {
  let keys = 0;
  return {
    machine: cartMachine.provide({ actors: { priceCart: hold('priceCart'), placeOrder: hold('placeOrder') } }),
    input: { newKey: () => `key-${(keys += 1)}`, kept: null },
  };
};

const on = (screens: readonly string[], go: Move['go'], rest?: Move['rest']): Move => ({
  when: (snapshot) => screens.includes(screenOf(snapshot)),
  go,
  ...(rest && { rest }),
});
const priced = ({ ports }: Run) => ports.done('priceCart', PREVIEW);
const puts =
  (productId: number, quantity: number): Move['go'] =>
  (run) => {
    run.send({ type: 'cart.put', productId, quantity });
    if (quantity === 0) return;
    run.clock.increment(PRICE_MS);
    priced(run);
  };
const placed = ({ ports }: Run) => ports.done('placeOrder', { id: 7, total: 14 });
const places =
  (then: Move['go']): Move['go'] =>
  (run) => {
    run.send({ type: 'cart.place' });
    then(run);
  };
const isLost = ({ ports }: Run) => ports.failed('placeOrder', LOST);
const asksAgain = ({ clock }: Run) => clock.increment(ASK_MS);

const PAID = ['an order that is paid by card', 'an order that is paid by wallet'];
const ONE = ['a badge by card', 'a badge by wallet', 'a badge by card, refused'];

/** Everything that a person at the store does, and what server and card answer. */
export const storePageModel: Model = {
  name: 'the store on the page',
  starts: { 'an empty cart': fresh },
  key: screenOf,
  moves: {
    'adds a badge': on(['an empty cart', ...PAID], puts(BADGE, 1)),
    'adds a badge, and the server is away': on(['an empty cart'], (run) => {
      run.send({ type: 'cart.put', productId: BADGE, quantity: 1 });
      run.clock.increment(PRICE_MS);
      run.ports.failed('priceCart', LOST);
    }),
    'adds up again': on(['a cart without a total'], (run) => {
      run.send({ type: 'cart.retry' });
      priced(run);
    }),
    'adds one more': on(['a badge by card'], puts(BADGE, 2)),
    'removes the badges': on(['two badges by card'], puts(BADGE, 0)),
    // The machine starts again and finds the same.
    'reloads the page': on(['a badge by card'], () => undefined),
    'pays from the wallet': on(['a badge by card'], ({ send }) => send({ type: 'cart.payWith', method: 'wallet' })),
    'pays by card': on(['a badge by wallet'], ({ send }) => send({ type: 'cart.payWith', method: 'card' })),
    'places the order': on(ONE, places(placed)),
    'places the order, and the card is declined': on(
      ['a badge by card'],
      places(({ ports }) => ports.failed('placeOrder', DECLINED)),
      async (run) => priced(run),
    ),
    'places the order, and the answer is lost': on(['a badge by card'], places(isLost)),
    'waits for the answer': on(['an order to confirm'], (run) => {
      asksAgain(run);
      placed(run);
    }),
    // It opens with the order that is on its way.
    'reloads while it waits': on(['an order to confirm'], (run) => {
      asksAgain(run);
      placed(run);
    }),
    'places the order, and no answer ever comes': on(['a badge by card'], places(isLost), async (run) => {
      for (let asks = 1; asks < ASKS; asks += 1) {
        asksAgain(run);
        isLost(run);
        await settle();
      }
      asksAgain(run);
    }),
    'checks again': on(['an order to check'], (run) => {
      run.send({ type: 'cart.retry' });
      placed(run);
    }),
    'adds mailers': on(['an empty cart', 'an empty cart after mailers'], puts(MAILER, 1)),
    'chooses all own contacts': on(['mailers for no one'], (run) => {
      run.send({ type: 'cart.contacts', scope: { contact_group: 'mine' } });
      run.clock.increment(PRICE_MS);
      priced(run);
    }),
    'removes the mailers': on(['mailers for contacts'], puts(MAILER, 0)),
  },
};
