import { sql } from 'kysely';
import type { Tx } from '../db/tx.ts';
import type { Sql, Stored, Table, Values } from './table.ts';

const rowsOf = ({ name }: Table) => sql`${sql.table(name)} as r`;

interface Wanted {
  readonly select: Sql;
  readonly where: Sql;
  readonly order: Sql;
  /** `null`: all. */
  readonly limit: number | null;
  readonly offset: number;
}

export const findRows = (tx: Tx, table: Table, { select, where, order, limit, offset }: Wanted): Promise<Stored[]> =>
  tx.all(
    sql<Stored>`select ${select} from ${rowsOf(table)} where ${where} order by ${order} limit ${limit} offset ${offset}`,
  );

export async function countRows(tx: Tx, table: Table, where: Sql): Promise<number> {
  const found = await tx.one(sql<{ count: number }>`select count(*) from ${rowsOf(table)} where ${where}`);
  return found?.count ?? 0;
}

export const findRow = (tx: Tx, table: Table, select: Sql, where: Sql): Promise<Stored | null> =>
  tx.one(sql<Stored>`select ${select} from ${rowsOf(table)} where ${where}`);

/** All columns of a row, locked. */
export const lockRow = (tx: Tx, table: Table, where: Sql): Promise<Stored | null> =>
  tx.one(sql<Stored>`select r.* from ${rowsOf(table)} where ${where} for ${sql.raw(table.lock ?? 'update')} of r`);

/** A value as its column takes it: PostgreSQL would read a list as an array. */
const stored = ({ json }: Table, column: string, value: unknown): unknown =>
  json?.includes(column) === true && value !== null ? JSON.stringify(value) : value;

/** The id of the new row; `null` when a unique index has it already. */
export async function insertRow(tx: Tx, table: Table, values: Values): Promise<number | null> {
  const columns = Object.keys(values).map((column) => sql.ref(column));
  const found = await tx.one(
    sql<{ id: number }>`insert into ${sql.table(table.name)} (account_id, ${sql.join(columns)})
      values (app_account_id(), ${sql.join(Object.entries(values).map(([column, value]) => stored(table, column, value)))}) on conflict do nothing returning id`,
  );
  return found?.id ?? null;
}

export function updateRow(tx: Tx, table: Table, id: number, changes: Values): Promise<unknown> {
  const set = Object.entries(changes).map(
    ([column, value]) => sql`${sql.ref(column)} = ${stored(table, column, value)}`,
  );
  return tx.all(sql`update ${sql.table(table.name)} set ${sql.join(set)} where id = ${id}`);
}

export const deleteRow = (tx: Tx, table: Table, id: number): Promise<unknown> =>
  tx.all(sql`delete from ${sql.table(table.name)} where id = ${id}`);
