import {
  type SpendType,
  type Transaction,
  type WalletAnalytics,
  type WalletInvoice,
  type WalletPeriod,
} from '#contract/wallets.contract.ts';
import { postingWords } from '#rules/wallets/statement-words.ts';
import { toDollars } from '#rules/wallets/micros.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { type CsvLines, MAX_CSV_LINES } from '../../http/download.ts';
import { requireCorporations } from '../corporations/known-corporations.ts';
import * as sql from './statement.sql.ts';
import { managerOf, ownerOf } from './wallets.service.ts';
import { findInvoices, findNames, type InvoiceRow } from './wallets.sql.ts';

const DAY_MS = 24 * 3_600_000;
const DAYS: Readonly<Record<WalletPeriod, number>> = { week: 7, month: 30, quarter: 91, year: 365 };
/** What a row says of people, as far as the viewer sees them. */
function wordsOf(names: ReadonlyMap<number, string>, { kind, description, people }: sql.TransactionRow): string {
  if (people.length === 0) return description;
  return `${description} ${kind === 'reclaim' ? 'from' : 'to'} ${namesOf(people, names)}`;
}

/** `Amy Agent`, `Amy Agent and Pia Peer`, `Amy Agent and 3 others`, `2 people`. */
function namesOf(people: readonly number[], names: ReadonlyMap<number, string>): string {
  const [first, second] = [...names].filter(([id]) => people.includes(id)).map(([, name]) => name);
  if (first === undefined) return people.length === 1 ? 'one person' : `${people.length} people`;
  if (people.length === 1) return first;
  if (people.length > 2) return `${first} and ${people.length - 1} others`;
  return `${first} and ${second ?? '1 other'}`;
}

const namesIn = (tx: Tx, identity: Identity, rows: readonly sql.TransactionRow[]) =>
  findNames(tx, managerOf(identity), [...new Set(rows.flatMap(({ people }) => people))]);

function toTransaction(names: ReadonlyMap<number, string>, found: sql.TransactionRow): Transaction {
  const { at, usage, entries, people: _people, ...row } = found;
  return {
    ...row,
    at: at.toISOString(),
    description: wordsOf(names, found),
    amount: toDollars(row.amount),
    balance: toDollars(row.balance),
    usage: usage === '' ? null : usage,
    entries: entries.map((entry) => ({ account: postingWords(entry), amount: toDollars(entry.amount) })),
  };
}

export function listTransactions(
  deps: Deps,
  identity: Identity,
  { page, per_page: limit, ...filter }: sql.StatementFilter & { readonly page: number; readonly per_page: number },
) {
  const ownerId = ownerOf(identity);
  return withAccount(deps.pool, identity, async (tx) => {
    const total = await sql.countTransactions(tx, ownerId, filter);
    const rows = await sql.findTransactions(tx, ownerId, filter, { total, offset: (page - 1) * limit, limit });
    const names = await namesIn(tx, identity, rows);
    return {
      transactions: rows.map((row) => toTransaction(names, row)),
      pagination: {
        current_page: page,
        per_page: limit,
        total_count: total,
        total_pages: Math.max(1, Math.ceil(total / limit)),
      },
    };
  });
}

/** @throws {Refusal} `not_found` */
export const readTransaction = (deps: Deps, identity: Identity, id: number): Promise<Transaction> =>
  withAccount(deps.pool, identity, async (tx) => {
    const row = await sql.findTransaction(tx, ownerOf(identity), id);
    if (row === null) throw new Refusal('not_found', 'Transaction not found.');
    return toTransaction(await namesIn(tx, identity, [row]), row);
  });

/** The statement as CSV, newest first. */
export const statementFile = (deps: Deps, identity: Identity, filter: sql.StatementFilter): Promise<CsvLines> =>
  withAccount(deps.pool, identity, async (tx) => {
    const ownerId = ownerOf(identity);
    const total = await sql.countTransactions(tx, ownerId, filter);
    const rows = await sql.findTransactions(tx, ownerId, filter, { total, offset: 0, limit: MAX_CSV_LINES });
    const names = await namesIn(tx, identity, rows);
    const lines = rows.map((row) => [
      row.at.toISOString(),
      row.kind,
      wordsOf(names, row),
      row.usage,
      row.quantity === null ? '' : String(row.quantity),
      toDollars(row.amount).toFixed(6),
      toDollars(row.balance).toFixed(6),
    ]);
    const head = ['Date', 'Kind', 'Description', 'Usage', 'Quantity', 'Amount', 'Balance'];
    return [head, ...lines];
  });

/** With a corporation: what was ordered of its products. @throws {Refusal} `refused` for one that is unknown or not visible. */
export async function analytics(
  deps: Deps,
  identity: Identity,
  {
    period,
    corporation_id: corporation,
  }: { readonly period: WalletPeriod; readonly corporation_id?: number | undefined },
): Promise<WalletAnalytics> {
  const to = deps.now();
  const from = new Date(Math.floor(to.getTime() / DAY_MS) * DAY_MS - (DAYS[period] - 1) * DAY_MS);
  return withAccount(deps.pool, identity, async (tx) => {
    const owners = [ownerOf(identity)];
    await requireCorporations(tx, identity, 'corporation_id', corporation === undefined ? [] : [corporation]);
    const rows =
      corporation === undefined
        ? await sql.findSpent(tx, owners, from, to)
        : await sql.findSpentOn(tx, owners, corporation, from, to);
    const sums = new Map<SpendType, { spent: number; quantity: number }>();
    for (const { usage, spent, quantity } of rows) {
      const sum = sums.get(usage) ?? { spent: 0, quantity: 0 };
      sums.set(usage, { spent: sum.spent + spent, quantity: sum.quantity + quantity });
    }
    return {
      period,
      from: from.toISOString(),
      to: to.toISOString(),
      spent: toDollars(rows.reduce((sum, { spent }) => sum + spent, 0)),
      // What is added to a wallet is for no corporation.
      added: corporation === undefined ? toDollars(await sql.findAdded(tx, owners, from, to)) : 0,
      by_usage: [...sums].map(([usage, { spent, quantity }]) => ({ usage, spent: toDollars(spent), quantity })),
      days: rows.map(({ day, usage, spent }) => ({ day, usage, spent: toDollars(spent) })),
    };
  });
}

/** `W-000042`. */
export const invoiceNumber = ({ id }: Pick<InvoiceRow, 'id'>): string => `W-${String(id).padStart(6, '0')}`;

export const listInvoices = (deps: Deps, identity: Identity): Promise<WalletInvoice[]> =>
  withAccount(deps.pool, identity, async (tx) =>
    (await findInvoices(tx, ownerOf(identity))).map((row) => ({
      id: row.id,
      number: invoiceNumber(row),
      at: row.at.toISOString(),
      description: row.description,
      amount: row.amount_cents / 100,
    })),
  );
