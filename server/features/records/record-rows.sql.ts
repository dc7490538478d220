import type { Tx } from '../../db/tx.ts';
import type { Columns, KeptRow, Values } from './record-families.ts';

/** Columns that may be written; no other names get into a statement. */
const columnsIn = ({ columns }: Columns, values: Values): string[] =>
  columns.filter((column) => values[column] !== undefined);

/** Rows of a contact that are not deleted; at most `most`. */
export const findRows = <Row extends KeptRow>(
  tx: Tx,
  { table, order }: Columns,
  contactId: number,
  most: number,
): Promise<Row[]> =>
  tx.raw(`select * from ${table} where contact_id = $1 and deleted_at is null order by ${order} limit $2`, [
    contactId,
    most,
  ]);

/** A row of a contact, locked, deleted or not; `null` when the contact has no such row. */
export async function lockRow<Row extends KeptRow>(
  tx: Tx,
  { table }: Columns,
  contactId: number,
  id: number,
): Promise<Row | null> {
  const rows = await tx.raw<Row>(`select * from ${table} where contact_id = $1 and id = $2 for update`, [
    contactId,
    id,
  ]);
  return rows[0] ?? null;
}

export async function countRows(tx: Tx, { table }: Columns, contactId: number): Promise<number> {
  const [row] = await tx.raw<{ rows: number }>(
    `select count(*)::int as rows from ${table} where contact_id = $1 and deleted_at is null`,
    [contactId],
  );
  return row?.rows ?? 0;
}

export async function insertRow(
  tx: Tx,
  family: Columns,
  { contactId, values, at }: { contactId: number; values: Values; at: Date },
): Promise<number> {
  const columns = columnsIn(family, values);
  const names = ['account_id', 'contact_id', 'created_at', 'updated_at', ...columns].join(', ');
  const places = columns.map((_, place) => `, $${place + 3}`).join('');
  const rows = await tx.raw<{ id: number }>(
    `insert into ${family.table} (${names}) values (app_account_id(), $1, $2, $2${places}) returning id`,
    [contactId, at, ...columns.map((column) => values[column])],
  );
  if (rows[0] === undefined) throw new Error(`the new row of ${family.table} is not there`);
  return rows[0].id;
}

/** Changes columns and counts the version up. */
export function updateRow(
  tx: Tx,
  family: Columns,
  { id, values, at }: { id: number; values: Values; at: Date },
): Promise<unknown> {
  const columns = columnsIn(family, values);
  const changes = columns.map((column, place) => `, ${column} = $${place + 3}`).join('');
  return tx.raw(`update ${family.table} set version = version + 1, updated_at = $2${changes} where id = $1`, [
    id,
    at,
    ...columns.map((column) => values[column]),
  ]);
}

/** Deletes a row, or brings it back with `deletedAt` null; it is the very same then. */
export const setRowDeleted = (tx: Tx, { table }: Columns, id: number, deletedAt: Date | null) =>
  tx.raw(`update ${table} set deleted_at = $2 where id = $1`, [id, deletedAt]);

/** `null` removes it. */
export const keepAccountNumber = (tx: Tx, securityId: number, sealed: Buffer | null) =>
  tx.raw('update securities set account_number_sealed = $2 where id = $1', [securityId, sealed]);
