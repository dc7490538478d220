import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import { MIGRATIONS, namesIn } from '../../server/db/migrations.ts';
import { createPool, type Pool } from '../../server/db/pool.ts';
import type { Made } from '../../server/operations/backup/make-backup.ts';
import { restoreBackup, type RestoreOptions } from '../../server/operations/restore/restore-backup.ts';
import { makeWorld } from '../_db/world.ts';
import { keepRealClock } from '../_db/test-clock.ts';
import { type BackupWorld, CONTACTS, FILE_KEY, openBackupWorld, SECRET_KEY, STREAM } from './backup-world.ts';

keepRealClock();

let it: BackupWorld;
let made: Made;
/** A database of one's own, without a table. */
let target: Pool;
let url: string;
let name: string;
let dataDir: string;

beforeAll(async () => {
  it = await openBackupWorld();
  const { accountId, people } = it.world;
  await it.database.pool.query(
    `insert into sessions (account_id, user_id, token_hash, expires_at) values ($1, $2, 'token', now() + interval '1 day')`,
    [accountId, people.agent.id],
  );
  made = await it.backUp();
});
afterAll(() => it.close());
beforeEach(async () => {
  name = `restored_${randomBytes(6).toString('hex')}`;
  await it.database.pool.query(`create database ${name}`);
  const address = new URL(it.database.url);
  address.pathname = `/${name}`;
  url = address.href;
  target = createPool({ url });
  dataDir = mkdtempSync(join(tmpdir(), 'bellwether-restore-'));
});
afterEach(async () => {
  await target.end();
  await it.database.pool.query(`drop database ${name} with (force)`);
  rmSync(dataDir, { recursive: true, force: true });
});

const restore = (more: Partial<RestoreOptions> = {}) =>
  restoreBackup({
    folder: made.folder,
    key: null,
    config: { databaseUrl: url, dataDir },
    secretKeys: [SECRET_KEY],
    replace: false,
    now: () => new Date(),
    ...more,
  });

const faultOf = (work: Promise<unknown>): Promise<string> => work.then(String, (error: Error) => error.message);

const rowsOf = async (text: string): Promise<unknown[]> => (await target.query<object>(text)).rows;

test('an empty database takes rows and files', async () => {
  expect(await restore()).toEqual({ aside: null, notes: [] });

  expect(await rowsOf('select count(*)::int as count from contacts')).toEqual([{ count: CONTACTS }]);
  expect(readFileSync(join(dataDir, 'files', FILE_KEY), 'utf8')).toContain('Zoë');
});

test('one that a killed restore has left without rows takes them', async () => {
  await migrate({ url, log: () => undefined, last: '0009_identity' });

  expect(await restore()).toEqual({ aside: null, notes: [] });
});

test('a live database of an older version is refused before anything is changed', async () => {
  await migrate({ url, log: () => undefined, last: '0013_proofs' });
  await makeWorld(target);

  expect(await faultOf(restore())).toBe("The database isn't empty. Create an empty one, and set DATABASE_URL to it.");

  expect(await rowsOf('select max(name) as last from kysely_migration')).toEqual([{ last: '0013_proofs' }]);
  expect(existsSync(join(dataDir, 'files'))).toBe(false);
});

test("another installation's database is refused before any change", async () => {
  await target.query('create table theirs (id int)');

  expect(await faultOf(restore())).toBe("The database isn't empty. Create an empty one, and set DATABASE_URL to it.");

  expect(await rowsOf("select relname from pg_class where relnamespace = 'public'::regnamespace")).toEqual([
    { relname: 'theirs' },
  ]);
});

test('--replace is refused: only a data folder can be set aside', async () => {
  expect(await faultOf(restore({ replace: true }))).toBe(
    '--replace works with data folders only and never empties your own database. Create an empty one, and set DATABASE_URL to it.',
  );
  expect(await rowsOf("select relname from pg_class where relnamespace = 'public'::regnamespace")).toEqual([]);
});

test('after loading the rows, all sessions have ended, streams have another epoch, and the files exist', async () => {
  const migrations = join(dataDir, 'migrations');
  mkdirSync(migrations);
  for (const each of namesIn(MIGRATIONS))
    copyFileSync(join(MIGRATIONS, `${each}.sql`), join(migrations, `${each}.sql`));
  writeFileSync(join(migrations, '9999_fails.sql'), 'select 1 / 0');
  const { rows: before } = await it.database.pool.query<{ epoch: string }>(
    'select epoch from streams where stream = $1',
    [STREAM],
  );

  expect(await faultOf(restore({ migrations }))).toBe('Migration 9999_fails failed: division by zero.');

  const { rows: after } = await target.query<{ epoch: string }>('select epoch from streams where stream = $1', [
    STREAM,
  ]);
  expect(await rowsOf('select count(*)::int as all, count(ended_at)::int as ended from sessions')).toEqual([
    { all: 1, ended: 1 },
  ]);
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
  expect(existsSync(join(dataDir, 'files', FILE_KEY))).toBe(true);
});
