import type { Tx } from '../../db/tx.ts';
import type { Identifiers } from './identifiers.ts';
import { likesOf } from './mask.ts';
import type { Place } from './places.ts';

/** Rows of a table looked at in one statement. Ours. */
const ROWS_AT_ONCE = 500;

const columnsOf = ({ texts = [], lists = [], json = [] }: Place) => [...texts, ...lists, ...json];

/** `$1`: patterns of texts; `$2`: patterns of digits. */
const NAMES = `(lower(said.text) like any($1::text[]) or regexp_replace(said.text, '\\D', '', 'g') like any($2::text[]))`;

const saidIn = (place: Place) =>
  `${place.table} t cross join lateral (select concat_ws(' ', ${columnsOf(place)
    .map((column) => `t."${column}"::text`)
    .join(', ')}) as text) said`;

export interface Trace {
  /** Its `ctid`. */
  readonly at: string;
  /** Its id, where the place has keys. */
  readonly id?: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Rows of a place that may name the person, after one of them, locked. */
export function findTraces(tx: Tx, place: Place, of: Identifiers, after: string): Promise<Trace[]> {
  const { texts, digits } = likesOf(of);
  const values = columnsOf(place).map((column) => `'${column}', t."${column}"`);
  return tx.raw(
    `select t.ctid::text as at, ${place.shreds === undefined ? '' : 't.id, '}jsonb_build_object(${values.join(', ')}) as values
     from ${saidIn(place)}
     where t.account_id = app_account_id() and t.ctid > $3::tid and ${NAMES}
     order by t.ctid limit ${ROWS_AT_ONCE} for update of t`,
    [texts, digits, after],
  );
}

/** Imports of the rows of a place that may name the person. */
export async function findImportsNaming(tx: Tx, place: Place, of: Identifiers): Promise<number[]> {
  const { texts, digits } = likesOf(of);
  const found = await tx.raw<{ import_id: number }>(
    `select distinct t.import_id from ${saidIn(place)} where t.account_id = app_account_id() and ${NAMES} order by 1`,
    [texts, digits],
  );
  return found.map((row) => row.import_id);
}

export const ALL_FOUND = ROWS_AT_ONCE;

export const forgetTraces = (tx: Tx, statement: string, traces: readonly Trace[]) =>
  tx.raw(statement, [traces.map(({ at }) => at)]);

/** Replaces the values of a row. */
export function replaceTrace(tx: Tx, place: Place, { at, values }: Trace): Promise<unknown> {
  const { lists = [], json = [] } = place;
  const columns = columnsOf(place);
  const sets = columns.map((column, index) => {
    const cast = json.includes(column) ? '::jsonb' : lists.includes(column) ? '::text[]' : '';
    return `"${column}" = $${index + 2}${cast}`;
  });
  const written = columns.map((column) => {
    const value = values[column];
    return json.includes(column) && value !== null ? JSON.stringify(value) : value;
  });
  return tx.raw(`update ${place.table} set ${sets.join(', ')} where ctid = $1::tid`, [at, ...written]);
}

/** Rows of other contacts that name the person. */
export async function countTraces(
  tx: Tx,
  place: Place,
  of: Identifiers,
  { ids, most }: { readonly ids: readonly number[]; readonly most: number },
): Promise<number> {
  const { texts, digits } = likesOf(of);
  const [row] = await tx.raw<{ count: number }>(
    `select count(*)::int as count from (select from ${saidIn(place)}
     where t.account_id = app_account_id() and t.contact_id <> all($3) and ${NAMES} limit $4) found`,
    [texts, digits, ids, most],
  );
  return row?.count ?? 0;
}

/** Answers kept for repeated requests may hold anything about the person. A request that is repeated later gets 409. */
export const forgetAnswers = (tx: Tx, before: Date) =>
  tx.raw(
    `update idempotency_keys set status = null, reply = null, effect = true
     where account_id = app_account_id() and reply is not null and (created_at < $1 or endpoint = 'requestErasure')`,
    [before],
  );

/** Words of the search's dictionary that these texts brought and no contact has anymore. */
export const forgetWords = (tx: Tx, texts: readonly string[]) =>
  tx.raw(
    `select forget_words(array(
       select lower(fold(each)) from unnest($1::text[]) each
       union select part from unnest($1::text[]) each, string_to_table(lower(fold(each)), ' ') part))`,
    [texts],
  );
