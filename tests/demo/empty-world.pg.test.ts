import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import { emptyWorld } from '../../server/roles/demo-bench/empty-world.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';
import { makeWorld } from '../_db/world.ts';

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await openDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'bellwether-reset-'));
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Database objects that don't belong to an extension. */
const LEFT = `
  select (select count(*)::int from pg_class c where c.relnamespace = 'public'::regnamespace
            and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as relations,
         (select count(*)::int from pg_proc p where p.pronamespace = 'public'::regnamespace
            and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')) as routines,
         (select count(*)::int from pg_namespace where nspname = 'pgboss') as queues,
         (select count(*)::int from pg_extension where extname = 'pg_trgm') as extensions`;

test('an emptied world contains none of our objects, and migrations create it again', async () => {
  await makeWorld(database.pool);
  mkdirSync(join(dataDir, 'files'));
  writeFileSync(join(dataDir, 'files', 'upload.csv'), 'a,b');
  writeFileSync(join(dataDir, 'secret.key'), 'key');

  await emptyWorld(dataDir, database.url);
  const { rows: left } = await database.pool.query(LEFT);
  await migrate({ url: database.url, log: () => undefined });
  const { people } = await makeWorld(database.pool);

  expect(left).toEqual([{ relations: 0, routines: 0, queues: 0, extensions: 1 }]);
  expect([people.admin.id, existsSync(join(dataDir, 'files')), existsSync(join(dataDir, 'secret.key'))]).toEqual([
    1001,
    false,
    true,
  ]);
});

test('an emptying that fails has taken nothing away', async () => {
  mkdirSync(join(dataDir, 'files'));
  await database.pool.query(`
    create function keep() returns event_trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create event trigger keep on sql_drop execute function keep()`);

  const said = await emptyWorld(dataDir, database.url).catch((error: Error) => error.message);
  await database.pool.query('drop event trigger keep; drop function keep()');

  const { rows } = await database.pool.query('select count(*) > 0 as whole from users');
  expect([said, rows, existsSync(join(dataDir, 'files'))]).toEqual(['no', [{ whole: true }], true]);
});

test('what is emptied twice, as after a kill, is empty', async () => {
  await emptyWorld(dataDir, database.url);
  await emptyWorld(dataDir, database.url);

  const { rows } = await database.pool.query(LEFT);
  expect(rows).toEqual([{ relations: 0, routines: 0, queues: 0, extensions: 1 }]);
});
