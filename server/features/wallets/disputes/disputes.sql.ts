import type { DisputeStatus } from '#contract/wallets/disputes.contract.ts';
import { PERMISSIONS_OF } from '#rules/access/permissions.ts';
import type { Dispute } from '../../../adapters/payments/payments.ts';
import type { Pool } from '../../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../../db/tx.ts';
import { TRANSFER_OF } from '../reconciliation/reconciliation.sql.ts';

/** A payment of any account, as its payer's history has it. */
export interface PaidRow {
  readonly account_id: number;
  readonly user_id: number;
  readonly ref: string;
  readonly description: string;
  readonly amount_cents: number;
  readonly at: Date;
}

/** Payments of all accounts with one of these names, or whose name begins like this. */
export const findPayments = (pool: Pool, refs: readonly string[], beginning = '') =>
  outsideAccounts<PaidRow>(pool, 'select * from find_payments($1, $2)', [refs, beginning]);

export interface DisputeRow {
  readonly id: number;
  readonly ref: string;
  readonly payer: string;
  readonly description: string;
  readonly amount_cents: number;
  readonly not_covered_cents: number;
  readonly reason: string;
  readonly status: DisputeStatus;
  readonly respond_by: Date | null;
  readonly opened_at: Date;
}

const COLUMNS = `d.id, d.ref, btrim(u.first_name || ' ' || u.last_name) as payer, d.description, d.amount_cents,
  d.not_covered_cents, d.reason, d.status, d.respond_by, d.opened_at`;

export const findDispute = async (tx: Tx, ref: string): Promise<DisputeRow | null> =>
  (
    await tx.raw<DisputeRow>(`select ${COLUMNS} from disputes d join users u on u.id = d.user_id where d.ref = $1`, [
      ref,
    ])
  )[0] ?? null;

/** Undecided ones first, by how soon they need an answer. */
export const findDisputes = (tx: Tx, limit: number, offset: number) =>
  tx.raw<DisputeRow>(
    `select ${COLUMNS} from disputes d join users u on u.id = d.user_id
     order by d.status not in ('needs_response', 'inquiry'), d.status <> 'under_review', d.respond_by, d.id desc
     limit $1 offset $2`,
    [limit, offset],
  );

export async function countDisputes(tx: Tx): Promise<{ total: number; waiting: number }> {
  const [row] = await tx.raw<{ total: number; waiting: number }>(
    `select count(*)::int as total, (count(*) filter (where status in ('needs_response', 'inquiry')))::int as waiting
     from disputes`,
  );
  return row ?? { total: 0, waiting: 0 };
}

export const keepDispute = (
  tx: Tx,
  { ref, cents, reason, status, respondBy, openedAt }: Dispute,
  paid: PaidRow,
  at: Date,
) =>
  tx.raw(
    `insert into disputes (account_id, user_id, ref, charge_ref, description, amount_cents, reason, status, respond_by, opened_at, changed_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (account_id, ref) do update
     set status = excluded.status, reason = excluded.reason, respond_by = excluded.respond_by, changed_at = excluded.changed_at`,
    [paid.user_id, ref, paid.ref, paid.description, cents, reason, status, respondBy, openedAt, at],
  );

/** Users who see the account's disputes. */
export async function findManagers(tx: Tx): Promise<number[]> {
  const roles = Object.entries(PERMISSIONS_OF).flatMap(([role, may]) =>
    may.includes('subscriptions.manage') ? [role] : [],
  );
  const rows = await tx.raw<{ id: number }>(
    `select id from users where account_id = app_account_id() and active and roles && $1::text[] order by id`,
    [roles],
  );
  return rows.map(({ id }) => id);
}

export const setNotCovered = (tx: Tx, ref: string, cents: number) =>
  tx.raw('update disputes set not_covered_cents = $2 where ref = $1', [ref, cents]);

/** Key of the transfer that a payment stands for; `null`: the ledger has none, as for a membership. */
export async function findTransferKey(tx: Tx, { user_id: userId, at, amount_cents: cents }: PaidRow) {
  const [row] = await tx.raw<{ key: string | null }>(
    `select ${TRANSFER_OF} as key from billing_operations o
     where o.user_id = $1 and o.settled_at = $2 and o.outcome = 'done' and (o.request ->> 'cents')::bigint = $3
     order by o.id desc limit 1`,
    [userId, at, cents],
  );
  return row?.key ?? null;
}
