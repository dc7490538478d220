import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import { MIGRATIONS, namesIn, refuseNewer } from '../../server/db/migrations.ts';
import { RELEASES } from '../../server/db/releases.ts';
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

/** Runs `work` on a database that has also had these migrations, and knows these releases. */
async function aheadBy(migrations: readonly string[], releases: readonly string[], work: () => Promise<unknown>) {
  for (const name of migrations)
    await database.pool.query('insert into kysely_migration values ($1, now()::text)', [name]);
  for (const last of releases)
    await database.pool.query('insert into schema_state values ($1, $2)', [`release:${last}`, last]);
  try {
    return await work();
  } finally {
    await database.pool.query('delete from kysely_migration where name = any($1)', [migrations]);
    await database.pool.query(`delete from schema_state where name like 'release:9%'`);
  }
}
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error) => error.message,
  );

describe('a database that a newer version has migrated', () => {
  test.each([
    ['in the works', ['9001_next', '9002_more'], []],
    ['released', ['9001_next', '9002_more'], ['9002_more']],
  ])('is left as it is when it is the next one, %s', async (_, migrations, releases) => {
    const sentences: string[] = [];

    await aheadBy(migrations, releases, async () => {
      await migrate({ url: database.url, log: (sentence) => sentences.push(sentence) });
      expect(await refuseNewer(database.appPool)).toBe(true);
    });
    expect(sentences).toEqual([]);
  });

  test.each([
    ['two releases ahead', ['9001_next', '9002_later'], ['9001_next', '9002_later']],
    ['beyond the next release', ['9001_next', '9002_works'], ['9001_next']],
  ])('is refused by name when it is %s', async (_, migrations, releases) => {
    const fault = await aheadBy(migrations, releases, () => faultOf(migrate({ url: database.url, log: silent })));

    expect(fault).toBe(
      `The database was migrated by a newer version of Bellwether (${migrations.join(', ')}). Start that version, or restore a backup made before it.`,
    );
  });
});

test('releases end with a migration each, and the newest is this version', () => {
  const names = namesIn(MIGRATIONS);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const places = RELEASES.map(({ last }) => names.indexOf(last));

  expect(places).toEqual(places.filter((place) => place >= 0).toSorted((one, other) => one - other));
  expect(RELEASES.at(-1)?.version).toBe(version);
});

describe('files', () => {
  let empty: TestDatabase;
  let folder: string;
  const sentences: string[] = [];
  const write = (name: string, text: string) => writeFileSync(join(folder, `${name}.sql`), text);
  const run = () => migrate({ url: empty.url, log: (sentence) => sentences.push(sentence), folder });
  const valueOf = async (text: string) => Object.values((await empty.pool.query<object>(text)).rows[0] ?? {})[0];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bellwether-migrations-'));
    empty = await openDatabase();
    await empty.pool.query('delete from kysely_migration');
    sentences.length = 0;
  });
  afterEach(async () => {
    await empty.close();
    rmSync(folder, { recursive: true });
  });

  test('a failing migration undoes itself and keeps those before it', async () => {
    write('0001_good', 'create table good (id int);');
    write('0002_bad', 'create table bad (id int); select 1/0;');

    expect(await faultOf(run())).toBe('Migration 0002_bad failed: division by zero.');
    expect(await valueOf(`select to_regclass('good')::text`)).toBe('good');
    expect(await valueOf(`select to_regclass('bad')::text`)).toBe(null);
  });

  test('a migration that waits for a lock lets everyone else read, and runs when the lock is free', async () => {
    await empty.pool.query('create table busy (id int)');
    write('0001_slow', 'alter table busy add column more int');
    const holder = await empty.pool.connect();
    await holder.query('begin; select from busy');

    const running = run();
    await expect
      .poll(() => sentences, { timeout: 20_000 })
      .toContain('0001_slow waits for a lock, and lets others go first.');
    // Behind an endless wait this would wait, too.
    await empty.pool.query('select from busy');
    expect(sentences).not.toContain('Migrated 0001_slow.');
    await holder.query('commit');
    holder.release();
    await running;

    expect(sentences.at(-1)).toBe('Migrated 0001_slow.');
  });

  test('statements without a transaction run one by one, while others write', async () => {
    await empty.pool.query('create table wide (id int)');
    write(
      '0001_index',
      `-- no-transaction
       drop index concurrently if exists wide_id;
       create index concurrently wide_id on wide (id);`,
    );
    await run();

    expect(await valueOf(`select indisvalid from pg_index where indexrelid = 'wide_id'::regclass`)).toBe(true);
  });

  test('two processes make an index together', async () => {
    await empty.pool.query('create table wide (id int)');
    write('0001_index', '-- no-transaction\ncreate index concurrently wide_id on wide (id);');
    await Promise.all([run(), run()]);

    expect(sentences).toEqual(['Migrated 0001_index.']);
  });

  test('batches change a few rows at a time, until none are left', async () => {
    await empty.pool.query(`create table many (id int, twice int, batch xid8);
      insert into many select n from generate_series(1, 25) n`);
    write(
      '0001_fill',
      `-- batched
       update many set twice = id * 2, batch = pg_current_xact_id()
       where id in (select id from many where twice is null order by id limit 10 for update)`,
    );
    await run();

    expect(await valueOf('select count(*)::int from many where twice = id * 2')).toBe(25);
    expect(await valueOf('select count(distinct batch)::int from many')).toBe(3);
  });
});
