import { Readable } from 'node:stream';
import type { AdminStatus } from '#contract/store.contract.ts';
import type { Storage } from '../../adapters/storage/storage.ts';
import type { Tx } from '../../db/tx.ts';
import { insertOrder, insertRefund, setFailed, setPaid, settleRefund } from '../store/order-rows.ts';
import { postPurchase, postRefund } from '../store/record-order.ts';
import { teamOf } from './demo-dialers.ts';
import type { DemoAgency } from './demo-people.ts';
import { DEMO_PRODUCTS, pictureOf } from './demo-products.ts';

const DAY_MS = 86_400_000;
const CARD = '4242 •••• •••• ••••';

interface DemoOrder {
  /** Of the team, by its place. */
  readonly agent: number;
  readonly daysAgo: number;
  /** Products by their place, and how many. */
  readonly items: readonly (readonly [product: number, quantity: number])[];
  readonly status: AdminStatus;
  readonly notes?: string;
  readonly refunds?: readonly (readonly [cents: number, reason: string])[];
  /** The card was declined. */
  readonly declined?: true;
}

/** Orders in different states, the oldest first. */
const ORDERS: readonly DemoOrder[] = [
  { agent: 1, daysAgo: 26, items: [[0, 1]], status: 'fulfilled' },
  { agent: 0, daysAgo: 19, items: [[2, 1]], status: 'canceled', refunds: [[12_900, 'Seminar moved']] },
  { agent: 2, daysAgo: 14, items: [[5, 1]], status: 'new', declined: true },
  {
    agent: 0,
    daysAgo: 9,
    items: [
      [0, 1],
      [1, 1],
      [3, 2],
    ],
    status: 'fulfilled',
    notes: 'Shipped with USPS. 12 of 100 flyers were misprinted.',
    refunds: [[4_000, 'Misprint']],
  },
  { agent: 2, daysAgo: 4, items: [[1, 3]], status: 'accepted' },
  { agent: 0, daysAgo: 1, items: [[3, 1]], status: 'new' },
];

async function insertProducts(tx: Tx, accountId: number, storage: Storage | null): Promise<number[]> {
  const titles = [...new Set(DEMO_PRODUCTS.map(({ category }) => category))];
  await tx.raw(
    `insert into categories (account_id, title, description) select $1, title, 'Products of the store' from unnest($2::text[]) title
     on conflict do nothing`,
    [accountId, titles],
  );
  const ids: number[] = [];
  for (const [at, product] of DEMO_PRODUCTS.entries()) {
    const picture = pictureOf(product);
    const key = storage === null ? null : `file-demo-product-${accountId}-${at}`;
    if (storage !== null && key !== null) await storage.save(key, Readable.from([picture]));
    const [row] = await tx.raw<{ id: number }>(
      `insert into products (account_id, name, description, category_id, price, months_count, per_contact, file_key, file_name,
         file_type, file_bytes)
       values ($1, $2, $3, (select id from categories where account_id = $1 and title = $4), $5, $6, $7, $8,
         case when $8::text is not null then 'product.png' end, case when $8::text is not null then 'png' end,
         case when $8::text is not null then $9::bigint end) returning id`,
      [
        accountId,
        product.name,
        product.description,
        product.category,
        product.cents,
        product.months ?? null,
        product.perContact ?? false,
        key,
        picture.length,
      ],
    );
    ids.push(row?.id ?? 0);
  }
  return ids;
}

/** Products with pictures, and orders of a team in different states. */
export async function insertDemoStore(
  tx: Tx,
  accountId: number,
  agency: DemoAgency,
  { storage, now }: { readonly storage: Storage | null; readonly now: Date },
): Promise<void> {
  // The functions of the ledger write for the account of their transaction.
  await tx.raw(`select set_config('app.account_id', $1, true)`, [String(accountId)]);
  const products = await insertProducts(tx, accountId, storage);
  const team = await tx.raw<{ id: number }>(
    'select id from users where account_id = $1 and username = any($2) order by array_position($2, username)',
    [accountId, teamOf(agency)],
  );
  const [admin] = await tx.raw<{ id: number }>(
    `select id from users where account_id = $1 and 'admin' = any(roles) order by id limit 1`,
    [accountId],
  );
  for (const [place, order] of ORDERS.entries()) {
    const userId = team[order.agent]?.id;
    if (userId === undefined || admin === undefined) continue;
    const at = new Date(now.getTime() - order.daysAgo * DAY_MS);
    await insertDemoOrder(tx, order, { place, userId, adminId: admin.id, at, products });
  }
}

interface Making {
  readonly place: number;
  readonly userId: number;
  readonly adminId: number;
  readonly at: Date;
  /** Ids of products by their place. */
  readonly products: readonly number[];
}

async function insertDemoOrder(tx: Tx, order: DemoOrder, { place, userId, adminId, at, products }: Making) {
  const lines = order.items.flatMap(([index, quantity]) => {
    const product = DEMO_PRODUCTS[index];
    if (product === undefined) return [];
    const { name, cents, months = null } = product;
    return [{ product_id: products[index] ?? 0, name, price_cents: cents, quantity, months_count: months }];
  });
  const totalCents = lines.reduce((sum, { price_cents: cents, quantity }) => sum + cents * quantity, 0);
  const id = await insertOrder(tx, {
    userId,
    key: `demo-order-${place}`,
    method: 'card',
    ownerId: userId,
    totalCents,
    card: CARD,
    sentence: '',
    contacts: 0,
    at,
    lines,
  });
  if (order.declined === true) return setFailed(tx, id, "Your card was declined. You weren't charged.");
  await setPaid(tx, id, { chargeRef: `ch_demo_order_${place}`, card: CARD, at });
  await postPurchase(tx, { orderId: id, userId, ownerId: userId, method: 'card', cents: totalCents }, at);
  await tx.raw('update store_orders set admin_status = $2, notes = $3 where id = $1', [
    id,
    order.status,
    order.notes ?? '',
  ]);
  for (const [cents, reason] of order.refunds ?? []) {
    const later = new Date(at.getTime() + 2 * DAY_MS);
    const key = `demo-refund-${place}`;
    const made = { orderId: id, userId: adminId, actorId: adminId, key, cents, to: 'card' as const, reason, at: later };
    const refund = await insertRefund(tx, made);
    await settleRefund(tx, refund.id, { state: 'done', refundRef: `re_demo_order_${place}`, failure: '', at: later });
    const reversed = { refundId: refund.id, orderId: id, userId: adminId, ownerId: userId, cents };
    await postRefund(tx, { ...reversed, paidBy: 'card', to: 'card' }, later);
  }
  return id;
}
