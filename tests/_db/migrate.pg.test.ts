import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import { QUEUES } from '../../server/jobs/queues.ts';
import { openDatabase, type TestDatabase } from './database.ts';

const silent = () => undefined;
let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

test('a second run changes nothing', async () => {
  const sentences: string[] = [];

  await migrate({ url: database.url, log: (sentence) => sentences.push(sentence) });

  expect(sentences).toEqual([]);
});

test('the restricted role sees every queue and may send a job', async () => {
  const { rows } = await database.appPool.query<{ name: string }>('select name from pgboss.queue order by name');
  const inserted = await database.appPool.query(`insert into pgboss.job (name) values ($1)`, [QUEUES[0]?.name]);

  expect(rows.map((row) => row.name)).toEqual(QUEUES.map((queue) => queue.name as string).toSorted());
  expect(inserted.rowCount).toBe(1);
});

test('the restricted role cannot change the schema', async () => {
  await expect(database.appPool.query('create table public.mine (id int)')).rejects.toThrow('permission denied');
});

test('a database of a newer version is refused by name', async () => {
  await database.pool.query(`insert into kysely_migration values ('9999_future', now()::text)`);
  try {
    await expect(migrate({ url: database.url, log: silent })).rejects.toThrow(
      'The database was migrated by a newer version of Bellwether (9999_future). Start that version, or restore a backup made before it.',
    );
  } finally {
    await database.pool.query(`delete from kysely_migration where name = '9999_future'`);
  }
});

test('a failing migration undoes itself and keeps those before it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-migrations-'));
  const empty = await openDatabase();
  try {
    await empty.pool.query('delete from kysely_migration');
    writeFileSync(join(folder, '0001_good.sql'), 'create table good (id int);');
    writeFileSync(join(folder, '0002_bad.sql'), 'create table bad (id int); select 1/0;');

    const failed = await migrate({ url: empty.url, log: silent, folder }).catch((error: Error) => error.message);

    const { rows } = await empty.pool.query(
      `select to_regclass('good')::text as good, to_regclass('bad')::text as bad`,
    );
    expect(failed).toBe('Migration 0002_bad failed: division by zero.');
    expect(rows).toEqual([{ good: 'good', bad: null }]);
  } finally {
    await empty.close();
    rmSync(folder, { recursive: true });
  }
});
