import { sql } from 'kysely';
import { plain } from './columns.ts';
import { type Users, usedBy } from './rules.ts';
import type { Sql, Table } from './table.ts';

interface FirstUsers extends Users {
  /** Counts them for the row `r` of a list. Absent: by a statement for each row. */
  readonly counted?: Sql;
}

const turnOff = (noun: string, row: string): string => `Turn it off instead: the ${noun} will keep the ${row}.`;

/**
 * Rows that are turned off instead of deleted while something uses them. The list counts the first of the users, for those
 * who manage it. Nothing refuses a row that is off: a form may have been open while it was turned off.
 */
export const retirable = (table: Table, first: FirstUsers, ...others: readonly Users[]): Table => ({
  ...table,
  columns: { ...table.columns, active: plain },
  select: (identity) =>
    sql`${table.select(identity)}, r.active, ${
      identity.permissions.includes('reference.manage')
        ? (first.counted ?? sql`(select count(*)::int from (${first.rows(sql`r.id`)}) used)`)
        : sql`null::int`
    } as used`,
  choice: (identity) => sql`${table.select(identity)}, r.active, null::int as used`,
  file: { ...table.file, 'Used by': 'used', Offered: 'active' },
  rules: [...table.rules, ...[first, ...others].map((users) => usedBy(users, turnOff))],
});
