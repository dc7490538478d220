import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { FUNCTIONS } from '../../db/functions.ts';
import { MIGRATIONS, namesIn } from '../../db/migrations.ts';
import { BenchRefusal } from './bench-refusal.ts';

/** Time limit of a query in milliseconds. Our choice: a user is waiting. */
const ANSWER_MS = 1_000;

/** Names that a sentence tells at most. Ours. */
const TOLD = 5;

/** Objects that a migration or a file of functions creates and a reset drops. */
const MADE = /^\s*create (?:or replace )?(?:table|view|function|procedure) (?:if not exists )?(\w+)/gimu;

const namesOfOurs = (): string[] => [
  'kysely_migration',
  'kysely_migration_lock',
  ...[MIGRATIONS, FUNCTIONS].flatMap((folder) =>
    namesIn(folder).flatMap((name) =>
      [...readFileSync(join(folder, `${name}.sql`), 'utf8').matchAll(MADE)].map(([, made = '']) => made),
    ),
  ),
];

/** Foreign tables, views and routines of the schema; a partition is part of its table. */
const FOREIGN = `
  select c.relname as name from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    and c.relname <> all ($1)
  union
  select p.proname from pg_proc p
  where p.pronamespace = current_schema()::regnamespace
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    and p.proname <> all ($1)
  order by name`;

/**
 * An external database may belong to anyone: it is wiped only if it contains nothing but a demo world.
 * @throws {BenchRefusal} naming what else there is.
 */
export async function refuseForeign(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  // Unheard, a connection that breaks would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const foreign = await client.query<{ name: string }>(FOREIGN, [namesOfOurs()]);
    refuse(foreign.rows, "objects that aren't Bellwether's");
    const accounts = await client.query<{ found: boolean }>(`select to_regclass('accounts') is not null as found`);
    if (accounts.rows[0]?.found !== true) return;
    // Row-level security is forced: an owner who does not inherit this role sees no rows.
    await client.query('set role bellwether_definer');
    const real = await client.query<{ name: string }>('select name from accounts where not demo order by id');
    refuse(real.rows, "accounts that aren't demos");
  } catch (error) {
    if (error instanceof BenchRefusal) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BenchRefusal(`Couldn't check whether the database in DATABASE_URL holds only a demo world (${reason}).`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function refuse(rows: readonly { name: string }[], what: string): void {
  if (rows.length === 0) return;
  const names = rows.slice(0, TOLD).map(({ name }) => name);
  const told = [...names, ...(rows.length > TOLD ? [`${rows.length - TOLD} more`] : [])].join(', ');
  throw new BenchRefusal(`The database in DATABASE_URL holds ${what} (${told}), which a reset would delete.`);
}
