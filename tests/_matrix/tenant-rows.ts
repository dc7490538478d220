import type { Pool } from '../../server/db/pool.ts';

/** Every table that holds rows of accounts, from the catalog. */
export async function tenantTables(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** A hash of every row of an account, by table. */
export async function hashesOf(owner: Pool, accountId: number): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const table of await tenantTables(owner)) {
    const { rows } = await owner.query<{ hash: string }>(
      `select md5(coalesce(string_agg(to_jsonb(t)::text, '|' order by to_jsonb(t)::text), '')) as hash
       from ${table} t where account_id = $1`,
      [accountId],
    );
    hashes[table] = rows[0]?.hash ?? '';
  }
  return hashes;
}

/** All rows of an account in one text. */
export async function textOf(owner: Pool, table: string, accountId: number): Promise<string> {
  const { rows } = await owner.query<{ text: string | null }>(
    `select string_agg(to_jsonb(t)::text, ' ') as text from ${table} t where account_id = $1`,
    [accountId],
  );
  return rows[0]?.text ?? '';
}
