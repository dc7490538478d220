import type { Difference } from '#contract/wallets/reconciliation.contract.ts';
import type { Span } from '../../../adapters/payments/payments.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Recorded } from './compare.ts';

/** Payments and refunds of a span of time, and those with these names whenever they were. */
export const findRecorded = (tx: Tx, { from, until }: Span, refs: readonly string[]) =>
  tx.prepared<Recorded>(
    `select provider_ref as ref, amount_cents::float8 as cents, at from billing_entries
     where status <> 'failed' and amount_cents <> 0 and ((at >= $1 and at < $2) or provider_ref = any($3::text[]))`,
    [from, until, refs],
  );

/** Which of these customers and payments of the provider belong to this account. */
export async function findOwn(tx: Tx, customers: readonly string[], charges: readonly string[]): Promise<Set<string>> {
  const rows = await tx.prepared<{ ref: string }>(
    `select customer_ref as ref from payment_infos where customer_ref = any($1::text[])
     union select provider_ref from billing_entries where provider_ref = any($2::text[])`,
    [customers, charges],
  );
  return new Set(rows.map(({ ref }) => ref));
}

/** Key of the transfer that the operation `o` of billing stands for; null: it moves nothing on the ledger. */
export const TRANSFER_OF = `case o.kind
  when 'topUp' then 'top-up:' || o.key
  when 'maxPlus' then 'max-plus:' || o.key
  when 'planOrder' then 'plan-order:' || (o.request ->> 'orderId')
  when 'order' then 'store-order:' || (o.request ->> 'orderId')
  when 'refund' then 'store-refund:' || (o.request ->> 'refundId')
  when 'numberOrder' then 'number-order:' || (o.request ->> 'orderId')
  when 'numberRefund' then 'number-refund:' || (o.request ->> 'orderId')
end`;

/** Requests that a card has paid or got money back by, without the transfer that they stand for. */
const UNPOSTED = `
  select 'not_on_ledger' as kind, o.wanted as record, t.amount / 1000000.0::float8 as ours, o.cents / 100.0::float8 as theirs
  from (
    select o.account_id, (o.request ->> 'cents')::bigint as cents, ${TRANSFER_OF} as wanted
    from billing_operations o where o.outcome = 'done' and o.settled_at >= $1 and o.settled_at < $2
  ) o
  left join ledger_transfers t on t.account_id = o.account_id and t.key = o.wanted
  where o.wanted is not null and o.cents > 0 and t.amount is distinct from o.cents * 10000`;

/** A balance is what its last entry left, and entries are numbered without gaps. */
const BALANCES = `
  select 'balance', 'ledger account ' || l.id, l.balance / 1000000.0::float8, e.balance / 1000000.0::float8
  from ledger_accounts l
  left join ledger_entries e on e.ledger_account_id = l.id and e.version = l.version
  where l.balance <> coalesce(e.balance, 0) or (l.version > 0 and e.id is null)
  union all
  select 'balance', 'ledger entry ' || e.id, e.balance / 1000000.0::float8,
    (coalesce(before.balance, 0) + e.amount) / 1000000.0::float8
  from ledger_transfers t
  join ledger_entries e on e.transfer_id = t.id
  left join ledger_entries before on before.ledger_account_id = e.ledger_account_id and before.version = e.version - 1
  where t.created_at >= $1 and t.created_at < $2 and e.balance <> coalesce(before.balance, 0) + e.amount`;

const HOLDS = `
  select 'held', 'ledger account ' || l.id, l.balance / 1000000.0::float8, coalesce(h.rest, 0) / 1000000.0::float8
  from ledger_accounts l
  left join (
    select owner_id, sum(amount - captured - released)::bigint as rest from ledger_holds where closed_at is null group by owner_id
  ) h on h.owner_id = l.owner_id
  where l.kind = 'held' and l.balance <> coalesce(h.rest, 0)`;

/**
 * A broadcast whose hold ended that day has paid for each segment of its texts. A purged contact takes its texts
 * along, so of a broadcast with purged recipients only too little paid is a difference.
 */
const USAGE = `
  select 'usage', 'broadcast ' || b.id, paid.segments::float8, taken.segments::float8
  from ledger_holds h
  join broadcasts b on h.subject_type = 'broadcast' and b.id = h.subject_id
  join lateral (
    select coalesce(sum(t.quantity), 0) as segments from ledger_transfers t
    where t.hold_id = h.id and t.kind = 'capture'
      or t.account_id = h.account_id and t.kind = 'spend' and t.description = h.description
  ) paid on true
  join lateral (
    select coalesce(sum(m.segments), 0) as segments from text_messages m where m.broadcast_id = b.id
  ) taken on true
  where h.closed_at >= $1 and h.closed_at < $2
    and (taken.segments > paid.segments or (taken.segments < paid.segments and b.recipients = (
      select count(*) from broadcast_recipients r where r.broadcast_id = b.id and r.state <> 'left_out')))`;

/** What the records of this account contradict each other about; `ours` is what the ledger says. */
export const findContradictions = (tx: Tx, { from, until }: Span) =>
  tx.prepared<Difference>(`${UNPOSTED} union all ${BALANCES} union all ${HOLDS} union all ${USAGE} order by 1, 2`, [
    from,
    until,
  ]);

export interface ReconciliationRow {
  readonly day: string;
  readonly checked_at: Date;
  readonly payments: number | null;
  readonly differences: Difference[];
}

const COLUMNS = `to_char(day, 'YYYY-MM-DD') as day, checked_at, payments, differences`;

/** A later check of a day takes the place of the earlier one. */
export const keepReconciliation = async (tx: Tx, accountId: number, row: ReconciliationRow): Promise<void> => {
  await tx.prepared(
    `insert into reconciliations (account_id, day, checked_at, payments, differences) values ($1, $2, $3, $4, $5)
     on conflict (account_id, day) do update
     set checked_at = excluded.checked_at, payments = excluded.payments, differences = excluded.differences
     where reconciliations.checked_at <= excluded.checked_at`,
    [accountId, row.day, row.checked_at, row.payments, JSON.stringify(row.differences)],
  );
};

export const findReconciliations = (tx: Tx, limit: number, offset: number) =>
  tx.prepared<ReconciliationRow>(`select ${COLUMNS} from reconciliations order by day desc limit $1 offset $2`, [
    limit,
    offset,
  ]);

export async function countReconciliations(tx: Tx): Promise<{ total: number; differing: number }> {
  const [row] = await tx.prepared<{ total: number; differing: number }>(
    `select count(*)::int as total, (count(*) filter (where differences <> '[]'))::int as differing from reconciliations`,
    [],
  );
  return row ?? { total: 0, differing: 0 };
}
