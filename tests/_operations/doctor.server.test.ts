import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ROOT } from '../../server/config.ts';
import { startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { examine } from '../../server/operations/doctor/examine.ts';
import { runCheck, type Scene } from '../../server/operations/doctor/finding.ts';
import { OUTSIDE_CHECKS } from '../../server/operations/doctor/outside-checks.ts';
import { soundConfig, strangers } from '../../server/operations/doctor/settings-checks.ts';
import { createSeal } from '../../server/seal.ts';
import { startS3 } from '../_adapters/s3-stand-in.ts';
import { startClamd } from '../files/clamd-stand-in.ts';
import { openModelStandIn } from '../_adapters/model-stand-in.ts';
import { openTwilioStandIn, STAND_IN_SID, STAND_IN_TOKEN, TWIML_APP_URL } from '../_adapters/twilio-stand-in.ts';
import { openApp } from '../_api/app.ts';
import { mayMount, mountDisk } from '../_boot/small-disk.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';
import { makeWorld, type World } from '../_db/world.ts';
import { keepRealClock } from '../_db/test-clock.ts';

keepRealClock();

const asRoot = process.getuid?.() === 0;

let database: TestDatabase;
let world: World;
let base: string;
beforeAll(async () => {
  database = await openDatabase();
  world = await makeWorld(database.pool);
});
afterAll(() => database.close());
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'bellwether-doctor-'));
  chmodSync(base, 0o755);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

interface Asked {
  readonly env?: Record<string, string>;
  readonly online?: boolean;
  readonly now?: Date;
}

/** The doctor's lines about one check: mark and sentence. */
async function linesOf(check: string, { env = {}, online = false, now = new Date() }: Asked = {}): Promise<string[]> {
  const findings = await examine({ env: { APP_ENV: 'demo', PORT: '0', DATA_DIR: base, ...env }, online, now });
  return findings
    .filter((finding) => finding.check === check)
    .map(({ mark, sentence }) => `${mark}: ${sentence.replaceAll(base, 'DATA')}`);
}

/** The same of one service outside, without looking at anything else. */
async function serviceLinesOf(name: string, more: Record<string, string>): Promise<string[]> {
  const env = { APP_ENV: 'demo', PORT: '0', DATA_DIR: base, ...more };
  const check = OUTSIDE_CHECKS.find((one) => one.name === name);
  if (check === undefined) throw new Error(`There is no check of ${name}.`);
  const scene = { env, config: soundConfig(env), version: '', online: true, ask: null, now: new Date() };
  return (await runCheck(check, scene)).map(({ mark, sentence }) => `${mark}: ${sentence}`);
}

const onDatabase = (more: Record<string, string> = {}) => ({ env: { DATABASE_URL: database.url, ...more } });

describe('settings', () => {
  test('names every fault', async () => {
    const env = { PORT: 'abc', SMTP_URL_FILE: '/nowhere', BACKUP_KEY: 'short' };

    expect(await linesOf('settings', { env })).toEqual([
      "fault: SMTP_URL_FILE names /nowhere, which can't be read.",
      'fault: PORT must be a whole number from 0 to 65535 (0 picks a free port), but is "abc".',
      'fault: BACKUP_KEY must be a 32-byte key in base64. Create one: openssl rand -base64 32.',
    ]);
  });

  test('names what looks like a setting and is none', () => {
    const env = { SMTP_URl: '', DATABSE_URL: '', APP_ENVV: '', MAIL_FROM_FILE: '', HOME: '', POST: '', HOSTNAME: '' };

    expect(strangers(env)).toEqual([
      "SMTP_URl isn't a setting. Did you mean SMTP_URL?",
      "DATABSE_URL isn't a setting. Did you mean DATABASE_URL?",
      "APP_ENVV isn't a setting. Did you mean APP_ENV?",
      expect.stringMatching(/^MAIL_FROM_FILE is ignored: only secrets can come from files \(DATABASE_URL, /),
    ]);
  });
});

describe('the data folder', () => {
  test.runIf(asRoot)('that belongs to another process is an error, reported without a stack', () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [join(ROOT, 'server/operations/doctor.ts')], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], APP_ENV: 'demo', PORT: '0', DATA_DIR: base },
      uid: 65_534,
      gid: 65_534,
    });

    expect(stdout.replaceAll(base, 'DATA')).toContain(
      "✗ data folder     DATA isn't writable by this user (uid 65534; owner: uid 0). Run as its owner, or grant write access.",
    );
    expect([status, stderr]).toEqual([1, '']);
  });

  test('that a restore has left in the middle is a fault', async () => {
    writeFileSync(join(base, 'restore.moving'), '{}');

    expect(await linesOf('data folder')).toEqual([
      'fault: A restore into DATA was interrupted while moving folders. Run "bin/restore --finish".',
    ]);
  });

  test.runIf(mayMount())('on a full disk in memory is told as both', async () => {
    const disk = mountDisk(base, 1);
    try {
      expect(await linesOf('disk')).toEqual([
        'fault: 0.0 GB (100%) free on the disk of DATA. Free up space before the database stops.',
      ]);
      expect(await linesOf('data folder')).toEqual([
        'warn: DATA is in memory and lost at the next boot. Set DATA_DIR to a folder on a disk.',
      ]);
    } finally {
      disk.unmount();
    }
  });

  test('of a dead process is fine', async () => {
    writeFileSync(join(base, 'running.pid'), `${process.pid} another-birth\n`);

    expect(await linesOf('claim')).toEqual([
      "warn: Bellwether didn't shut down cleanly (killed, or power lost). The next start recovers. No data is lost.",
    ]);
  });

  test('is unchanged', async () => {
    await examine({ env: { APP_ENV: 'demo', PORT: '0', DATA_DIR: base }, online: false, now: new Date() });

    expect(readdirSync(base)).toEqual([]);
  });
});

describe('the phone', () => {
  test("whose voice process runs elsewhere and doesn't respond is an error, and without an address a warning", async () => {
    expect(await linesOf('phone', { env: { VOICE_URL: 'http://127.0.0.1:1' } })).toEqual([
      "fault: http://127.0.0.1:1 doesn't answer. Start the voice process.",
      "warn: VOICE_ADDRESS isn't set. Without it, calls have no sound behind a proxy or in a container.",
    ]);
  });
});

describe('the port', () => {
  test('of another program is a fault', async () => {
    const server = createServer((_, reply) => void reply.end('hello')).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address() as AddressInfo;

    const lines = await linesOf('port', { env: { PORT: String(port), HOST: '127.0.0.1' } });

    server.close();
    expect(lines).toEqual([
      `fault: Port ${port} is in use by another program. Stop that program, or choose another port, for example PORT=${port + 1}.`,
    ]);
  });

  test('of our own app says how it is', async () => {
    const app = await openApp();
    const { port } = new URL(app.url);
    const env = { PORT: port, HOST: '127.0.0.1' };
    const ready = await linesOf('port', { env });
    app.app.leaving = true;
    const leaving = await linesOf('port', { env });
    await app.owner.query(`update kysely_migration set name = '0001_other' where name = '0001_foundation'`);
    const sick = await linesOf('port', { env });
    await app.close();

    expect([ready, leaving, sick, await linesOf('port', { env })]).toEqual([
      [`ok: Bellwether 0.2.37 answers on ${port}, healthy and ready.`],
      [`warn: Bellwether 0.2.37 answers on ${port} but takes no requests. It's starting or shutting down.`],
      [`fault: Bellwether answers on ${port} but isn't healthy: The database is not migrated to this version.`],
      [`ok: ${port} is free. Bellwether isn't running.`],
    ]);
  });
});

test('the embedded database tells how it is: running, stopped, cut off, damaged, gone', async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: base, log: () => undefined, durability: 'this-run' });
  const cluster = join(base, 'postgres/data');
  const running = await linesOf('postgresql');
  const inside = await linesOf('database');
  await postgres.stop();
  const stopped = await linesOf('postgresql');
  rmSync(join(base, 'logs/postgres.log'));
  const control = join(cluster, 'global/pg_control');
  execFileSync('sh', ['-c', `printf '\\006' | dd of=${control} bs=1 seek=16 conv=notrunc 2>/dev/null`]);
  const cutOff = await linesOf('postgresql');
  writeFileSync(
    join(base, 'logs/postgres.log'),
    '2026-03-01 10:00:00.000 UTC [1] PANIC:  could not write to file: No space left on device\n',
  );
  const crashed = await linesOf('postgresql', { now: new Date('2026-03-01T12:30:00Z') });
  writeFileSync(join(cluster, 'PG_VERSION'), '15\n');
  const older = await linesOf('postgresql');
  rmSync(join(cluster, 'PG_VERSION'));
  const damaged = await linesOf('postgresql');
  writeFileSync(join(base, 'postgres.location'), '/nowhere\n');
  const gone = await linesOf('postgresql');

  expect(running).toEqual([expect.stringMatching(/^ok: PostgreSQL \d+\.\d+ is running \(process \d+\)\.$/)]);
  expect(inside).toEqual(['fault: fsync is off, so a power failure loses data. Turn it on.']);
  expect(stopped).toEqual(['ok: PostgreSQL is stopped, as it should be.']);
  expect(cutOff).toEqual([
    'warn: PostgreSQL was interrupted. The next start recovers everything that was committed, which may take a minute.',
  ]);
  expect(crashed[1]).toBe(
    'warn: PostgreSQL crashed or was killed 2 hours ago (could not write to file: No space left on device). See DATA/logs/postgres.log.',
  );
  expect(older).toEqual([
    expect.stringMatching(
      /^fault: The database was made by PostgreSQL 15, but this version brings \d+\. See docs\/upgrading\.md\.$/,
    ),
  ]);
  expect(damaged).toEqual([
    'fault: DATA/postgres/data is damaged (PostgreSQL files are missing). Restore a backup with --replace.',
  ]);
  expect(gone).toEqual([
    "fault: DATA/postgres.location says the database is in /nowhere, but it isn't. Put it back, or restore a backup.",
  ]);
});

describe('a database that', () => {
  test.each([
    [
      'is gone',
      'postgres://me:secret@127.0.0.1:1/crm',
      "fault: The database at 127.0.0.1:1 can't be reached (ECONNREFUSED). Start it, or correct DATABASE_URL.",
    ],
    [
      'has another name',
      (url: string) => url.replace(/\/test_\w+/, '/nothing'),
      'fault: The database at localhost has no database "nothing". Create it, or correct DATABASE_URL.',
    ],
    [
      'knows no such user',
      (url: string) => url.replace('bellwether@', 'nobody@'),
      'fault: The database at localhost rejects the user "nobody". Correct the user and password in DATABASE_URL.',
    ],
  ])('%s is named, and nothing more is asked of it', async (_what, url, sentence) => {
    const env = { DATABASE_URL: typeof url === 'string' ? url : url(database.url) };

    expect(await linesOf('database', { env })).toEqual([sentence]);
    expect(await linesOf('migrations', { env })).toEqual([]);
  });

  test('is as it should be has no fault', async () => {
    for (const check of ['roles', 'isolation', 'migrations', 'relay', 'audit log', 'clock', 'files', 'secrets']) {
      expect([check, ...(await linesOf(check, onDatabase()))]).toEqual([check, expect.stringMatching(/^ok: /)]);
    }
  });

  test('reached by the login of the app asks for the owner, and for no role', async () => {
    await database.pool.query('create role doctor_login login; grant bellwether_app to doctor_login');
    const env = { DATABASE_URL: database.url.replace('bellwether@', 'doctor_login@') };
    const lines = await linesOf('roles', { env });
    await database.pool.query('drop role doctor_login');

    expect(lines).toEqual(['fault: Run this as the owner of the database: set DATABASE_OWNER_URL.']);
  });

  test('without row-level security is an error', async () => {
    await database.pool.query(`insert into tags (account_id, name) values ($1, 'Hot')`, [world.accountId]);
    await database.pool.query('alter table tags disable row level security');
    const lines = await linesOf('isolation', onDatabase());
    await database.pool.query('alter table tags enable row level security');

    const advice = "Accounts could see each other's data. Stop Bellwether and restore a backup.";
    expect(lines).toEqual([
      `fault: Row-level security is off for tags. ${advice}`,
      `fault: tags shows rows to the application without an account. ${advice}`,
    ]);
  });

  test('older or newer than this version is reported', async () => {
    await database.pool.query(`update kysely_migration set name = '9999_future' where name = '0013_proofs'`);
    const next = await linesOf('migrations', onDatabase());
    await database.pool.query(`insert into schema_state values ('release:9998', '9998_next')`);
    const newer = await linesOf('migrations', onDatabase());
    await database.pool.query(`delete from schema_state where name = 'release:9998'`);
    await database.pool.query(`delete from kysely_migration where name = '9999_future'`);
    const older = await linesOf('migrations', onDatabase());
    await database.pool.query(`insert into kysely_migration values ('0013_proofs', now()::text)`);

    expect([next, newer, older]).toEqual([
      ['warn: The next version has migrated the database (9999_future). Upgrade this one soon.'],
      [
        'fault: The database was migrated by a newer version of Bellwether (9999_future). Start that version, or restore a backup made before it.',
      ],
      ['warn: 1 are pending (0013_proofs). Make a backup. The next start runs them.'],
    ]);
  });

  test('reports rows of the audit log that no process seals', async () => {
    await database.pool.query(
      `insert into audit_log (account_id, actor_id, acting_as_id, action, at)
       select account_id, id, id, 'contact.created', clock_now() - interval '20 minutes' from users order by id limit 1`,
    );
    const lines = await linesOf('audit log', onDatabase());
    await database.pool.query('truncate audit_log');

    expect(lines).toEqual([
      "warn: 1 rows of the audit log aren't sealed, the oldest for 20 minutes. Is a jobs process running?",
    ]);
  });

  test('reports jobs and events that no process handles', async () => {
    await database.pool.query(
      `insert into pgboss.job (name, start_after) values ('imports.run', now() - interval '7 minutes')`,
    );
    await database.pool.query(`insert into pgboss.job (name, state) values ('messages.send', 'cancelled')`);
    await database.pool.query(
      `insert into events (account_id, stream, body, created_at) values ($1, 's', '{}', now() - interval '3 minutes')`,
      [world.accountId],
    );
    const [jobs, relay] = [await linesOf('jobs', onDatabase()), await linesOf('relay', onDatabase())];
    await database.pool.query('delete from pgboss.job; delete from events');

    expect(jobs).toEqual([
      'warn: 1 jobs waiting, the oldest for 7 minutes. Is a jobs process running?',
      'warn: 1 jobs failed for good in the last 7 days (messages.send). See the log of the jobs process.',
    ]);
    expect(relay).toEqual([
      'warn: 1 events waiting for their number, the oldest for 3 minutes. Is a web process running?',
    ]);
  });
});

describe('what belongs together', () => {
  test('an upload without its file is a fault, a file without its upload may go', async () => {
    const { agent } = world.people;
    mkdirSync(join(base, 'files'));
    writeFileSync(join(base, 'files/orphan-0001'), 'x');
    utimesSync(join(base, 'files/orphan-0001'), 0, 0);
    const orphan = await linesOf('files', onDatabase());
    await database.pool.query(
      `insert into imports (account_id, user_id, actor_id, owner_id, file_name, file_bytes, file_key)
       values ($1, $2, $2, $2, 'people.csv', 21, 'upload-0001')`,
      [world.accountId, agent.id],
    );
    const missing = await linesOf('files', onDatabase());
    await database.pool.query('delete from imports');

    expect(orphan).toEqual(['warn: 1 files in DATA/files belong to no record (orphan-0001). You can delete them.']);
    expect(missing).toEqual([
      'fault: 1 uploaded files are missing in DATA/files (upload-0001), so their imports and contacts are incomplete. Restore them from a backup, or upload them again.',
    ]);
  });

  test('secrets need their key', async () => {
    const { id, accountId } = world.people.manager;
    const key = Buffer.alloc(32, 7);
    await database.pool.query('insert into two_factors (user_id, account_id, seed) values ($1, $2, $3)', [
      id,
      accountId,
      createSeal([key]).seal('SEED', `user:${id}`),
    ]);
    const gone = await linesOf('secrets', onDatabase());
    const other = await linesOf('secrets', onDatabase({ SECRET_KEYS: Buffer.alloc(32, 1).toString('base64') }));
    writeFileSync(join(base, 'secret.key'), key.toString('base64'), { mode: 0o644 });
    const open = await linesOf('secrets', onDatabase());
    chmodSync(join(base, 'secret.key'), 0o600);
    const good = await linesOf('secrets', onDatabase());
    await database.pool.query('delete from two_factors');

    expect([gone, other, open, good]).toEqual([
      ['fault: The key of 1 or more secrets is missing. Put it back into DATA/secret.key or SECRET_KEYS.'],
      [
        "fault: 1 of 1 secrets can't be decrypted with the keys here. Put the key that encrypted them into DATA/secret.key or SECRET_KEYS.",
      ],
      ['warn: DATA/secret.key is readable by other users. Run "chmod 600 DATA/secret.key".'],
      ['ok: The key is present and decrypts 1 of 1 secrets tried.'],
    ]);
  });

  test('a backup exists, recent and verified', async () => {
    const folder = join(base, 'backups/one');
    const none = await linesOf('backup');
    writeFileSync(join(base, 'last-backup.json'), JSON.stringify({ folder, at: '2026-03-01T10:00:00Z' }));
    const gone = await linesOf('backup');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'manifest.json'), '{}');
    const old = await linesOf('backup', { now: new Date('2026-03-04T11:00:00Z') });
    const unproven = await linesOf('backup', { now: new Date('2026-03-01T11:00:00Z') });
    writeFileSync(join(folder, 'verified.json'), '{}');
    const good = await linesOf('backup', { now: new Date('2026-03-01T11:00:00Z') });

    expect([none, gone, old, unproven, good]).toEqual([
      ['warn: No backup yet. Run bin/backup, ideally once a day and to another disk.'],
      ['warn: The last backup is no longer at DATA/backups/one. Make another one.'],
      ['warn: The last backup is 3 days old. Run bin/backup once a day.'],
      ['warn: The last backup was never verified. Run "bin/restore --verify DATA/backups/one".'],
      ['ok: 1 hour old and verified.'],
    ]);
  });
});

test('a bucket and a scanner are asked whether they take what they get', async () => {
  const [s3, clamd] = [await startS3(), await startClamd()];
  const env = {
    S3_BUCKET: s3.config.bucket,
    S3_REGION: s3.config.region,
    S3_ENDPOINT: s3.config.endpoint ?? '',
    S3_ACCESS_KEY_ID: s3.config.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
    CLAMD_URL: clamd.url,
  };

  const [bucket, scanner] = [
    await linesOf('bucket', { env, online: true }),
    await linesOf('virus scanner', { env, online: true }),
  ];
  const refused = await linesOf('bucket', { env: { ...env, S3_SECRET_ACCESS_KEY: 'wrong' }, online: true });

  await s3.close();
  await clamd.close();
  expect([bucket, scanner]).toEqual([
    [expect.stringMatching(/^ok: 127\.0\.0\.1:\d+ answers\.$/)],
    [expect.stringMatching(/^ok: 127\.0\.0\.1:\d+ answers\.$/)],
  ]);
  expect(refused).toEqual([expect.stringMatching(/^fault: 127\.0\.0\.1:\d+ doesn't answer/)]);
});

test('services are asked with --online only', async () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.test', APP_URL: 'http://localhost' };

  expect(await linesOf('mail', { env })).toEqual([
    'ok: Set up with 127.0.0.1:1. Add --online to check whether it answers.',
  ]);
  expect(await linesOf('mail', { env, online: true })).toEqual([
    "fault: 127.0.0.1:1 doesn't answer (connect ECONNREFUSED 127.0.0.1:1). Check the settings, the network and the service.",
  ]);
});

test('calls through Twilio are proven by the TwiML app, which has to ask here', async () => {
  const twilio = await openTwilioStandIn();
  const env = {
    TWILIO_ACCOUNT_SID: STAND_IN_SID,
    TWILIO_AUTH_TOKEN: STAND_IN_TOKEN,
    TWILIO_FROM: '+15125550100',
    TWILIO_API_KEY_SID: 'SK1',
    TWILIO_API_KEY_SECRET: 'key',
    TWILIO_TWIML_APP_SID: 'AP1',
    TWILIO_URL: twilio.baseUrl,
  };
  const host = new URL(twilio.baseUrl).host;
  const ofApp = (APP_URL: string) => linesOf('calls', { env: { ...env, APP_URL }, online: true });

  expect(await ofApp('https://crm.example.com')).toEqual([`ok: ${host} answers.`]);
  expect(await ofApp('https://other.example.com')).toEqual([
    `fault: ${host} doesn't answer (the voice address of the TwiML app is ${TWIML_APP_URL}, not https://other.example.com/_twilio/dial). Check the settings, the network and the service.`,
  ]);
  twilio.close();
});

test('checks that a model exists and accepts the key', async () => {
  const standIn = await openModelStandIn(() => ({ status: 500 }));
  const { baseUrl, model } = standIn.config;
  const host = new URL(baseUrl).host;
  const ofModel = (env: Record<string, string>) =>
    serviceLinesOf('assistant', {
      ASSISTANT_BASE_URL: baseUrl,
      ASSISTANT_MODEL: model,
      ASSISTANT_API_KEY: 'model-key',
      ...env,
    });

  const told = [
    await ofModel({}),
    await ofModel({ ASSISTANT_MODEL: 'other' }),
    await ofModel({ ASSISTANT_API_KEY: 'x' }),
  ];

  standIn.close();
  const advice = 'Check the settings, the network and the service.';
  expect(told).toEqual([
    [`ok: ${host} answers.`],
    [`fault: ${host} doesn't answer (it has no model named other). ${advice}`],
    [`fault: ${host} doesn't answer (it rejects ASSISTANT_API_KEY). ${advice}`],
  ]);
  expect(await linesOf('assistant', {})).toEqual(['ok: Not set up. MAX answers with its built-in rules.']);
});

test('a model that is broken is not taken for one without a list', async () => {
  const answers: readonly [number, string][] = [
    [404, 'no such page'],
    [500, 'out of memory'],
    [302, ''],
    [200, '<html>'],
    [200, '{"data":"none"}'],
    [200, `"${'x'.repeat(5 * 2 ** 20)}"`],
  ];
  let [status, body] = [200, ''];
  const server = createServer((_, response) => response.writeHead(status).end(body));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const told: string[] = [];

  for ([status, body] of answers) {
    const env = { ASSISTANT_BASE_URL: `http://${host}/v1`, ASSISTANT_MODEL: 'stand-in' };
    told.push(...(await serviceLinesOf('assistant', env)));
  }

  server.closeAllConnections();
  server.close();
  const fault = (why: string) =>
    `fault: ${host} doesn't answer (${why}). Check the settings, the network and the service.`;
  const noList = 'its /models has no list of models';
  expect(told).toEqual([
    `ok: ${host} answers.`,
    fault('it answers 500'),
    fault('it answers 302'),
    fault(noList),
    fault(noList),
    fault('its answer never ends'),
  ]);
});

test('a check that fails or hangs says so and stops no other', async () => {
  const scene = {} as Scene;
  const hangs = { name: 'slow', look: () => new Promise<never>(() => undefined) };
  const fails = {
    name: 'broken',
    look: () => {
      throw new Error('no such thing');
    },
  };

  expect([await runCheck(hangs, scene, 20), await runCheck(fails, scene)]).toEqual([
    [{ check: 'slow', mark: 'fault', sentence: 'No answer within 0.02 s.' }],
    [{ check: 'broken', mark: 'fault', sentence: 'Check failed: no such thing.' }],
  ]);
});

test('the command answers machines in JSON, and its exit code says whether there is a fault', () => {
  const run = (env: Record<string, string>) =>
    spawnSync(process.execPath, [join(ROOT, 'server/operations/doctor.ts'), '--json'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], APP_ENV: 'demo', PORT: '0', DATA_DIR: base, ...env },
    });
  const [good, bad] = [run({}), run({ PORT: 'x' })];

  expect([good.status, bad.status]).toEqual([0, 1]);
  expect((JSON.parse(good.stdout) as { ok: boolean }).ok).toBe(true);
  expect((JSON.parse(bad.stdout) as { ok: boolean }).ok).toBe(false);
});
