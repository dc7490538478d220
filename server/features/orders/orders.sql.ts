import { type RawBuilder, sql } from 'kysely';
import type { AdminStatus, PaymentStatus } from '#contract/store.contract.ts';
import { reachOf } from '#rules/access/permissions.ts';
import type { Tx } from '../../db/tx.ts';
import type { Identity } from '../../identity.ts';
import { type OrderRow, orderColumns } from '../store/order-rows.ts';

export interface ManagedRow extends OrderRow {
  readonly buyer: string;
  readonly email: string;
}

export interface OrderFilter {
  readonly q?: string | undefined;
  readonly admin_status?: AdminStatus | undefined;
  readonly payment_status?: PaymentStatus | undefined;
}

/** Orders that someone manages: of the account, or of the buyers of their business unit. */
const managed = ({ roles, businessUnitId }: Identity): RawBuilder<unknown> =>
  reachOf(roles) === 'account' ? sql`true` : sql`u.business_unit_id = ${businessUnitId}`;

const PAYMENT: Readonly<Record<PaymentStatus, RawBuilder<unknown>>> = {
  pending: sql`paid_cents = 0 and not has_failed`,
  failed: sql`paid_cents = 0 and has_failed`,
  paid: sql`paid_cents > 0 and done_cents = 0`,
  partially_refunded: sql`done_cents > 0 and done_cents < total_cents`,
  refunded: sql`done_cents = total_cents`,
};

const found = (identity: Identity, now: Date, { q = '', admin_status: status, payment_status: paid }: OrderFilter) =>
  sql`select * from (
      select ${orderColumns(now)}, btrim(u.first_name || ' ' || u.last_name) as buyer, u.email
      from store_orders o join users u on u.id = o.user_id
      where ${managed(identity)}
        and (${q} = '' or o.id::text = ${q} or position(lower(${q}) in lower(u.first_name || ' ' || u.last_name)) > 0)
        and ${status === undefined ? sql`true` : sql`o.admin_status = ${status}`}
    ) orders where ${paid === undefined ? sql`true` : PAYMENT[paid]}`;

export const countOrders = async (tx: Tx, identity: Identity, now: Date, filter: OrderFilter): Promise<number> =>
  (
    await tx.one<{ n: number }>(
      sql<{ n: number }>`select count(*)::int as n from (${found(identity, now, filter)}) counted`,
    )
  )?.n ?? 0;

export const findOrders = (
  tx: Tx,
  identity: Identity,
  now: Date,
  { limit, offset, ...filter }: OrderFilter & { readonly limit: number; readonly offset: number },
) =>
  tx.all<ManagedRow>(sql<ManagedRow>`${found(identity, now, filter)} order by id desc limit ${limit} offset ${offset}`);

/** `null`: not theirs to manage. Locked for a change. */
export async function findOrder(
  tx: Tx,
  identity: Identity,
  id: number,
  { now, lock }: { readonly now: Date; readonly lock: boolean },
): Promise<ManagedRow | null> {
  if (lock) await tx.all(sql`select from store_orders where id = ${id} for no key update`);
  return tx.one<ManagedRow>(
    sql<ManagedRow>`select ${orderColumns(now)}, btrim(u.first_name || ' ' || u.last_name) as buyer, u.email
      from store_orders o join users u on u.id = o.user_id where o.id = ${id} and ${managed(identity)}`,
  );
}

export const changeOrder = (
  tx: Tx,
  id: number,
  { status, notes }: { readonly status: AdminStatus; readonly notes: string },
) => tx.change(sql`update store_orders set admin_status = ${status}, notes = ${notes} where id = ${id}`);
