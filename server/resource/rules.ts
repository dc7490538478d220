import { sql } from 'kysely';
import { type About, MOST_COUNTED, withArticle } from '#contract/resource.ts';
import { capital } from '#rules/words/capital.ts';
import { formatCount } from '#rules/words/format-count.ts';
import type { Tx } from '../db/tx.ts';
import { Refusal, refuseField } from '../errors.ts';
import type { Next, Rule, Sql, Stored, Values, Write } from './table.ts';

/** Concurrent calls that name rows of the table wait for this transaction. */
export const lockNames = ({ tx, table }: Write) =>
  tx.raw('select pg_advisory_xact_lock(hashtextextended($1, app_account_id()))', [`resource:${table.name}`]);

/** Returns the id of the row with this name in the same place, ignoring case; takes the lock of names. */
async function findNamed(write: Write, column: string, values: Values, besides: number): Promise<number | null> {
  const { tx, table } = write;
  await lockNames(write);
  const within = table.visibility.within.map(
    (name) => sql` and ${sql.ref(name)} is not distinct from ${values[name] ?? null}::bigint`,
  );
  const found = await tx.one<{ id: number }>(
    sql`select id from ${sql.table(table.name)} where lower(${sql.ref(column)}) = lower(${String(values[column])})
      and id <> ${besides}${sql.join(within, sql``)}`,
  );
  return found?.id ?? null;
}

/** Why a name is refused. */
export const nameTaken = (about: About): string => `${capital(withArticle(about))} with this name already exists.`;

/** Refuses a name that another row of the same place has. */
export const uniqueName = (column: string, words?: string): Rule => ({
  beforeSave: async (write, { id, values }) => {
    if ((await findNamed(write, column, values, id)) === null) return;
    throw refuseField(column, words ?? nameTaken(write.about));
  },
});

/** Like `uniqueName`, but creating a row with an existing name returns that row. */
export const oneOfEachName = (column: string): Rule => ({
  ...uniqueName(column),
  existing: (write, values) => findNamed(write, column, values, 0),
});

/** Rows that use a row: which, and their name in a sentence. */
export interface Users {
  /** Selects them; `id` is a number, or the column of an outer statement. */
  readonly rows: (id: unknown) => Sql;
  readonly one: string;
  readonly many: string;
}

/** Counts the rows of a statement. */
export const countOf =
  (rows: (id: number) => Sql) =>
  async (tx: Tx, id: number): Promise<number> =>
    (await tx.one<{ count: number }>(sql`select count(*) from (${rows(id)}) used`))?.count ?? 0;

/** Contacts whose column names the row, counted up to `MOST_COUNTED`. */
export const contactsWith = (column: string): Users => ({
  rows: (id) => sql`select from contacts
    where account_id = app_account_id() and ${sql.ref(column)} = ${id} limit ${MOST_COUNTED}`,
  one: 'contact',
  many: 'contacts',
});

/** Refuses to delete a row in use, and says how many records use it. */
export const usedBy = (
  { rows, one, many }: Users,
  remedy = (noun: string, row: string) => `Move the ${noun} to another ${row} first.`,
): Rule => ({
  beforeRemove: async ({ tx, about }, { id }) => {
    const used = await countOf(rows)(tx, id);
    if (used === 0) return;
    const noun = used === 1 ? one : many;
    const users = `${formatCount(used)}${used === MOST_COUNTED ? ' or more' : ''} ${noun}`;
    throw new Refusal(
      'conflict',
      `${users} ${used === 1 ? 'uses' : 'use'} this ${about.label.one}. ${remedy(noun, about.label.one)}`,
    );
  },
});

/** Runs before a row is stored. */
export const beforeSave = (work: (write: Write, next: Next) => Promise<void>): Rule => ({ beforeSave: work });

/** Runs once a row is stored, in the same transaction. */
export const afterSave = (work: NonNullable<Rule['afterSave']>): Rule => ({ afterSave: work });

/** Runs before a row is removed. */
export const beforeRemove = (work: (write: Write, row: Stored) => Promise<void>): Rule => ({ beforeRemove: work });
