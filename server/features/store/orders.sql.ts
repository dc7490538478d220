import { type RawBuilder, sql } from 'kysely';
import type { AdminStatus, OrderLine, PaymentMethod, PaymentStatus, StoreOrder } from '#contract/store.contract.ts';
import { paymentStatusOf } from '#rules/store/order-status.ts';
import type { Tx } from '../../db/tx.ts';
import type { Picked } from '../bulk/selection.ts';
import { pickedIds } from '../bulk/selection.ts';
import { type Seen, seenIn } from '../contacts/contact-visibility.sql.ts';

interface LineRow {
  readonly product_id: number;
  readonly name: string;
  readonly price_cents: number;
  readonly quantity: number;
  readonly months_count: number | null;
}

export interface OrderRow {
  readonly id: number;
  readonly user_id: number;
  readonly owner_id: number;
  readonly key: string;
  readonly created_at: Date;
  readonly payment_method: PaymentMethod;
  readonly total_cents: number;
  readonly paid_cents: number;
  /** On their way or done. */
  readonly refunded_cents: number;
  readonly done_cents: number;
  readonly charge_ref: string;
  readonly card: string;
  readonly failure: string;
  readonly admin_status: AdminStatus;
  readonly notes: string;
  readonly contacts: number;
  readonly sentence: string;
  readonly has_failed: boolean;
  readonly items: readonly LineRow[];
}

/** Milliseconds after which an order whose payment was never requested counts as failed. Ours. */
const ABANDONED_MS = 15 * 60_000;

/** The order `o`; one whose payment never began, because its process died, has failed. */
export const orderColumns = (now: Date): RawBuilder<unknown> => sql`o.id, o.user_id, o.owner_id, o.key, o.created_at,
  o.payment_method, o.total_cents, o.paid_cents, o.refunded_cents, o.charge_ref, o.card, o.failure, o.admin_status,
  o.notes, o.contacts, o.sentence,
  (select coalesce(sum(r.amount_cents), 0)::bigint from store_refunds r
     where r.order_id = o.id and r.state = 'done') as done_cents,
  (o.paid_cents = 0 and (o.failure <> '' or (o.created_at < ${new Date(now.getTime() - ABANDONED_MS)} and not exists (
     select from billing_operations b where b.user_id = o.user_id and b.key = o.key)))) as has_failed,
  (select coalesce(jsonb_agg(jsonb_build_object('product_id', i.product_id, 'name', i.name, 'price_cents', i.price_cents,
     'quantity', i.quantity, 'months_count', i.months_count) order by i.id), '[]')
     from store_order_items i where i.order_id = o.id) as items`;

export const paymentStatus = (row: OrderRow): PaymentStatus =>
  paymentStatusOf({
    total: row.total_cents,
    paid: row.paid_cents,
    refunded: row.done_cents,
    hasFailed: row.has_failed,
  });

export const lineOf = ({ price_cents: cents, ...line }: LineRow): OrderLine => ({
  ...line,
  price: cents / 100,
  amount: (cents * line.quantity) / 100,
});

const ABANDONED = "The payment didn't go through. You weren't charged.";

export const orderOf = (row: OrderRow): StoreOrder => ({
  id: row.id,
  at: row.created_at.toISOString(),
  payment_status: paymentStatus(row),
  admin_status: row.admin_status,
  payment_method: row.payment_method,
  card: row.card === '' ? null : row.card,
  failure: row.has_failed && row.failure === '' ? ABANDONED : row.failure,
  total: row.total_cents / 100,
  refunded: row.done_cents / 100,
  contacts: row.contacts,
  sentence: row.sentence,
  items: row.items.map(lineOf),
});

export const findOwnOrder = (tx: Tx, userId: number, by: { id: number } | { key: string }, now: Date) =>
  tx.one<OrderRow>(
    sql<OrderRow>`select ${orderColumns(now)} from store_orders o
      where o.user_id = ${userId} and ${'id' in by ? sql`o.id = ${by.id}` : sql`o.key = ${by.key}`}`,
  );

export const countOwnOrders = async (tx: Tx, userId: number): Promise<number> =>
  (await tx.one<{ n: number }>(sql`select count(*)::int as n from store_orders where user_id = ${userId}`))?.n ?? 0;

export const findOwnOrders = (
  tx: Tx,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
  now: Date,
) =>
  tx.all<OrderRow>(
    sql<OrderRow>`select ${orderColumns(now)} from store_orders o where o.user_id = ${userId}
      order by o.id desc limit ${limit} offset ${offset}`,
  );

interface NewOrder {
  readonly userId: number;
  readonly key: string;
  readonly method: PaymentMethod;
  readonly ownerId: number;
  readonly totalCents: number;
  readonly card: string;
  readonly sentence: string;
  readonly contacts: number;
  readonly at: Date;
  readonly lines: readonly LineRow[];
}

export async function insertOrder(tx: Tx, fresh: NewOrder): Promise<number> {
  const row = await tx.one<{ id: number }>(
    sql<{ id: number }>`insert into store_orders
        (account_id, user_id, key, payment_method, owner_id, total_cents, card, sentence, contacts, created_at)
      values (app_account_id(), ${fresh.userId}, ${fresh.key}, ${fresh.method}, ${fresh.ownerId}, ${fresh.totalCents},
        ${fresh.card}, ${fresh.sentence}, ${fresh.contacts}, ${fresh.at}) returning id`,
  );
  if (row === null) throw new Error('an order was not written');
  await tx.change(sql`insert into store_order_items
      (account_id, order_id, product_id, name, price_cents, quantity, months_count)
    select app_account_id(), ${row.id}, i.product_id, i.name, i.price_cents, i.quantity, i.months_count
    from jsonb_to_recordset(${JSON.stringify(fresh.lines)}::jsonb)
      as i(product_id bigint, name text, price_cents bigint, quantity int, months_count int)`);
  return row.id;
}

/** The contacts of a selection that are seen and have a postal address. */
const mailable = (picked: Picked, seen: Seen): RawBuilder<unknown> =>
  sql`select c.id, c.household_key is not null as has_address from (${pickedIds(picked)}) picked
      join contacts c on c.id = picked.id and c.deleted_at is null and ${seenIn(seen)}`;

export async function countMailable(tx: Tx, picked: Picked, seen: Seen) {
  const row = await tx.one<{ contacts: number; without_address: number }>(
    sql<{ contacts: number; without_address: number }>`select count(*) filter (where has_address)::int as contacts,
        count(*) filter (where not has_address)::int as without_address from (${mailable(picked, seen)}) counted`,
  );
  return row ?? { contacts: 0, without_address: 0 };
}

export const insertOrderContacts = (tx: Tx, orderId: number, picked: Picked, seen: Seen): Promise<number> =>
  tx.change(sql`insert into store_order_contacts (account_id, order_id, contact_id)
    select app_account_id(), ${orderId}, id from (${mailable(picked, seen)}) counted where has_address order by id`);

/** Returns false when it was paid before. */
export const setPaid = async (
  tx: Tx,
  id: number,
  { chargeRef, card, at }: { readonly chargeRef: string; readonly card: string; readonly at: Date },
): Promise<boolean> =>
  (await tx.change(sql`update store_orders set paid_cents = total_cents, paid_at = ${at}, charge_ref = ${chargeRef},
    card = ${card}, failure = '' where id = ${id} and paid_cents = 0`)) > 0;

export const setFailed = (tx: Tx, id: number, failure: string) =>
  tx.change(sql`update store_orders set failure = ${failure} where id = ${id} and paid_cents = 0`);

export interface SoldRow {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly price_cents: number;
  readonly months_count: number | null;
  readonly per_contact: boolean;
  readonly file_name: string | null;
  readonly category: { readonly id: number; readonly title: string } | null;
}

const SOLD = sql`r.id, r.name, r.description, r.price as price_cents, r.months_count, r.per_contact, r.file_name,
  (select jsonb_build_object('id', c.id, 'title', c.title) from categories c where c.id = r.category_id) as category`;

export const findSold = (tx: Tx) =>
  tx.all<SoldRow>(sql<SoldRow>`select ${SOLD} from products r where r.active order by lower(r.name), r.id`);

/** Locked against removal. */
export const findSoldByIds = (tx: Tx, ids: readonly number[]) =>
  tx.all<SoldRow>(
    sql<SoldRow>`select ${SOLD} from products r where r.active and r.id = any(${ids}::bigint[]) order by r.id
      for key share of r`,
  );

/** The main office of the business unit, or of the account, in one line. */
export const findOffice = async (tx: Tx, unitId: number): Promise<string | null> =>
  (
    await tx.one<{ words: string }>(
      sql<{ words: string }>`select concat_ws(', ', name, nullif(address, ''), nullif(city, ''),
            nullif(concat_ws(' ', nullif(state, ''), nullif(zip_code, '')), '')) as words
        from office_locations where business_unit_id is null or business_unit_id = ${unitId}
        order by business_unit_id nulls last, office_type = 'main' desc, id limit 1`,
    )
  )?.words ?? null;
