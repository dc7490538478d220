import type { Pool } from '../../server/db/pool.ts';

/** Columns that hold text or bytes, of every table but those of PostgreSQL itself. */
const COLUMNS = `select format('%I.%I', n.nspname, c.relname) as table, a.attname as column, format_type(a.atttypid, null) as type
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%'
    and format_type(a.atttypid, null) ~ 'text|character|json|bytea|citext'`;

/** Places of a database, as `table.column`, in which one of these values is stored, in clear or in bytes. */
export async function placesOf(owner: Pool, values: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ table: string; column: string; type: string }>(COLUMNS);
  const patterns = values.map((value) => `%${value.toLowerCase()}%`);
  const found: string[] = [];
  for (const { table, column, type } of rows) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const { rowCount } = await owner.query(`select from ${table} where lower(${text}) like any($1) limit 1`, [
      patterns,
    ]);
    if (rowCount !== 0) found.push(`${table}.${column}`);
  }
  return found.toSorted();
}
