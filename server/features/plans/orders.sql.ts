import type { OrderAction, OrderStatus, OrderType, PlanKind } from '#contract/plans/plan.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { SubscriptionChange } from './subscriptions.sql.ts';

export interface OrderRow {
  readonly id: number;
  readonly kind: PlanKind;
  readonly subscription_id: number;
  readonly payer_id: number | null;
  readonly action: OrderAction;
  readonly status: OrderStatus;
  readonly order_type: OrderType;
  readonly description: string;
  readonly quantity: number;
  readonly amount_cents: number;
  readonly change: SubscriptionChange;
  readonly failures: number;
  /** Charges that were asked for before. */
  readonly attempts: number;
  readonly failure: string;
  readonly payer: { readonly id: number; readonly name: string } | null;
  readonly created_at: Date;
  readonly paid_at: Date | null;
}

const ORDER = `o.id, o.kind, o.subscription_id, o.payer_id, o.action, o.status, s.order_type, o.description, o.quantity,
  o.amount_cents, o.change, o.failures, o.attempts, o.failure, o.created_at, o.paid_at,
  (select jsonb_build_object('id', u.id, 'name', btrim(u.first_name || ' ' || u.last_name)) from users u where u.id = o.payer_id) as payer`;
const FROM = 'plan_orders o join plan_subscriptions s on s.id = o.subscription_id';

export interface FreshOrder {
  readonly kind: PlanKind;
  readonly subscriptionId: number;
  readonly payerId: number;
  /** `null`: the clock. */
  readonly userId: number | null;
  readonly action: OrderAction;
  readonly description: string;
  readonly quantity: number;
  readonly cents: number;
  readonly change: SubscriptionChange;
  readonly key: string;
  readonly at: Date;
}

/** `null`: another order of the subscription is open. */
export async function insertOrder(tx: Tx, fresh: FreshOrder): Promise<number | null> {
  const rows = await tx.raw<{ id: number }>(
    `insert into plan_orders (account_id, kind, subscription_id, payer_id, user_id, action, description, quantity, amount_cents,
                              change, key, created_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing returning id`,
    [
      fresh.kind,
      fresh.subscriptionId,
      fresh.payerId,
      fresh.userId,
      fresh.action,
      fresh.description,
      fresh.quantity,
      fresh.cents,
      JSON.stringify(fresh.change),
      fresh.key,
      fresh.at,
    ],
  );
  return rows[0]?.id ?? null;
}

export const findOrder = async (tx: Tx, id: number): Promise<OrderRow | null> =>
  (await tx.raw<OrderRow>(`select ${ORDER} from ${FROM} where o.id = $1`, [id]))[0] ?? null;

export const lockOrder = async (tx: Tx, id: number): Promise<OrderRow | null> =>
  (await tx.raw<OrderRow>(`select ${ORDER} from ${FROM} where o.id = $1 for no key update of o`, [id]))[0] ?? null;

export const findByKey = async (tx: Tx, key: string): Promise<OrderRow | null> =>
  (await tx.raw<OrderRow>(`select ${ORDER} from ${FROM} where o.key = $1`, [key]))[0] ?? null;

export const findOpenOrder = async (tx: Tx, subscriptionId: number): Promise<OrderRow | null> =>
  (
    await tx.raw<OrderRow>(`select ${ORDER} from ${FROM} where o.subscription_id = $1 and o.status = 'open'`, [
      subscriptionId,
    ])
  )[0] ?? null;

export const setPaid = (tx: Tx, id: number, chargeRef: string, at: Date) =>
  tx.raw(`update plan_orders set status = 'paid', charge_ref = $2, paid_at = $3, failure = '' where id = $1`, [
    id,
    chargeRef,
    at,
  ]);

/** `open`: it is tried again. */
export const setFailed = (tx: Tx, id: number, status: 'failed' | 'open', failure: string) =>
  tx.raw(
    'update plan_orders set status = $2, failure = $3, failures = failures + 1, attempts = attempts + 1 where id = $1',
    [id, status, failure],
  );

/** Another charge is asked for. */
export const tryAgain = (tx: Tx, id: number) =>
  tx.raw('update plan_orders set attempts = attempts + 1 where id = $1', [id]);

export const setCanceled = (tx: Tx, id: number) =>
  tx.raw(`update plan_orders set status = 'canceled' where id = $1 and status = 'open'`, [id]);

/** True while the outcome of its charge isn't known. */
export const hasOpenCharge = async (tx: Tx, id: number): Promise<boolean> =>
  (
    await tx.raw(
      `select from billing_operations where kind = 'planOrder' and (request ->> 'orderId')::bigint = $1 and settled_at is null`,
      [id],
    )
  ).length > 0;

export interface OrderQuery {
  readonly q?: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly order_field?: 'created_at' | 'amount_cents' | 'status' | undefined;
  readonly page: number;
  readonly limit: number;
}

export interface OrderReader {
  readonly userId: number;
  /** All orders of the account. */
  readonly isAdmin: boolean;
}

const VISIBLE = '($3 or o.payer_id = $2 or s.user_id = $2)';

export async function findOrders(tx: Tx, kind: PlanKind, { userId, isAdmin }: OrderReader, query: OrderQuery) {
  const where = `o.kind = $1 and ${VISIBLE} and ($4 = '' or position(lower($4) in lower(o.description)) > 0)`;
  const values = [kind, userId, isAdmin, query.q ?? ''];
  const [counted] = await tx.raw<{ count: number }>(
    `select count(*)::int as count from ${FROM} where ${where}`,
    values,
  );
  const direction = query.order === 'asc' ? 'asc' : 'desc';
  const rows = await tx.raw<OrderRow>(
    `select ${ORDER} from ${FROM} where ${where} order by o.${query.order_field ?? 'created_at'} ${direction}, o.id ${direction}
     limit $5 offset $6`,
    [...values, query.limit, (query.page - 1) * query.limit],
  );
  return { rows, total: counted?.count ?? 0 };
}

export const findVisibleOrder = async (
  tx: Tx,
  kind: PlanKind,
  { userId, isAdmin }: OrderReader,
  id: number,
): Promise<OrderRow | null> =>
  (
    await tx.raw<OrderRow>(`select ${ORDER} from ${FROM} where o.kind = $1 and ${VISIBLE} and o.id = $4`, [
      kind,
      userId,
      isAdmin,
      id,
    ])
  )[0] ?? null;
