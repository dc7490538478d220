import type { Tx } from '../../db/tx.ts';
import type { ListName, ListRows, ReferenceList } from './lists.ts';

/** Written values by column. */
export type Values = Readonly<Record<string, unknown>>;

/** A row as it is stored; `null`: there for the whole account. */
export type Stored<Row> = Row & { readonly business_unit_id?: number | null };

type List<Name extends ListName> = ReferenceList & { readonly table: Name };

/** Rows of a list: of one business unit and the whole account, or of every unit with `null`. */
export function findRows<Name extends ListName>(
  tx: Tx,
  list: List<Name>,
  unit: number | null,
): Promise<Stored<ListRows[Name]>[]> {
  const [where, values] =
    list.ofUnits && unit !== null ? ['where r.business_unit_id is null or r.business_unit_id = $1', [unit]] : ['', []];
  return tx.raw(`select ${list.select} from ${list.table} r ${where} order by ${list.order}`, values);
}

export async function findRow<Name extends ListName>(
  tx: Tx,
  list: List<Name>,
  id: number,
  lock = false,
): Promise<Stored<ListRows[Name]> | null> {
  const rows = await tx.raw<Stored<ListRows[Name]>>(
    `select ${list.select} from ${list.table} r where r.id = $1${lock ? ' for update of r' : ''}`,
    [id],
  );
  return rows[0] ?? null;
}

export async function insertRow(tx: Tx, list: ReferenceList, values: Values): Promise<number> {
  const columns = Object.keys(values);
  const places = columns.map((_, at) => `$${at + 1}`);
  const rows = await tx.raw<{ id: number }>(
    `insert into ${list.table} (account_id, ${columns.join(', ')}) values (app_account_id(), ${places.join(', ')})
     returning id`,
    Object.values(values),
  );
  if (rows[0] === undefined) throw new Error(`the new ${list.said} has no row`);
  return rows[0].id;
}

export const updateRow = (tx: Tx, list: ReferenceList, id: number, values: Values) =>
  tx.raw(
    `update ${list.table} set ${Object.keys(values)
      .map((column, at) => `${column} = $${at + 2}`)
      .join(', ')} where id = $1`,
    [id, ...Object.values(values)],
  );

export const deleteRow = (tx: Tx, list: ReferenceList, id: number) =>
  tx.raw(`delete from ${list.table} where id = $1`, [id]);

/** The id of the row of this name, whatever its capitals, beside `besides`. */
export async function findNamed(
  tx: Tx,
  list: ReferenceList,
  { name, unit, besides }: { name: string; unit: number | null; besides: number },
): Promise<number | null> {
  const sameUnit = list.ofUnits ? 'and business_unit_id is not distinct from $3' : 'and $3::bigint is null';
  const rows = await tx.raw<{ id: number }>(
    `select id from ${list.table} where lower(${list.title}) = lower($1) and id <> $2 ${sameUnit}`,
    [name, besides, list.ofUnits ? unit : null],
  );
  return rows[0]?.id ?? null;
}

/** How many rows use this one, counted up to 100,000. */
export async function countUses(tx: Tx, list: ReferenceList, id: number): Promise<number> {
  if (list.uses === null) return 0;
  const [row] = await tx.raw<{ count: number }>(list.uses.count, [id]);
  return row?.count ?? 0;
}

export async function unitExists(tx: Tx, id: number): Promise<boolean> {
  return (await tx.raw('select from business_units where id = $1', [id])).length > 0;
}

export async function isGroupOfUnit(tx: Tx, id: number, unit: number | null): Promise<boolean> {
  const rows = await tx.raw(
    `select from agentflow_status_groups where id = $1 and (business_unit_id is null or business_unit_id = $2) for key share`,
    [id, unit],
  );
  return rows.length > 0;
}

export interface Rename {
  readonly word: 'source' | 'category';
  readonly before: string;
  readonly after: string;
  /** Contacts up to this number are done. */
  readonly cursor: number;
}

/** Notes that contacts have to follow a word; what earlier renames still have to do leads to the new one. */
export async function insertRename(tx: Tx, { word, before, after }: Omit<Rename, 'cursor'>): Promise<number> {
  await tx.raw('update reference_renames set after = $3 where word = $1 and after = $2', [word, before, after]);
  const rows = await tx.raw<{ id: number }>(
    `insert into reference_renames (account_id, word, before, after) values (app_account_id(), $1, $2, $3) returning id`,
    [word, before, after],
  );
  if (rows[0] === undefined) throw new Error('the rename has no row');
  return rows[0].id;
}

/** `null`: it is done. */
export async function lockRename(tx: Tx, id: number): Promise<Rename | null> {
  const rows = await tx.raw<Rename>(
    'select word, before, after, cursor from reference_renames where id = $1 for update',
    [id],
  );
  return rows[0] ?? null;
}

/** Gives one stretch of contacts, by number, the new word. Answers the last number and whose contacts changed. */
export async function renameWords(
  tx: Tx,
  { word, before, after, cursor }: Rename,
  { most, at }: { most: number; at: Date },
): Promise<{ last: number | null; owners: number[] }> {
  const [row] = await tx.raw<{ last: number | null; owners: number[] | null }>(
    `with near as materialized (
       select id, number from contacts where account_id = app_account_id() and number > $3 order by number limit $4
     ), changed as (
       update contacts c set ${word} = $2, version = c.version + 1, updated_at = $5 from near
       where c.id = near.id and c.${word} = $1 returning c.owner_id
     )
     select (select max(number) from near) as last, (select array_agg(distinct owner_id) from changed) as owners`,
    [before, after, cursor, most, at],
  );
  return { last: row?.last ?? null, owners: row?.owners ?? [] };
}

/** Moves a rename on, or takes it away at the end. */
export const moveRename = (tx: Tx, id: number, cursor: number | null) =>
  cursor === null
    ? tx.raw('delete from reference_renames where id = $1', [id])
    : tx.raw('update reference_renames set cursor = $2 where id = $1', [id, cursor]);
