import type { ListMeta } from '#contract/_wire.contract.ts';
import type { AgentInfo, NewStoreOrder, StoreItem, StoreOrder } from '#contract/store.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { toDollars } from '#rules/wallets/micros.ts';
import { writeAudit } from '../../audit.ts';
import { beforeCommit, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { cardRefOf } from '../billing/billing-state.ts';
import { cardOnFile } from '../billing/charges.ts';
import type { Asked } from '../billing/choose-plan.service.ts';
import { perform, refusalOf } from '../billing/operations.ts';
import { seenBy } from '../contacts/contact-visibility.ts';
import { InsufficientFunds } from '../ledger/ledger.ts';
import { availableTo, payerOf } from '../wallets/usage.ts';
import { ownerOf } from '../wallets/wallets.service.ts';
import { priceCart } from './cart.service.ts';
import * as sql from './orders.sql.ts';
import { imageUrl } from './products.service.ts';
import { postPurchase } from './record-order.ts';

const NO_CARD = 'Add a card first, on the Billing page.';

const itemOf = (deps: Deps, identity: Identity, row: sql.SoldRow): StoreItem => ({
  id: row.id,
  name: row.name,
  description: row.description,
  category: row.category,
  price: row.price_cents / 100,
  months_count: row.months_count,
  per_contact: row.per_contact,
  image_url: row.file_name === null ? null : imageUrl(deps, identity, row.id, row.file_name),
});

export const listItems = (deps: Deps, identity: Identity): Promise<StoreItem[]> =>
  withAccount(deps.pool, identity, async (tx) => (await sql.findSold(tx)).map((row) => itemOf(deps, identity, row)));

/** @throws {Refusal} `not_found` also for a product that is off. */
export const readItem = (deps: Deps, identity: Identity, id: number): Promise<StoreItem> =>
  withAccount(deps.pool, identity, async (tx) => {
    const [row] = await sql.findSoldByIds(tx, [id]);
    if (row === undefined) throw new Refusal('not_found', 'Product not found.');
    return itemOf(deps, identity, row);
  });

export const readAgentInfo = (deps: Deps, identity: Identity): Promise<AgentInfo> =>
  withAccount(deps.pool, identity, async (tx) => {
    const [user] = await tx.raw<{ name: string; email: string }>(
      `select btrim(first_name || ' ' || last_name) as name, email from users where id = $1`,
      [identity.userId],
    );
    const payer = await payerOf(deps, tx, identity);
    return {
      name: user?.name ?? '',
      email: user?.email ?? '',
      card: (await cardOnFile(tx, identity.userId, deps.payments.provider))?.masked ?? null,
      wallet_balance: payer === null ? null : toDollars(await availableTo(tx, payer)),
      ship_to: await sql.findOffice(tx, identity.businessUnitId),
    };
  });

export const listOwnOrders = (
  deps: Deps,
  identity: Identity,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ data: StoreOrder[]; meta: ListMeta }> =>
  withAccount(deps.pool, identity, async (tx) => {
    const total = await sql.countOwnOrders(tx, identity.userId);
    const rows = await sql.findOwnOrders(tx, identity.userId, { limit, offset: (page - 1) * limit }, deps.now());
    return {
      data: rows.map(sql.orderOf),
      meta: { current_page: page, limit, total_count: total, total_pages: Math.max(1, Math.ceil(total / limit)) },
    };
  });

/**
 * Places an order, once for each key, and pays it. The order is stored first; a card is charged by a billing operation
 * of the same key, and finishing that operation finishes the order.
 * @throws {Refusal} `refused` by field; `unavailable` while the outcome is unknown.
 */
export async function placeOrder(deps: Deps, identity: Identity, asked: Asked, body: NewStoreOrder) {
  const { userId } = identity;
  const order = await storeFirst(deps, identity, async (tx) => {
    const found = await sql.findOwnOrder(tx, userId, { key: asked.key }, deps.now());
    return found ?? insert(deps, tx, { identity, asked, body });
  });
  if (order.payment_method === 'card' && order.paid_cents === 0) await charge(deps, asked, order);
  return withAccount(deps.pool, identity, async (tx) => {
    const placed = await sql.findOwnOrder(tx, userId, { id: order.id }, deps.now());
    if (placed === null) throw new Refusal('not_found', 'Order not found.');
    return sql.orderOf(placed);
  });
}

/**
 * Stores what a request is about to pay or to refund. It is no effect of the request yet: one whose answer is lost may
 * be sent again, and finds by its key what was stored.
 */
export const storeFirst = <Result>(deps: Deps, identity: Identity, work: (tx: Tx) => Promise<Result>) =>
  beforeCommit.exit(() => withAccount(deps.pool, identity, work));

interface Placing {
  readonly identity: Identity;
  readonly asked: Asked;
  readonly body: NewStoreOrder;
}

async function insert(deps: Deps, tx: Tx, { identity, asked, body }: Placing): Promise<sql.OrderRow> {
  const { userId } = identity;
  const at = deps.now();
  const { lines, totalCents, audience, isForContacts } = await priceCart(deps, tx, identity, body);
  if (isForContacts && audience.picked === null) throw refuseField('contacts_scope', 'Choose the contacts first.');
  if (isForContacts && audience.contacts === 0)
    throw refuseField('contacts_scope', 'None of these contacts has a postal address.');
  const expectedCents = Math.round(body.expected_total * 100);
  if (expectedCents !== totalCents) {
    throw refuseField(
      'expected_total',
      `The total has changed: it is ${dollars(totalCents)} now, not ${dollars(expectedCents)}. You weren't charged.`,
    );
  }
  const method = body.payment_method;
  const card = method === 'card' ? await cardOnFile(tx, userId, deps.payments.provider) : null;
  if (method === 'card' && card === null) throw refuseField('payment_method', NO_CARD);
  const payer = method === 'wallet' ? await payerOf(deps, tx, identity) : null;
  if (method === 'wallet' && payer === null) throw refuseField('payment_method', 'You have no wallet. Pay by card.');
  const id = await sql.insertOrder(tx, {
    userId,
    key: asked.key,
    method,
    ownerId: payer ?? ownerOf(identity),
    totalCents,
    card: card?.masked ?? '',
    sentence: audience.sentence,
    contacts: audience.contacts,
    at,
    lines,
  });
  if (audience.picked !== null) await sql.insertOrderContacts(tx, id, audience.picked, await seenBy(tx, identity));
  const about = { subjectType: 'order', subjectId: id, detail: { total_cents: totalCents, paid_by: method } };
  await writeAudit(tx, identity, asked.requestId, { action: 'order.placed', ...about });
  if (payer !== null) {
    const bought = { orderId: id, userId, ownerId: payer, method, cents: totalCents };
    await postPurchase(tx, bought, at).catch(nameWallet);
    await sql.setPaid(tx, id, { chargeRef: '', card: '', at });
    await writeAudit(tx, identity, asked.requestId, { action: 'order.paid', ...about });
  }
  const order = await sql.findOwnOrder(tx, userId, { id }, at);
  if (order === null) throw new Error('an order was not written');
  return order;
}

/** Names the payment as the field, beside which the page offers to top the wallet up. */
const nameWallet = (error: unknown): never => {
  throw error instanceof InsufficientFunds
    ? new InsufficientFunds(error.ownerId, error.missing, 'payment_method')
    : error;
};

/** @throws {Refusal} `refused` by the card; `unavailable` */
async function charge(deps: Deps, { member, requestId, key }: Asked, order: sql.OrderRow): Promise<void> {
  try {
    await perform(deps, {
      member,
      requestId,
      key,
      decide: async ({ card }) => {
        if (card === null) throw refuseField('payment_method', NO_CARD);
        return {
          kind: 'order',
          orderId: order.id,
          ownerId: order.owner_id,
          cents: order.total_cents,
          description: `Store order ${order.id}`,
          card: cardRefOf(card),
          masked: card.masked,
          at: deps.now(),
        };
      },
    });
  } catch (error) {
    throw refusalOf(error);
  }
}
