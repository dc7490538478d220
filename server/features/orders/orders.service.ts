import type { ListMeta } from '#contract/_wire.contract.ts';
import type { ManagedOrder, OrderDetail } from '#contract/orders.contract.ts';
import type { AdminStatus } from '#contract/store.contract.ts';
import { ADMIN_STATUS_WORDS, nextStatuses, PAYMENT_STATUS_WORDS } from '#rules/store/order-status.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { type CsvLines, MAX_CSV_LINES } from '../../http/download.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { findRefunds, orderOf, paymentStatus } from '../store/order-rows.ts';
import * as sql from './orders.sql.ts';

const managedOf = (row: sql.ManagedRow): ManagedOrder => ({
  ...orderOf(row),
  user: { id: row.user_id, name: row.buyer, email: row.email },
});

export async function detailOf(tx: Tx, row: sql.ManagedRow): Promise<OrderDetail> {
  const refunds = await findRefunds(tx, row.id);
  return {
    ...managedOf(row),
    notes: row.notes,
    refunding: (row.refunded_cents - row.done_cents) / 100,
    refundable: (row.paid_cents - row.refunded_cents) / 100,
    refunds: refunds.map(({ id, created_at, amount_cents, destination, reason, state, failure, by }) => ({
      id,
      at: created_at.toISOString(),
      amount: amount_cents / 100,
      to: destination,
      reason,
      state,
      failure,
      by,
    })),
  };
}

type Paged = sql.OrderFilter & { readonly page: number; readonly limit: number };

export const listOrders = (
  deps: Deps,
  identity: Identity,
  { page, limit, ...filter }: Paged,
): Promise<{ data: ManagedOrder[]; meta: ListMeta }> =>
  withAccount(deps.pool, identity, async (tx) => {
    const now = deps.now();
    const total = await sql.countOrders(tx, identity, now, filter);
    const rows = await sql.findOrders(tx, identity, now, { ...filter, limit, offset: (page - 1) * limit });
    return {
      data: rows.map(managedOf),
      meta: { current_page: page, limit, total_count: total, total_pages: Math.max(1, Math.ceil(total / limit)) },
    };
  });

/** @throws {Refusal} `not_found` */
export async function requireOrder(deps: Deps, tx: Tx, identity: Identity, id: number, lock: boolean) {
  const row = await sql.findOrder(tx, identity, id, { now: deps.now(), lock });
  if (row === null) throw new Refusal('not_found', 'Order not found.');
  return row;
}

export const readOrder = (deps: Deps, identity: Identity, id: number): Promise<OrderDetail> =>
  withAccount(deps.pool, identity, async (tx) => detailOf(tx, await requireOrder(deps, tx, identity, id, false)));

interface Change {
  readonly admin_status?: AdminStatus | undefined;
  readonly notes?: string | undefined;
}

/** @throws {Refusal} `not_found`; `refused` for a status that doesn't follow. */
export const updateOrder = (deps: Deps, { identity, requestId }: Caller, id: number, change: Change) =>
  withAccount(deps.pool, identity, async (tx): Promise<OrderDetail> => {
    const row = await requireOrder(deps, tx, identity, id, true);
    const status = change.admin_status ?? row.admin_status;
    if (status !== row.admin_status && !nextStatuses(row.admin_status, paymentStatus(row)).includes(status)) {
      const words = ADMIN_STATUS_WORDS[status].toLowerCase();
      const why =
        row.paid_cents === 0 ? "It isn't paid." : `It is ${ADMIN_STATUS_WORDS[row.admin_status].toLowerCase()}.`;
      throw refuseField('admin_status', `This order can't be marked ${words}. ${why}`);
    }
    await sql.changeOrder(tx, id, { status, notes: change.notes ?? row.notes });
    await writeAudit(tx, identity, requestId, {
      action: 'order.updated',
      subjectType: 'order',
      subjectId: id,
      detail: { from: row.admin_status, to: status, notes: change.notes !== undefined },
    });
    return detailOf(tx, await requireOrder(deps, tx, identity, id, false));
  });

const HEAD = [
  'Order',
  'Date',
  'Agent',
  'E-mail',
  'Items',
  'Contacts',
  'Total',
  'Refunded',
  'Payment',
  'Status',
  'Notes',
];

/** The orders as CSV, latest first. */
export const ordersFile = (deps: Deps, identity: Identity, filter: sql.OrderFilter): Promise<CsvLines> =>
  withAccount(deps.pool, identity, async (tx) => {
    const rows = await sql.findOrders(tx, identity, deps.now(), { ...filter, limit: MAX_CSV_LINES, offset: 0 });
    const lines = rows.map((row) => [
      String(row.id),
      row.created_at.toISOString(),
      row.buyer,
      row.email,
      row.items.map(({ name, quantity }) => `${quantity} × ${name}`).join('; '),
      String(row.contacts),
      (row.total_cents / 100).toFixed(2),
      (row.done_cents / 100).toFixed(2),
      PAYMENT_STATUS_WORDS[paymentStatus(row)],
      ADMIN_STATUS_WORDS[row.admin_status],
      row.notes,
    ]);
    return [HEAD, ...lines];
  });
