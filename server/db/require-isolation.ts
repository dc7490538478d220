import { StartFault } from '../start-fault.ts';
import { APP_ROLE, type Pool, type PoolClient } from './pool.ts';

const ROLE = `select current_user = $1 as acts, rolsuper or rolbypassrls as bypasses
  from pg_roles where rolname = current_user`;

/** Tables with rows of accounts, and whether row-level security closes them. */
export const ACCOUNT_TABLES = `select n.nspname as schema, c.relname as name,
    c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy where polrelid = c.oid) as closed
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind = 'r'
    and exists (select from pg_attribute where attrelid = c.oid and attname = 'account_id')
  order by 2`;

/** A row of `ACCOUNT_TABLES`. */
export interface AccountTable {
  readonly schema: string;
  readonly name: string;
  readonly closed: boolean;
}

const RISK = "Accounts could see each other's data, so Bellwether doesn't start.";

/**
 * Makes sure that row-level security holds in a transaction as `withAccount` begins it.
 * @throws {StartFault} when the role may bypass it, when a table is open, or behind an unannounced pooler.
 */
export async function requireIsolation(pool: Pool, role: string = APP_ROLE): Promise<void> {
  const client = await pool.connect();
  try {
    await requireOptions(pool, client);
    await client.query(`begin; set local role ${role}`);
    const [state] = (await client.query<{ acts: boolean; bypasses: boolean }>(ROLE, [role])).rows;
    const { rows } = await client.query<AccountTable>(ACCOUNT_TABLES);
    const open = rows.filter(({ closed }) => !closed).map(({ name }) => name);
    if (state?.acts !== true) throw new StartFault(`The database connection doesn't act as ${role}. ${RISK}`);
    if (state.bypasses)
      throw new StartFault(
        `The role ${role} may bypass row-level security. ${RISK} Run: alter role ${role} nosuperuser nobypassrls`,
      );
    if (open.length > 0)
      throw new StartFault(`Row-level security is off for ${open.join(', ')}. ${RISK} Run bin/doctor for details.`);
  } finally {
    await client.query('rollback').finally(() => client.release());
  }
}

/** @throws {StartFault} for a connection without the options it was opened with: a pooler is in between. */
async function requireOptions({ options: { options = '' } }: Pool, client: PoolClient): Promise<void> {
  const asked = /role=(\w+)/.exec(options)?.[1];
  const { rows } = await client.query<{ role: string }>(`select current_setting('role') as role`);
  if (asked === undefined || rows[0]?.role === asked) return;
  throw new StartFault(
    'DATABASE_URL leads to a pooler that drops the options of connections. Set DATABASE_DIRECT_URL to the database itself.',
  );
}
