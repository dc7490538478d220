import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Removes everything that migrations, users and jobs have put into the database, in one transaction, and then the
 * folder of files. No record of the start is needed: before the commit nothing is gone, and after it any start rebuilds
 * the world.
 */
export async function emptyWorld(dataDir: string, databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c lock_timeout=10s' });
  // Unheard, a connection that breaks would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(EMPTY);
  } finally {
    await client.end();
  }
  rmSync(join(dataDir, 'files'), { recursive: true, force: true });
}

/** All or nothing; objects of an extension stay, because someone with more rights may have installed them. */
const EMPTY = `do $$
declare
  found oid;
begin
  drop schema if exists pgboss cascade;
  for found in
    select c.oid from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  loop
    -- One that went with another is not there any more.
    continue when not exists (select from pg_class where oid = found);
    execute format('drop %s %s cascade',
      case (select relkind from pg_class where oid = found) when 'v' then 'view' else 'table' end, found::regclass);
  end loop;
  for found in
    select p.oid from pg_proc p where p.pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    continue when not exists (select from pg_proc where oid = found);
    execute format('drop routine %s cascade', found::regprocedure);
  end loop;
end $$`;
