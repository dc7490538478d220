import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { IDENTITY_HEADER } from '#contract/_wire.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { readMissed } from '../../server/cable/positions.ts';
import { loadConfig } from '../../server/config.ts';
import { claimFolder } from '../../server/db/embedded-claim.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { MIGRATIONS, namesIn } from '../../server/db/migrations.ts';
import { APP_ROLE, createPool, type Pool } from '../../server/db/pool.ts';
import { type Made, makeBackup } from '../../server/operations/backup/make-backup.ts';
import { restoreBackup, type RestoreOptions } from '../../server/operations/restore/restore-backup.ts';
import { startWeb } from '../../server/roles/web.ts';
import { openDatabase } from '../_db/database.ts';
import { makeWorld, PASSWORD } from '../_db/world.ts';
import { keepRealClock } from '../_db/test-clock.ts';
import { type BackupWorld, CONTACTS, FILE_KEY, openBackupWorld, SECRET_KEY, STREAM } from './backup-world.ts';

keepRealClock();

let it: BackupWorld;
let made: Made;
let base: string;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  it = await openBackupWorld();
  made = await it.backUp({ withKeys: true });
});
afterAll(() => it.close());
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'bellwether-restore-'));
  chmodSync(base, 0o755);
});
afterEach(async () => {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  rmSync(base, { recursive: true, force: true });
});

const restore = (dataDir: string, more: Partial<RestoreOptions> = {}) =>
  restoreBackup({
    folder: made.folder,
    key: null,
    config: { databaseUrl: null, dataDir },
    secretKeys: [],
    replace: false,
    durability: 'this-run',
    now: () => new Date('2026-02-03T04:05:06Z'),
    ...more,
  });

const faultOf = (work: Promise<unknown>): Promise<string> => work.then(String, (error: Error) => error.message);

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, durability: 'this-run' });
  stops.push(postgres.stop);
  return postgres;
}

function poolOf(url: string, role?: string): Pool {
  const pool = createPool({ url, ...(role === undefined ? {} : { role }) });
  stops.push(() => pool.end());
  return pool;
}

test('a restored world works: users sign in, contacts exist, event numbers continue in another epoch', async () => {
  const dataDir = join(base, 'data');
  const { accountId, people } = it.world;
  const { rows: before } = await it.database.pool.query<{ epoch: string; last_offset: number }>(
    'select epoch, last_offset from streams where stream = $1',
    [STREAM],
  );
  const [old = { epoch: '', last_offset: 0 }] = before;

  expect(await restore(dataDir)).toEqual({ aside: null, notes: [] });

  const { url } = await start(dataDir);
  const config = loadConfig({
    APP_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
  });
  const web = await startWeb(config);
  stops.push(web.stop);
  const signedIn = await fetch(`${web.url}/v1/sessions`, {
    method: 'POST',
    headers: { origin: web.url, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'agent', password: PASSWORD }),
  });
  const cookie = /^[^;]+/.exec(signedIn.headers.getSetCookie()[0] ?? '')?.[0] ?? '';
  const listed = await fetch(`${web.url}/v1/contacts`, {
    method: 'PATCH',
    headers: {
      origin: web.url,
      'content-type': 'application/json',
      cookie,
      [IDENTITY_HEADER]: `${people.agent.id}:0`,
    },
    body: JSON.stringify({ contacts_scope: { for_contact_group_all: true } }),
  });
  const { meta } = (await listed.json()) as { meta: unknown };
  const owner = poolOf(url);
  await owner.query(`insert into events (account_id, stream, body) values ($1, $2, '{}')`, [accountId, STREAM]);
  await expect.poll(async () => (await owner.query('select 1 from events where "offset" is null')).rows).toEqual([]);
  const identity = { accountId, userId: people.agent.id, permissions: permissionsOf([['agent']]) } as never;
  const missed = await readMissed(poolOf(url, APP_ROLE), identity, {
    stream: STREAM,
    epoch: old.epoch,
    offset: old.last_offset,
  });

  expect([signedIn.status, listed.status]).toEqual([200, 200]);
  expect(meta).toMatchObject({ groups: { mine: CONTACTS } });
  expect(missed).toEqual({
    now: { stream: STREAM, epoch: expect.any(String), offset: old.last_offset + 1 },
    events: null,
  });
  expect(missed?.now.epoch).not.toBe(old.epoch);
  expect(readFileSync(join(dataDir, 'files', FILE_KEY), 'utf8')).toContain('Zoë');
  expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe(SECRET_KEY.toString('base64'));
});

describe('a data folder that holds data', () => {
  test('is unchanged without --replace', async () => {
    const dataDir = join(base, 'data');
    mkdirSync(join(dataDir, 'files'), { recursive: true });
    writeFileSync(join(dataDir, 'files', 'other-upload'), 'x');

    expect(await faultOf(restore(dataDir))).toBe(
      `${dataDir} already contains data. Add --replace, which moves it aside and deletes nothing, or set DATA_DIR to another folder.`,
    );
    expect(readdirSync(dataDir)).toEqual(['files']);
  });

  test('is set aside with --replace and still starts there; a key that is nowhere is named', async () => {
    const dataDir = join(base, 'data');
    const first = await startEmbeddedPostgres({ dataDir, log: () => undefined, durability: 'this-run' });
    await poolOf(first.url).query('create table kept as select 1 as id');
    await first.stop();
    await stops.pop()?.();

    const { folder } = await it.backUp({ at: '2026-01-01T00:00:00Z' });
    const { aside, notes } = await restore(dataDir, { folder, replace: true });

    expect(notes).toEqual([
      `The key 4bb06f8e isn't here, so two-factor secrets, queued messages, and contacts' encrypted numbers and prescriptions can't be decrypted. Put it into ${join(dataDir, 'secret.key')} or SECRET_KEYS; without it, affected users must sign in with a recovery code and set up two-factor again.`,
    ]);
    expect(aside).toBe(join(dataDir, 'before-restore-2026-02-03T04-05-06Z'));
    const now = await start(dataDir);
    const then = await start(aside ?? '');
    expect((await poolOf(then.url).query('select * from kept')).rows).toEqual([{ id: 1 }]);
    expect((await poolOf(now.url).query('select count(*)::int as count from contacts')).rows).toEqual([
      { count: CONTACTS },
    ]);
  });

  test('is refused while Bellwether runs on it', async () => {
    const dataDir = join(base, 'data');
    mkdirSync(dataDir);
    const claim = claimFolder(dataDir);

    expect(await faultOf(restore(dataDir, { replace: true }))).toBe(
      `Bellwether is already using ${dataDir} (process ${process.pid}). Stop it first, or set DATA_DIR to another folder.`,
    );
    claim.release();
  });
});

describe('a restore that is killed', () => {
  const killed = async (dataDir: string, at: string) => {
    const child = fork(join(import.meta.dirname, 'restore-until.ts'), [made.folder, dataDir, at]);
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };

  test('while it loads leaves what was there, and can be run again', async () => {
    const dataDir = join(base, 'data');
    const first = await startEmbeddedPostgres({ dataDir, log: () => undefined, durability: 'this-run' });
    await first.stop();
    await killed(dataDir, 'restoring/postgres/data/postmaster.pid');

    const left = existsSync(join(dataDir, 'postgres/data'));
    await restore(dataDir, { replace: true });

    expect(left).toBe(true);
    expect(existsSync(join(dataDir, 'restoring'))).toBe(false);
    const { url } = await start(dataDir);
    expect((await poolOf(url).query('select count(*)::int as count from contacts')).rows).toEqual([
      { count: CONTACTS },
    ]);
  });

  test('while it moves folders is named by the next start, and ended by --finish', async () => {
    const dataDir = join(base, 'data');
    for (const folder of ['postgres/data', 'files', 'restoring/postgres/data', 'restoring/files', 'before/postgres']) {
      mkdirSync(join(dataDir, folder), { recursive: true });
    }
    rmSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'restoring/postgres/data/new'), '');
    writeFileSync(
      join(dataDir, 'restore.moving'),
      JSON.stringify({ aside: 'before', out: ['postgres', 'files'], in: ['postgres', 'files'] }),
    );
    const { finishSwap } = await import('../../server/operations/restore/swap.ts');

    const refused = await faultOf(startEmbeddedPostgres({ dataDir, log: () => undefined, durability: 'this-run' }));
    const aside = finishSwap(dataDir);

    expect(refused).toBe(
      `A restore into ${dataDir} was interrupted while moving folders. Run "bin/restore --finish", which takes a moment.`,
    );
    expect(aside).toBe(join(dataDir, 'before'));
    expect(readdirSync(dataDir).toSorted()).toEqual(['before', 'files', 'postgres']);
    expect(readdirSync(join(dataDir, 'before')).toSorted()).toEqual(['files', 'postgres']);
    expect(existsSync(join(dataDir, 'postgres/data/new'))).toBe(true);
    expect(finishSwap(dataDir)).toBe(null);
  });
});

describe('versions', () => {
  test('an older backup is restored at its own level and then migrated', async () => {
    const [older, newer] = [join(base, 'older'), join(base, 'newer')];
    for (const folder of [older, newer]) {
      mkdirSync(folder);
      for (const name of namesIn(MIGRATIONS, '0013_proofs'))
        copyFileSync(join(MIGRATIONS, `${name}.sql`), join(folder, `${name}.sql`));
    }
    writeFileSync(
      join(newer, '0014_later.sql'),
      `alter table contacts add column later text not null default 'x', drop column category;
       create function count_later() returns bigint language sql stable security definer set search_path = public, pg_temp
         as 'select count(later) from contacts';
       alter function count_later() owner to bellwether_definer;`,
    );
    const source = await startEmbeddedPostgres({
      dataDir: join(base, 'source'),
      log: () => undefined,
      durability: 'this-run',
    });
    stops.push(source.stop);
    await migrate({ url: source.url, log: () => undefined, folder: older });
    const pool = poolOf(source.url);
    const { accountId, people } = await makeWorld(pool);
    await pool.query('insert into contacts (account_id, number, business_unit_id, owner_id) values ($1, 1, $2, $3)', [
      accountId,
      people.agent.businessUnitId,
      people.agent.id,
    ]);
    const { folder } = await makeBackup({
      url: source.url,
      source: 'old',
      installation: 'old',
      filesFolder: join(base, 'none'),
      into: join(base, 'backups'),
      app: '0.2.0',
      key: null,
      secretKeys: [],
      withKeys: false,
      now: () => new Date(),
    });
    const dataDir = join(base, 'data');

    await restore(dataDir, { folder, migrations: newer });

    const owner = poolOf((await start(dataDir)).url);
    expect((await owner.query('select later from contacts')).rows).toEqual([{ later: 'x' }]);
    expect((await owner.query('select count_later()::int as count')).rows).toEqual([{ count: 1 }]);
    const { rows } = await owner.query<{ owner: string }>(
      `select distinct proowner::regrole::text as owner from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`,
    );
    expect(rows).toEqual([{ owner: 'bellwether_definer' }]);
  });

  test('a backup of a newer version is refused', async () => {
    const folder = join(base, 'migrations');
    mkdirSync(folder);
    copyFileSync(join(MIGRATIONS, '0001_foundation.sql'), join(folder, '0001_foundation.sql'));

    expect(await faultOf(restore(join(base, 'data'), { migrations: folder }))).toMatch(
      /^The backup was made by a newer version of Bellwether \(0\.2\.37, with 0002_contacts, .*\)\. Restore it with that version\.$/,
    );
  });

  test('a server refuses a database that a version beyond the next has migrated', async () => {
    const database = await openDatabase();
    stops.push(database.close);
    await database.pool.query(`insert into kysely_migration values ('9998_next', now()::text), ('9999_future', now()::text);
      insert into schema_state values ('release:9998', '9998_next'), ('release:9999', '9999_future')`);
    const config = loadConfig({
      APP_ENV: 'development',
      PORT: '0',
      DATA_DIR: base,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'silent',
    });

    expect(await faultOf(startWeb(config))).toBe(
      'The database was migrated by a newer version of Bellwether (9998_next, 9999_future). Start that version, or restore a backup made before it.',
    );
  });
});
