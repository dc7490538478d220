import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { keepRealClock } from '../_db/test-clock.ts';

keepRealClock();

const asRoot = process.getuid?.() === 0;

interface Held {
  child: ChildProcess;
  said: { url?: string; sentences?: string[]; error?: string };
}

let base: string;
const stops: (() => Promise<unknown> | void)[] = [];

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'bellwether-boot-'));
  chmodSync(base, 0o755);
});
afterEach(async () => {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  rmSync(base, { recursive: true, force: true });
});

async function start(
  dataDir: string,
  elsewhere?: string,
): Promise<{ postgres: EmbeddedPostgres; sentences: string[] }> {
  const sentences: string[] = [];
  const log = (sentence: string) => sentences.push(sentence);
  const postgres = await startEmbeddedPostgres({ dataDir, log, ...(elsewhere ? { elsewhere: [elsewhere] } : {}) });
  stops.push(postgres.stop);
  return { postgres, sentences };
}

let seed: string;
beforeAll(async () => {
  seed = mkdtempSync(join(tmpdir(), 'bellwether-seed-'));
  chmodSync(seed, 0o755);
  const { postgres } = await start(join(seed, 'data'));
  await postgres.stop();
  stops.pop();
});
afterAll(() => rmSync(seed, { recursive: true, force: true }));

/** A data folder with a cluster that was stopped: making one takes seconds. */
function madeBefore(): string {
  const dataDir = join(base, 'data');
  execFileSync('cp', ['-a', join(seed, 'data'), dataDir]);
  return dataDir;
}

/** Starts it in another process, which a test may kill. */
async function hold(dataDir: string, uid?: number): Promise<Held> {
  const child = fork(join(import.meta.dirname, 'hold-postgres.ts'), [dataDir], uid ? { uid, gid: uid } : {});
  const [said] = (await once(child, 'message')) as [Held['said']];
  return { child, said };
}

async function kill({ child }: Held): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const pidIn = (cluster: string) => Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);

test('a fresh cluster is durable, checked and sorts the same everywhere', async () => {
  const { postgres } = await start(join(base, 'data'));

  const [row] = await ask(
    postgres.url,
    `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums, current_setting('listen_addresses') as tcp,
            datlocale as locale, pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`,
  );

  expect(row).toEqual({ fsync: 'on', checksums: 'on', tcp: '', locale: 'C.UTF-8', encoding: 'UTF8' });
});

test('its log is for its owner only, and tells no values of a row', async () => {
  const dataDir = join(base, 'data');
  const path = join(dataDir, 'logs', 'postgres.log');
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  writeFileSync(path, '', { mode: 0o644 });
  const { postgres } = await start(dataDir);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('create temporary table people (email text unique)');
  const insert = () => client.query('insert into people values ($1)', ['ana@example.com']);
  await insert();
  await expect(insert()).rejects.toThrow('duplicate key');
  await client.end();

  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).toContain('duplicate key');
  expect(readFileSync(path, 'utf8')).not.toContain('ana@example.com');
});

test('a second start on the same folder is refused in one sentence', async () => {
  const dataDir = madeBefore();
  const held = await hold(dataDir);
  stops.push(() => kill(held).then(() => start(dataDir)));

  const refused = await startEmbeddedPostgres({ dataDir, log: () => undefined }).catch((error: Error) => error.message);

  expect(refused).toBe(
    `Bellwether is already using ${dataDir}/postgres (process ${held.child.pid}). Stop it first, or set DATA_DIR to another folder.`,
  );
});

describe('after a kill -9', () => {
  test('of its supervisor the running server is taken over', async () => {
    const dataDir = madeBefore();
    const held = await hold(dataDir);
    await ask(held.said.url ?? '', 'create table kept (id int)');
    const pid = pidIn(join(dataDir, 'postgres/data'));
    await kill(held);

    const { postgres, sentences } = await start(dataDir);

    expect(sentences).toEqual([`Reusing the PostgreSQL that was still running (process ${pid}).`]);
    expect(await ask(postgres.url, 'select * from kept')).toEqual([]);
  });

  test('of everything the next start recovers what was committed', async () => {
    const dataDir = madeBefore();
    const held = await hold(dataDir);
    await ask(held.said.url ?? '', 'create table kept as select 1 as id');
    process.kill(pidIn(join(dataDir, 'postgres/data')), 'SIGKILL');
    await kill(held);

    const { postgres } = await start(dataDir);

    expect(await ask(postgres.url, 'select * from kept')).toEqual([{ id: 1 }]);
  });

  test('a stale pid file that names a living stranger does not stop the start', async () => {
    const dataDir = madeBefore();
    const first = await start(dataDir);
    await first.postgres.stop();
    const cluster = join(dataDir, 'postgres/data');
    writeFileSync(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1\n5432\n/tmp\n`);
    writeFileSync(join(dataDir, 'postgres/running.pid'), `${process.pid} another-birth\n`);

    const { postgres } = await start(dataDir);

    expect(postgres.isRunning()).toBe(true);
  });

  test('of the server alone it can be revived under the same address', async () => {
    const dataDir = madeBefore();
    const { postgres } = await start(dataDir);
    process.kill(pidIn(join(dataDir, 'postgres/data')), 'SIGKILL');
    await expect.poll(() => postgres.isRunning()).toBe(false);

    await postgres.revive();

    expect(await ask(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

test('a stop ends the server and frees the folder', async () => {
  const dataDir = madeBefore();
  const { postgres } = await start(dataDir);

  await postgres.stop();

  expect(postgres.isRunning()).toBe(false);
  expect(existsSync(join(dataDir, 'postgres/running.pid'))).toBe(false);
});

describe.runIf(asRoot)('as root', () => {
  test('the cluster belongs to an unprivileged user', async () => {
    const dataDir = join(base, 'data');
    await start(dataDir);

    expect(statSync(join(dataDir, 'postgres/data')).uid).toBe(65_534);
  });

  test('under a closed folder the cluster goes elsewhere and is found again', async () => {
    const [closed, elsewhere] = [join(base, 'closed'), join(base, 'elsewhere')];
    mkdirSync(closed, { mode: 0o700 });
    mkdirSync(elsewhere);
    const first = await start(join(closed, 'data'), elsewhere);
    await ask(first.postgres.url, 'create table kept as select 1 as id');
    await first.postgres.stop();

    const { postgres } = await start(join(closed, 'data'), elsewhere);

    expect(readFileSync(join(closed, 'data/postgres.location'), 'utf8').startsWith(elsewhere)).toBe(true);
    expect(await ask(postgres.url, 'select * from kept')).toEqual([{ id: 1 }]);
  });

  test('a folder that closes later takes its data along', async () => {
    const [closed, elsewhere] = [join(base, 'closed'), join(base, 'elsewhere')];
    mkdirSync(closed, { mode: 0o755 });
    mkdirSync(elsewhere);
    const first = await start(join(closed, 'data'), elsewhere);
    await ask(first.postgres.url, 'create table kept as select 1 as id');
    await first.postgres.stop();
    chmodSync(closed, 0o700);

    const { postgres } = await start(join(closed, 'data'), elsewhere);

    expect(await ask(postgres.url, 'select * from kept')).toEqual([{ id: 1 }]);
  });

  test("an ordinary user's cluster keeps its owner when root starts it", async () => {
    const dataDir = join(base, 'data');
    mkdirSync(dataDir);
    chownSync(dataDir, 65_534, 65_534);
    const held = await hold(dataDir, 65_534);
    await kill(held);

    const { postgres } = await start(dataDir);

    expect(held.said.error).toBeUndefined();
    expect(postgres.url).toBe(held.said.url);
  });
});
