import type { Tx } from '../../db/tx.ts';
import { SPENT } from '../ledger/ledger.ts';
import { MANAGED, type Manager, REACHED } from '../users/managed-people.sql.ts';

export interface WalletRow {
  readonly balance: number;
  readonly granted: number;
  readonly held: number;
  /** Of the last 30 days. */
  readonly spent: number;
  readonly enabled: boolean | null;
  readonly threshold: number | null;
  readonly amount: number | null;
  readonly paused: string | null;
  readonly payer_id: number | null;
  /** Of the settings. */
  readonly updated_at: Date | null;
  /** Refills so far. */
  readonly refills: number;
}

/** The wallet of an owner; 0: the agency's. */
export async function findWallet(tx: Tx, ownerId: number, since: Date): Promise<WalletRow> {
  const rows = await tx.raw<WalletRow>(
    `select coalesce(sum(l.balance) filter (where l.kind = 'wallet'), 0)::bigint as balance,
       coalesce(sum(l.granted), 0)::bigint as granted,
       coalesce(sum(l.balance) filter (where l.kind = 'held'), 0)::bigint as held,
       (select coalesce(sum(e.amount), 0)::bigint from ledger_accounts l join ledger_entries e on e.ledger_account_id = l.id
          join ledger_transfers t on t.id = e.transfer_id
          where l.account_id = app_account_id() and l.owner_id = $1 and ${SPENT} and t.event_at >= $2) as spent,
       (select count(*)::int from ledger_accounts w join ledger_entries e on e.ledger_account_id = w.id and e.kind = 'refill'
          where w.account_id = app_account_id() and w.owner_id = $1 and w.kind = 'wallet') as refills,
       max(s.enabled::int)::boolean as enabled, max(s.threshold) as threshold, max(s.amount) as amount, max(s.paused) as paused,
       max(s.payer_id) as payer_id, max(s.updated_at) as updated_at
     from (select 1) one
     left join ledger_accounts l on l.account_id = app_account_id() and l.owner_id = $1
     left join wallet_settings s on s.account_id = app_account_id() and s.owner_id = $1`,
    [ownerId, since],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a wallet was not read');
  return row;
}

/** Micro-dollars that a wallet has available. */
export const findBalance = async (tx: Tx, ownerId: number): Promise<number> =>
  (
    await tx.prepared<{ balance: number }>(
      `select balance from ledger_accounts where account_id = app_account_id() and owner_id = $1 and kind = 'wallet'`,
      [ownerId],
    )
  )[0]?.balance ?? 0;

export interface Settings {
  readonly ownerId: number;
  readonly enabled: boolean;
  /** Micro-dollars. */
  readonly threshold: number;
  readonly amount: number;
  readonly payerId: number;
  readonly at: Date;
}

export const saveSettings = (tx: Tx, { ownerId, enabled, threshold, amount, payerId, at }: Settings) =>
  tx.raw(
    `insert into wallet_settings (account_id, owner_id, enabled, threshold, amount, payer_id, updated_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6)
     on conflict (account_id, owner_id) do update set enabled = excluded.enabled, threshold = excluded.threshold,
       amount = excluded.amount, payer_id = excluded.payer_id, paused = null, updated_at = excluded.updated_at`,
    [ownerId, enabled, threshold, amount, payerId, at],
  );

export const touchSettings = (tx: Tx, ownerId: number, at: Date) =>
  tx.raw('update wallet_settings set updated_at = $2 where owner_id = $1', [ownerId, at]);

export const setPaused = (tx: Tx, ownerId: number, reason: string) =>
  tx.raw('update wallet_settings set paused = $2 where owner_id = $1 and enabled', [ownerId, reason]);

export interface FreshInvoice {
  readonly ownerId: number;
  readonly userId: number;
  readonly transferId: number;
  readonly cents: number;
  readonly description: string;
  readonly card: string;
  readonly chargeRef: string;
  readonly at: Date;
}

export const insertInvoice = (tx: Tx, fresh: FreshInvoice) =>
  tx.raw(
    `insert into wallet_invoices (account_id, owner_id, transfer_id, amount_cents, description, agency, payer, card, charge_ref, at)
     select a.id, $1, $2, $3, $4, a.name, btrim(u.first_name || ' ' || u.last_name), $5, $6, $7
     from accounts a join users u on u.id = $8 where a.id = app_account_id()`,
    [
      fresh.ownerId,
      fresh.transferId,
      fresh.cents,
      fresh.description,
      fresh.card,
      fresh.chargeRef,
      fresh.at,
      fresh.userId,
    ],
  );

export interface InvoiceRow {
  readonly id: number;
  readonly at: Date;
  readonly description: string;
  readonly amount_cents: number;
  readonly agency: string;
  readonly payer: string;
  readonly card: string;
  readonly charge_ref: string;
}

const INVOICE = 'id, at, description, amount_cents, agency, payer, card, charge_ref';

export const findInvoices = (tx: Tx, ownerId: number) =>
  tx.raw<InvoiceRow>(`select ${INVOICE} from wallet_invoices where owner_id = $1 order by id desc limit 1000`, [
    ownerId,
  ]);

export const findInvoice = async (tx: Tx, ownerId: number, id: number): Promise<InvoiceRow | null> =>
  (
    await tx.raw<InvoiceRow>(`select ${INVOICE} from wallet_invoices where owner_id = $1 and id = $2`, [ownerId, id])
  )[0] ?? null;

export interface PersonWalletRow {
  readonly id: number;
  readonly name: string;
  readonly balance: number;
  readonly granted: number;
  readonly held: number;
  readonly spent: number;
}

/** A manager and the reach of their role. */
/** Names of those among these people whom a manager sees, by id, in the order of names. */
export async function findNames(
  tx: Tx,
  { userId, reach, businessUnitId }: Manager,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.raw<{ id: number; name: string }>(
    `select u.id, btrim(u.first_name || ' ' || u.last_name) as name from users u
     where u.id = any($4) and ${REACHED} order by u.last_name, u.first_name, u.id`,
    [userId, reach, businessUnitId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export const findManaged = (tx: Tx, { userId, reach, businessUnitId }: Manager, since: Date) =>
  tx.raw<PersonWalletRow>(
    `select u.id, btrim(u.first_name || ' ' || u.last_name) as name, coalesce(w.balance, 0) as balance,
       coalesce(w.granted, 0) as granted, coalesce(h.balance, 0) as held,
       (select coalesce(sum(e.amount), 0)::bigint from ledger_accounts l join ledger_entries e on e.ledger_account_id = l.id
          join ledger_transfers t on t.id = e.transfer_id
          where l.account_id = u.account_id and l.owner_id = u.id and ${SPENT} and t.event_at >= $4) as spent
     from users u
     left join ledger_accounts w on w.account_id = u.account_id and w.owner_id = u.id and w.kind = 'wallet'
     left join ledger_accounts h on h.account_id = u.account_id and h.owner_id = u.id and h.kind = 'held'
     where ${MANAGED} order by u.last_name, u.first_name, u.id`,
    [userId, reach, businessUnitId, since],
  );
