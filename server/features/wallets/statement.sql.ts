import type { SpendType, TransactionKind, WalletFilter } from '#contract/wallets.contract.ts';
import { MICROS_OF_CENT } from '#rules/wallets/micros.ts';
import type { Tx } from '../../db/tx.ts';
import { SPENT } from '../ledger/ledger.ts';

export interface TransactionRow {
  readonly id: number;
  readonly kind: TransactionKind;
  readonly at: Date;
  readonly description: string;
  /** Users whom the agency gave to or took from, told to those who share its wallet. */
  readonly people: readonly number[];
  readonly amount: number;
  readonly balance: number;
  readonly usage: SpendType | '';
  readonly quantity: number | null;
  readonly entries: readonly {
    readonly kind: string;
    readonly usage: string;
    readonly mine: boolean;
    readonly amount: number;
  }[];
}

export interface StatementFilter {
  readonly filter: WalletFilter;
  readonly usage?: SpendType | undefined;
  /** `2026-11-28`, UTC. */
  readonly day?: string | undefined;
}

const KINDS: Readonly<Record<Exclude<WalletFilter, 'all'>, readonly TransactionKind[]>> = {
  in: ['top_up', 'refill', 'refund', 'dispute_won'],
  out: ['spend', 'dispute'],
  holds: ['hold', 'release'],
};

/** What a spend of held money is: it leaves the held account, so a statement shows it without changing the balance. */
const CONDITIONS = `($2 = 'all' or e.kind = any($3) or ($2 = 'in' and e.kind in ('allocate', 'reclaim') and e.amount > 0)
    or ($2 = 'out' and e.kind in ('allocate', 'reclaim') and e.amount < 0))
  and ($4::text is null or t.usage = $4) and ($5::date is null or (t.event_at at time zone 'UTC')::date = $5)`;

const WALLET = `(select id from ledger_accounts where account_id = app_account_id() and owner_id = $1 and kind = 'wallet')`;

const valuesOf = (ownerId: number, { filter, usage, day }: StatementFilter) => [
  ownerId,
  filter,
  filter === 'all' ? [] : KINDS[filter],
  usage ?? null,
  day ?? null,
];

const isWhole = ({ filter, usage, day }: StatementFilter) =>
  filter === 'all' && usage === undefined && day === undefined;

/** Without a filter, the number of the last entry. */
export async function countTransactions(tx: Tx, ownerId: number, filter: StatementFilter): Promise<number> {
  const rows = isWhole(filter)
    ? await tx.raw<{ n: number }>(
        `select version as n from ledger_accounts where account_id = app_account_id() and owner_id = $1 and kind = 'wallet'`,
        [ownerId],
      )
    : await tx.raw<{ n: number }>(
        `select count(*)::int as n from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
         where e.ledger_account_id = ${WALLET} and ${CONDITIONS}`,
        valuesOf(ownerId, filter),
      );
  return rows[0]?.n ?? 0;
}

/** Transfers are never changed, so people are named by their ids, and what a payer wrote is on the invoice. */
const ROW = `t.id, t.kind, t.event_at as at, e.amount, e.balance, t.usage, t.quantity,
  coalesce((select i.description from wallet_invoices i where i.transfer_id = t.id), t.description) as description,
  case when $1 = 0 and t.kind in ('allocate', 'reclaim') then
    (select coalesce(jsonb_agg(l.owner_id), '[]')
       from ledger_entries o join ledger_accounts l on l.id = o.ledger_account_id
       where o.transfer_id = t.id and l.owner_id <> 0) else '[]' end as people,
  (select jsonb_agg(jsonb_build_object('kind', l.kind, 'usage', l.usage, 'mine', l.owner_id = $1, 'amount', o.amount) order by o.amount, o.id)
     from ledger_entries o join ledger_accounts l on l.id = o.ledger_account_id
     where o.transfer_id = t.id and (l.owner_id = $1 or t.kind not in ('allocate', 'reclaim'))) as entries`;

export interface Slice {
  /** Of the whole statement. */
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
}

/** Newest first. Entries are numbered without gaps, so a page of the whole statement is found without counting. */
export function findTransactions(tx: Tx, ownerId: number, filter: StatementFilter, { total, offset, limit }: Slice) {
  if (isWhole(filter)) {
    return tx.raw<TransactionRow>(
      `select ${ROW} from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
       where e.ledger_account_id = ${WALLET} and e.version <= $2 and e.version > $3 order by e.version desc`,
      [ownerId, total - offset, total - offset - limit],
    );
  }
  return tx.raw<TransactionRow>(
    `select ${ROW} from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
     where e.ledger_account_id = ${WALLET} and ${CONDITIONS} order by e.version desc offset $6 limit $7`,
    [...valuesOf(ownerId, filter), offset, limit],
  );
}

export const findTransaction = async (tx: Tx, ownerId: number, id: number): Promise<TransactionRow | null> =>
  (
    await tx.raw<TransactionRow>(
      `select ${ROW} from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
       where e.ledger_account_id = ${WALLET} and t.id = $2`,
      [ownerId, id],
    )
  )[0] ?? null;

export interface SpentRow {
  readonly day: string;
  readonly usage: SpendType;
  readonly spent: number;
  readonly quantity: number;
}

/** By day and usage type. */
export const findSpent = (tx: Tx, ownerIds: readonly number[], from: Date, to: Date) =>
  tx.raw<SpentRow>(
    `select to_char(t.event_at at time zone 'UTC', 'YYYY-MM-DD') as day, l.usage, sum(e.amount)::bigint as spent,
       coalesce(sum(t.quantity), 0)::int as quantity
     from ledger_accounts l join ledger_entries e on e.ledger_account_id = l.id join ledger_transfers t on t.id = e.transfer_id
     where l.account_id = app_account_id() and l.owner_id = any($1) and ${SPENT}
       and t.event_at >= $2 and t.event_at < $3
     group by 1, 2 order by 1, 2`,
    [ownerIds, from, to],
  );

/** What was ordered of a corporation's products and paid by the wallet, by day; a refund takes its share from each item. */
export const findSpentOn = (tx: Tx, ownerIds: readonly number[], corporationId: number, from: Date, to: Date) =>
  tx.raw<SpentRow>(
    `select to_char(o.paid_at at time zone 'UTC', 'YYYY-MM-DD') as day, 'store' as usage, sum(i.quantity)::int as quantity,
       round(sum(i.price_cents * i.quantity * (o.paid_cents - o.refunded_cents) * $5::numeric / o.paid_cents))::bigint as spent
     from store_orders o join store_order_items i on i.order_id = o.id join products p on p.id = i.product_id
     where o.account_id = app_account_id() and o.owner_id = any($1) and o.payment_method = 'wallet' and p.corporation_id = $2
       and o.paid_at >= $3 and o.paid_at < $4
     group by 1 order by 1`,
    [ownerIds, corporationId, from, to, MICROS_OF_CENT],
  );

export const findAdded = async (tx: Tx, ownerIds: readonly number[], from: Date, to: Date): Promise<number> =>
  (
    await tx.raw<{ added: number }>(
      `select coalesce(sum(e.amount), 0)::bigint as added
       from ledger_accounts l join ledger_entries e on e.ledger_account_id = l.id join ledger_transfers t on t.id = e.transfer_id
       where l.account_id = app_account_id() and l.owner_id = any($1) and l.kind = 'wallet'
         and e.kind in ('top_up', 'refill', 'allocate') and e.amount > 0 and t.event_at >= $2 and t.event_at < $3`,
      [ownerIds, from, to],
    )
  )[0]?.added ?? 0;
