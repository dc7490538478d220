import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { outsideAccounts } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';

const MIGRATIONS = readdirSync(join(import.meta.dirname, '..', '..', 'db', 'migrations'))
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, -'.sql'.length));

/** @throws {Refusal} `unavailable` while the database is older than this code; otherwise the driver's errors. */
export async function requireHealth({ pool }: Pick<Deps, 'pool'>): Promise<void> {
  const rows = await outsideAccounts<{ missing: number }>(
    pool,
    'select count(*)::int as missing from unnest($1::text[]) as wanted(name) where name not in (select name from kysely_migration)',
    [MIGRATIONS],
  );
  if (rows[0]?.missing === 0) return;
  throw new Refusal('unavailable', 'The database is not migrated to this version.', { retryAfter: 5 });
}
