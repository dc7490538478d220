import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import { createPool, type Pool } from '../../server/db/pool.ts';
import { connect } from '../../server/operations/backup/catalog.ts';
import { makerOf } from '../../server/operations/backup/installation.ts';
import { readManifest } from '../../server/operations/backup/manifest.ts';
import { backupsIn } from '../../server/operations/backup/rotation.ts';
import { compareTables, inspectDatabase, openTables } from '../../server/operations/restore/inspect.ts';
import { loadBackup } from '../../server/operations/restore/load.ts';
import { proveFiles } from '../../server/operations/restore/prove-files.ts';
import { verifyBackup } from '../../server/operations/restore/verify-backup.ts';
import { createSeal } from '../../server/seal.ts';
import { mayMount, mountDisk } from '../_boot/small-disk.ts';
import { openDatabase } from '../_db/database.ts';
import { makeWorld } from '../_db/world.ts';
import { keepRealClock } from '../_db/test-clock.ts';
import { type BackupWorld, CONTACT_FILE_KEY, CONTACTS, FILE_KEY, openBackupWorld, SECRET_KEY } from './backup-world.ts';

keepRealClock();

let it: BackupWorld;
beforeAll(async () => {
  it = await openBackupWorld();
});
afterAll(() => it.close());

const verify = (
  folder: string,
  key: Buffer | null = null,
  secretKeys: readonly Buffer[] = [SECRET_KEY],
  unsealed = false,
) => verifyBackup({ folder, key, unsealed, secretKeys, app: '0.2.37', now: () => new Date() });

const faultOf = (work: Promise<unknown>): Promise<string> => work.then(String, (error: Error) => error.message);

/** Changes one byte in the middle of a file. */
function flip(path: string): void {
  const bytes = readFileSync(path);
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

test('a backup holds every table, the files and what it was made of', async () => {
  const { manifest } = await it.backUp({ at: '2026-01-01T10:00:00Z' });

  const { rows } = await it.database.pool.query<{ count: number }>('select count(*)::int as count from contacts');
  expect(manifest.tables.find(({ name }) => name === 'contacts')?.rows).toBe(rows[0]?.count);
  expect(manifest.tables.find(({ name }) => name === 'job_common')?.rows).toBe(1);
  expect(manifest.files.map(({ key }) => key).toSorted()).toEqual([CONTACT_FILE_KEY, FILE_KEY]);
  expect(manifest).toMatchObject({ app: '0.2.37', keys: null, sealed_with: null, missing_files: [] });
});

test('a sealed backup verifies: rows, files, and how many secrets its keys do not open', async () => {
  const key = Buffer.alloc(32, 3);
  await it.database.pool.query(
    `insert into outgoing_messages (account_id, kind, sealed, created_at) values ($1, 'mail', $2, now())`,
    [it.world.accountId, createSeal([Buffer.alloc(32, 9)]).seal('{}', `message:${it.world.accountId}`)],
  );
  const { folder } = await it.backUp({ key, withKeys: true, at: '2026-01-02T10:00:00Z' });

  const verified = await verify(folder, key, []);

  // The seed can be decrypted with the key in the backup; the message was encrypted with another key.
  expect(verified).toMatchObject({ files: 2, closed: 1, notes: [] });
  expect(readFileSync(join(folder, 'tables/public.users')).includes('agent@example.test')).toBe(false);
  expect(JSON.parse(readFileSync(join(folder, 'verified.json'), 'utf8'))).toEqual(verified);
});

describe('with BACKUP_KEY set, a backup that is not sealed', () => {
  let folder: string;
  beforeAll(async () => {
    ({ folder } = await it.backUp({ at: '2026-01-03T10:00:00Z' }));
  });

  test('is refused, since anyone could have made it', async () => {
    expect(await faultOf(verify(folder, Buffer.alloc(32, 3)))).toBe(
      `${folder} isn't sealed although BACKUP_KEY is set, so anyone could have made it. Add --unsealed if you trust it.`,
    );
  });

  test('verifies with --unsealed', async () => {
    expect(await verify(folder, Buffer.alloc(32, 3), [SECRET_KEY], true)).toMatchObject({ files: 2, notes: [] });
  });
});

test('a good backup that cannot be written into verifies, and a note says so', async () => {
  const { folder } = await it.backUp({ at: '2026-01-03T11:00:00Z' });
  mkdirSync(join(folder, 'verified.json'));

  const { files, notes } = await verify(folder);

  expect({ files, notes }).toEqual({
    files: 2,
    notes: [expect.stringMatching(/^Couldn't record in the backup that it was verified: EISDIR/)],
  });
});

test('rows that are not those of the manifest are found table by table', async () => {
  const { folder } = await it.backUp({ at: '2026-01-04T10:00:00Z' });
  forge(folder, ({ tables }) => {
    for (const table of tables) {
      if (table.name === 'tags') table.rows += 1;
      if (table.name === 'contacts') table.content = '1';
    }
  });

  expect(await faultOf(verify(folder))).toBe(
    "The rows of contacts don't match the backup.\ntags has 0 rows instead of 1.",
  );
});

describe('a broken backup is refused in one sentence', () => {
  let whole: string;
  const broken = async (harm: (folder: string) => void) => {
    const folder = it.copyOf({ folder: whole } as never);
    harm(folder);
    const read = async () => proveFiles(folder, readManifest(folder, null));
    return (await faultOf(read())).replaceAll(folder, 'BACKUP');
  };
  beforeAll(async () => {
    ({ folder: whole } = await it.backUp({ at: '2026-01-05T10:00:00Z' }));
  });

  test.each([
    [
      'a flipped byte',
      (folder: string) => flip(join(folder, 'tables/public.contacts')),
      'The backup is damaged: tables/public.contacts was changed after the backup. Use another backup.',
    ],
    [
      'a missing table',
      (folder: string) => rmSync(join(folder, 'tables/public.notes')),
      'The backup is incomplete: tables/public.notes is missing. Use another backup.',
    ],
    [
      'a missing upload',
      (folder: string) => rmSync(join(folder, `files/${FILE_KEY}`)),
      `The backup is incomplete: files/${FILE_KEY} is missing. Use another backup.`,
    ],
    [
      'a cut file',
      (folder: string) => writeFileSync(join(folder, 'tables/public.users'), ''),
      /^The backup is damaged: tables\/public.users has 0 bytes instead of \d+. Use another backup.$/,
    ],
    [
      'no manifest',
      (folder: string) => rmSync(join(folder, 'manifest.json')),
      "BACKUP isn't a backup: it has no manifest.json.",
    ],
    [
      'a cut manifest',
      (folder: string) => writeFileSync(join(folder, 'manifest.json'), '{"proof'),
      'The manifest of BACKUP is damaged. Use another backup.',
    ],
    [
      'a changed manifest',
      (folder: string) => replace(join(folder, 'manifest.json'), '"rows": 200', '"rows": 199'),
      'The manifest of BACKUP was changed after the backup. Use another backup.',
    ],
    [
      'an upload that is written somewhere else',
      (folder: string) =>
        forge(folder, ({ files: [file] }) => Object.assign(file ?? {}, { key: '../../out', file: 'files/../../out' })),
      'The manifest of BACKUP is damaged. Use another backup.',
    ],
    [
      'an upload that is read from somewhere else',
      (folder: string) => forge(folder, ({ files: [file] }) => Object.assign(file ?? {}, { file: 'files/../keys' })),
      'The manifest of BACKUP is damaged. Use another backup.',
    ],
    [
      'a table that is read from somewhere else',
      (folder: string) => forge(folder, ({ tables: [table] }) => Object.assign(table ?? {}, { file: 'tables/../x.y' })),
      'The manifest of BACKUP is damaged. Use another backup.',
    ],
    [
      'another layout',
      (folder: string) => replace(join(folder, 'manifest.json'), '"format": 1', '"format": 2'),
      'BACKUP was made by a newer version of Bellwether. Restore it with that version.',
    ],
  ])('%s', async (_what, harm, sentence) => {
    expect(await broken(harm)).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
  });

  test('a sealed one without its key, or with another', async () => {
    const { folder } = await it.backUp({ key: Buffer.alloc(32, 3), at: '2026-01-06T10:00:00Z' });

    const sentences = [null, Buffer.alloc(32, 4)].map((key) => {
      try {
        return readManifest(folder, key);
      } catch (error) {
        return (error as Error).message;
      }
    });

    expect(sentences).toEqual([
      `${folder} is sealed. Set BACKUP_KEY to the key with the fingerprint 648aa5c5.`,
      `${folder} is sealed with a different key. Set BACKUP_KEY to the one with the fingerprint 648aa5c5.`,
    ]);
  });
});

test('a non-empty database is skipped', async () => {
  const made = await it.backUp({ at: '2026-01-07T10:00:00Z' });

  expect(await faultOf(loadBackup(it.database.url, { ...made, key: null }))).toBe(
    "The database isn't empty. Create an empty one, and set DATABASE_URL to it.",
  );
});

describe('a look as the application', () => {
  test('that fails leaves the connection to its owner', async () => {
    const other = await openDatabase();
    await other.pool.query('revoke select on contacts from bellwether_app');
    const client = await connect(other.url);
    try {
      const refused = await faultOf(openTables(client));
      const { rows } = await client.query('select current_user = session_user as own');

      expect([refused, rows]).toEqual(['permission denied for table contacts', [{ own: true }]]);
    } finally {
      await client.end();
      await other.close();
    }
  });
});

test('a load that fails leaves the database empty, and can be tried again', async () => {
  const made = await it.backUp({ at: '2026-01-08T10:00:00Z' });
  const broken = it.copyOf(made);
  const table = join(broken, 'tables/public.users');
  truncateSync(table, statSync(table).size >> 1);
  const other = await openDatabase();
  try {
    await expect(loadBackup(other.url, { folder: broken, manifest: made.manifest, key: null })).rejects.toThrow();
    const { rows } = await other.pool.query('select count(*)::int as count from contacts');
    await loadBackup(other.url, { ...made, key: null });

    const { rows: after } = await other.pool.query('select count(*)::int as count from contacts');
    expect([rows, after]).toEqual([[{ count: 0 }], [{ count: CONTACTS }]]);
  } finally {
    await other.close();
  }
});

test('a backup while rows are written is one moment: a contact and its count agree', async () => {
  const { pool } = it.database;
  const { agent } = it.world.people;
  let over = false;
  const write = async () => {
    for (let number = 10_000; !over; number += 10) {
      await pool.query(
        `insert into contacts (account_id, number, business_unit_id, owner_id)
         select $1, $4::int + g, $2, $3 from generate_series(1, 10) g`,
        [agent.accountId, agent.businessUnitId, agent.id, number],
      );
    }
  };
  const writing = write();
  const made = await it.backUp({ at: '2026-01-09T10:00:00Z' });
  over = true;
  await writing;

  const other = await openDatabase();
  try {
    await loadBackup(other.url, { ...made, key: null });
    const { rows } = await other.pool.query<{ contacts: number; counted: number }>(
      `select (select count(*)::int from contacts) as contacts, (select sum(entries)::int from contact_counts) as counted`,
    );
    expect(rows[0]?.contacts).toBe(rows[0]?.counted);
    expect((rows[0]?.contacts ?? 0) % 10).toBe(0);
  } finally {
    await other.close();
  }
});

test("an owner who isn't a superuser backs up everything and restores it", async () => {
  const { pool } = it.database;
  await pool.query(`create role plain_owner login createrole;
    grant bellwether_app, bellwether_definer to plain_owner with admin option`);
  const urls = ['plain_from', 'plain_to'].map((name) => {
    const url = new URL(it.database.url);
    [url.username, url.pathname] = ['plain_owner', `/${name}`];
    return url.href;
  });
  const [from = '', to = ''] = urls;
  for (const name of ['plain_from', 'plain_to']) await pool.query(`create database ${name} owner plain_owner`);
  const owners = urls.map((url) => createPool({ url }));
  try {
    for (const url of urls) await migrate({ url, log: () => undefined });
    await makeWorld(owners[0] as Pool);
    const { folder, manifest } = await it.backUp({ url: from, into: join(it.base, 'plain') });

    await loadBackup(to, { folder, manifest, key: null });

    const client = await connect(to);
    const faults = [...(await compareTables(client, manifest.tables)), ...(await inspectDatabase(client))];
    await client.end();
    expect(faults).toEqual([]);
    expect(manifest.tables.find(({ name }) => name === 'users')?.rows).toBe(6);
  } finally {
    await Promise.all(owners.map((owner) => owner.end()));
    for (const name of ['plain_from', 'plain_to']) await pool.query(`drop database ${name} with (force)`);
    await pool.query('revoke bellwether_app, bellwether_definer from plain_owner cascade; drop role plain_owner');
  }
});

test.runIf(mayMount())('a disk that is too small is refused before anything is written', async () => {
  const into = join(it.base, 'small');
  const disk = mountDisk(into, 16);
  try {
    expect((await faultOf(it.backUp({ into }))).replaceAll(into, 'DISK')).toMatch(
      /^Not enough disk space for DISK: the backup may need \d+ MB, and 17 MB is free\. Free up space, or choose a folder on another disk\.$/,
    );
    expect(readdirSync(into)).toEqual([]);
  } finally {
    disk.unmount();
  }
});

test('a killed backup leaves nothing that looks whole, and the next one clears it away', async () => {
  const into = join(it.base, 'killed');
  mkdirSync(into);
  const child = fork(join(import.meta.dirname, 'make-backup-forever.ts'), [it.database.url, into]);
  await once(child, 'message');
  const during = readdirSync(into);
  child.kill('SIGKILL');
  await once(child, 'exit');

  const left = backupsIn(into);
  const { folder } = await it.backUp({ into, at: '2026-01-10T10:00:00Z' });

  expect(during).toEqual([expect.stringMatching(/\.partial$/)]);
  expect(left).toEqual([]);
  expect(readdirSync(into).map((name) => join(into, name))).toEqual([folder]);
});

test('a second backup into the same folder waits for its turn', async () => {
  const into = join(it.base, 'two');
  mkdirSync(into);
  const child = fork(join(import.meta.dirname, 'make-backup-forever.ts'), [it.database.url, into]);
  await once(child, 'message');

  const refused = await faultOf(it.backUp({ into }));

  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(refused).toMatch(/^Another backup is in progress \(bellwether-.*\)\. Wait for it to finish\.$/);
  expect(existsSync(join(into, refused))).toBe(false);
});

describe('a folder of several installations', () => {
  test('takes a backup while another one makes its own', async () => {
    const into = join(it.base, 'several');
    mkdirSync(into);
    const child = fork(join(import.meta.dirname, 'make-backup-forever.ts'), [it.database.url, into]);
    await once(child, 'message');

    const fault = await it.backUp({ into, installation: 'another' }).then(() => null, String);

    const partial = readdirSync(into).filter((name) => name.endsWith('.partial'));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect([fault, backupsIn(into).length, partial.length]).toEqual([null, 1, 1]);
  });

  test('names the later of two that began in the same second after the next', async () => {
    const into = join(it.base, 'same-second');
    await it.backUp({ into, at: '2026-01-11T10:00:00Z' });
    await it.backUp({ into, at: '2026-01-11T10:00:00Z', installation: 'another' });

    expect(backupsIn(into)).toEqual(['bellwether-2026-01-11T10-00-01Z', 'bellwether-2026-01-11T10-00-00Z']);
  });

  test('keeps what is not of a backup of its own', async () => {
    const into = join(it.base, 'mixed');
    const own = `.${makerOf('test')}.partial`;
    const others = ['photos.partial', `photos${own}`, `bellwether-2026-01-01T00-00-00Z.${makerOf('another')}.partial`];
    for (const name of others) mkdirSync(join(into, name), { recursive: true });
    writeFileSync(join(into, `bellwether-2026-01-02T00-00-00Z${own}`), 'a file');

    const { folder } = await it.backUp({ into });

    const left = [...others, `bellwether-2026-01-02T00-00-00Z${own}`, basename(folder)];
    expect(readdirSync(into).toSorted()).toEqual(left.toSorted());
  });
});

test('skips foreign files among the uploads', async () => {
  const stray = join(it.base, 'files', 'lost+found');
  mkdirSync(stray);

  const { manifest } = await it.backUp({ at: '2026-01-12T10:00:00Z' });

  rmSync(stray, { recursive: true });
  expect(manifest.files.map(({ key }) => key).toSorted()).toEqual([CONTACT_FILE_KEY, FILE_KEY]);
});

/** Changes a manifest and recomputes its proof, as anyone can if it isn't encrypted. */
function forge(folder: string, change: (manifest: Draft) => void): void {
  const path = join(folder, 'manifest.json');
  const { manifest } = JSON.parse(readFileSync(path, 'utf8')) as { manifest: Draft };
  change(manifest);
  const body = JSON.stringify(manifest, null, 1);
  const proof = createHash('sha256').update(body).digest('hex');
  writeFileSync(path, `{"proof": "${proof}", "manifest":\n${body}}\n`);
}

interface Draft {
  tables: { name: string; content: string; rows: number }[];
  files: { key: string }[];
}

function replace(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}
