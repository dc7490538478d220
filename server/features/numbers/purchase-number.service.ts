import {
  CAPABILITIES,
  type Capability,
  MAX_OFFERS,
  type NumberOffer,
  type NumberOrder,
  type purchasePhoneNumber,
  type searchPhoneNumbers,
} from '#contract/numbers.contract.ts';
import type { Body, Query } from '#contract/endpoint.ts';
import { dollars } from '#rules/billing/money.ts';
import { formatPhone, toE164 } from '#rules/phone/phone-number.ts';
import { CarrierAway } from '../../adapters/numbers/number-carrier.ts';
import { writeAudit } from '../../audit.ts';
import { beforeCommit, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { cardRefOf } from '../billing/billing-state.ts';
import { cardOnFile } from '../billing/charges.ts';
import type { Asked } from '../billing/choose-plan.service.ts';
import { perform, refusalOf } from '../billing/operations.ts';
import { payerOf } from '../wallets/usage.ts';
import { ownerOf } from '../wallets/wallets.service.ts';
import { carryOrder } from './carry-number-order.ts';
import { findOrder, insertOrder, lockOrder, type NumberOrderRow, setPaid } from './number-orders.sql.ts';
import { findTaken } from './owned-numbers.sql.ts';
import { postNumber } from './record-number-order.ts';

const NO_CARD = 'Add a card first, on the Billing page.';
const CLOSED = "Phone numbers aren't sold on this server. Contact your administrator.";

/** Milliseconds after which an order whose payment never began is given up. Ours. */
const ABANDONED_MS = 15 * 60_000;

const placeOf = ({ locality, region }: NumberOffer): string =>
  [locality, region].filter((part) => part !== '').join(', ');

/** @throws {Refusal} `unavailable` */
async function askCarrier<T>(deps: Deps, ask: () => Promise<T>): Promise<T> {
  if (!deps.numberCarrier.isOpen) throw new Refusal('conflict', CLOSED);
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CarrierAway)) throw error;
    const text = "The carrier isn't responding. You weren't charged. Try again in a minute.";
    throw new Refusal('unavailable', text, { retryAfter: 60, cause: error });
  }
}

/** Numbers for sale that no one has, with their price. @throws {Refusal} `conflict`, `unavailable` */
export async function searchNumbers(deps: Deps, identity: Identity, query: Query<typeof searchPhoneNumbers>) {
  const wanted = CAPABILITIES.filter((one: Capability) => query[one] === 'true');
  const offers = await askCarrier(deps, () => deps.numberCarrier.search(query.area_code, wanted));
  const taken = await withAccount(deps.pool, identity, (tx) =>
    findTaken(
      tx,
      offers.map(({ phone_number: number }) => number),
    ),
  );
  return {
    data: offers.filter(({ phone_number: number }) => !taken.has(number)).slice(0, MAX_OFFERS),
    meta: { price: deps.config.numberPriceCents / 100 },
  };
}

type Wanted = Body<typeof purchasePhoneNumber>;

/**
 * Buys a number, once for each key: the order is stored, then paid, then carried to the carrier. What a process leaves
 * undone, the next request with the key or a job finishes.
 * @throws {Refusal} `refused` by field; `conflict` when someone else was faster, with what became of the money;
 * `unavailable` while the outcome is unknown.
 */
export async function purchaseNumber(deps: Deps, identity: Identity, asked: Asked, body: Wanted): Promise<NumberOrder> {
  const { userId, accountId } = identity;
  const known = await withStored(deps, identity, (tx) => findOrder(tx, { userId, key: asked.key }));
  const order = known ?? (await placeOrder(deps, identity, asked, body));
  // The money may go back afterwards, so the payment alone is no effect of the request.
  if (order.state === 'unpaid' || order.state === 'failed') await beforeCommit.exit(() => charge(deps, asked, order));
  await carryOrder(deps, { accountId, orderId: order.id, requestId: asked.requestId });
  return withAccount(deps.pool, identity, async (tx) => {
    const carried = await findOrder(tx, { id: order.id });
    if (carried === null) throw new Refusal('not_found', 'Order not found.');
    const told = orderOf(carried);
    if (told.failure === '') return told;
    throw new Refusal('conflict', told.failure, { fields: { phone_number: [told.failure] } });
  });
}

/** What is stored before the payment is no effect of the request yet: its key finds it again. */
const withStored = <Result>(deps: Deps, identity: Identity, work: (tx: Tx) => Promise<Result>) =>
  beforeCommit.exit(() => withAccount(deps.pool, identity, work));

async function placeOrder(deps: Deps, identity: Identity, asked: Asked, body: Wanted): Promise<NumberOrderRow> {
  const number = toE164(body.phone_number);
  if (number === null) throw refuseField('phone_number', 'Enter a phone number, such as 512-555-0142.');
  const cents = deps.config.numberPriceCents;
  if (body.expected_price !== undefined && Math.round(body.expected_price * 100) !== cents) {
    throw refuseField(
      'expected_price',
      `The price has changed: it is ${dollars(cents)} now, not ${dollars(Math.round(body.expected_price * 100))}. You weren't charged.`,
    );
  }
  const offer = await askCarrier(deps, () => deps.numberCarrier.offerOf(number));
  return withStored(deps, identity, async (tx) => {
    if (offer === null || (await findTaken(tx, [number])).has(number)) {
      const gone = `${formatPhone(number)} isn't available. You weren't charged. Choose another number.`;
      throw new Refusal('conflict', gone, { fields: { phone_number: [gone] } });
    }
    return store(deps, tx, { identity, asked, offer, cents, isWallet: body.use_wallet });
  });
}

interface Storing {
  readonly identity: Identity;
  readonly asked: Asked;
  readonly offer: NumberOffer;
  readonly cents: number;
  readonly isWallet: boolean;
}

/** Stores an order; one that a wallet pays is paid by then. @throws {Refusal} `refused` by field. */
async function store(deps: Deps, tx: Tx, { identity, asked, offer, cents, isWallet }: Storing) {
  const { userId } = identity;
  const at = deps.now();
  const payer = isWallet ? await payerOf(deps, tx, identity) : null;
  if (isWallet && payer === null) throw refuseField('use_wallet', 'You have no wallet. Pay by card.');
  if (!isWallet && (await cardOnFile(tx, userId, deps.payments.provider)) === null) {
    throw refuseField('payment_method', NO_CARD);
  }
  const method = isWallet ? 'wallet' : 'card';
  const order = await insertOrder(tx, {
    userId,
    key: asked.key,
    offer,
    label: placeOf(offer),
    method,
    ownerId: payer ?? ownerOf(identity),
    cents,
    at,
    dueAt: new Date(at.getTime() + ABANDONED_MS),
  });
  const detail = { order: order.id, number: offer.phone_number, price_cents: cents, paid_by: method };
  const about = { subjectType: 'user', subjectId: userId, detail };
  await writeAudit(tx, identity, asked.requestId, { action: 'number.ordered', ...about });
  if (payer === null) return order;
  await setPaid(tx, order.id, '', at);
  await writeAudit(tx, identity, asked.requestId, { action: 'number.paid', ...about });
  await postNumber(tx, { orderId: order.id, userId, ownerId: payer, method, cents }, at);
  return { ...order, state: 'ordered' as const };
}

/** @throws {Refusal} `refused` by the card; `unavailable` */
async function charge(deps: Deps, { member, requestId, key }: Asked, order: NumberOrderRow): Promise<void> {
  try {
    await perform(deps, {
      member,
      requestId,
      key,
      decide: async ({ card }) => {
        if (card === null) throw refuseField('payment_method', NO_CARD);
        return {
          kind: 'numberOrder',
          orderId: order.id,
          ownerId: order.owner_id,
          cents: order.price_cents,
          description: `Phone number ${formatPhone(order.number)}`,
          card: cardRefOf(card),
          at: deps.now(),
        };
      },
      // A job may have given it up.
      reserve: async (tx) => {
        if ((await lockOrder(tx, order.id))?.state === 'unpaid') return;
        throw new Refusal('conflict', 'This order was given up. Search for the number again.');
      },
    });
  } catch (error) {
    throw refusalOf(error);
  }
}

export const orderOf = (row: NumberOrderRow): NumberOrder => ({
  id: row.id,
  phone_number: row.number,
  state: row.state,
  price: row.price_cents / 100,
  payment_method: row.payment_method,
  failure: row.failure === '' ? '' : `${row.failure}${moneyOf(row)}`,
});

/** What became of the money. */
function moneyOf({ state, payment_method: method, price_cents: cents }: NumberOrderRow): string {
  if (state === 'refunding') return ` Your refund of ${dollars(cents)} is on its way to your card.`;
  if (state !== 'refunded') return '';
  return ` ${dollars(cents)} went back to your ${method}.`;
}
