// Backs up a million contacts during writes, verifies and restores them: duration and size. Usage: node bench/backup.ts
// [contacts]
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ROOT } from '../server/config.ts';
import { makeBackup } from '../server/operations/backup/make-backup.ts';
import { restoreBackup } from '../server/operations/restore/restore-backup.ts';
import { verifyBackup } from '../server/operations/restore/verify-backup.ts';
import { openWorld } from './list-world.ts';
import { printRatios, printTable } from './measure.ts';

/** Minutes that a restore of a million contacts may take. Source: promise P27. */
const RESTORE_MINUTES = 15;

const UPLOAD_BYTES = 20 * 2 ** 20;

const contacts = Number(process.argv[2] ?? 1_000_000);
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const now = () => new Date();

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const result = await work();
  return [result, (performance.now() - began) / 1000];
}

/** One update after the other until it is stopped; answers the slowest, in ms. */
async function writeMeanwhile(url: string, over: AbortSignal): Promise<{ writes: number; slowest: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const seen = { writes: 0, slowest: 0 };
  while (!over.aborted) {
    const began = performance.now();
    await client.query('update contacts set city = city where id = $1', [1 + (seen.writes % contacts)]);
    seen.writes += 1;
    seen.slowest = Math.max(seen.slowest, performance.now() - began);
  }
  await client.end();
  return seen;
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

const world = await openWorld('bench-list', contacts, say);
const base = mkdtempSync(join(ROOT, '.cache', 'bench-backup-'));
// PostgreSQL's own user passes through it.
chmodSync(base, 0o711);
try {
  const filesFolder = join(base, 'files');
  mkdirSync(filesFolder);
  writeFileSync(join(filesFolder, 'upload-bench'), Buffer.alloc(UPLOAD_BYTES, 'First,Last,Phone\n'));
  const { url } = world.postgres;

  say('Backing up.');
  const over = new AbortController();
  const writing = writeMeanwhile(url, over.signal);
  const [{ folder, manifest }, backup] = await timed(() =>
    makeBackup({
      url,
      source: 'bench',
      installation: 'bench',
      filesFolder,
      into: join(base, 'backups'),
      app: 'bench',
      key: null,
      secretKeys: [],
      withKeys: false,
      now,
    }),
  );
  over.abort();
  const { writes, slowest } = await writing;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const size = await client.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes');
  await client.end();
  await world.postgres.stop();

  say('Verifying.');
  const [verified, verify] = await timed(() => verifyBackup({ folder, key: null, secretKeys: [], app: 'bench', now }));
  say('Restoring.');
  const dataDir = join(base, 'data');
  const [, restore] = await timed(() =>
    restoreBackup({ folder, key: null, config: { databaseUrl: null, dataDir }, secretKeys: [], replace: false, now }),
  );

  const megabytes = (bytes: number): number => bytes / 1e6;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  printTable([
    { what: 'the database', seconds: '', MB: megabytes(size.rows[0]?.bytes ?? 0) },
    { what: `backup of ${rows.toLocaleString('en')} rows, 1 file`, seconds: backup, MB: megabytes(sizeOf(folder)) },
    { what: `verify (${verified.tables} tables compared)`, seconds: verify, MB: '' },
    { what: 'restore', seconds: restore, MB: '' },
  ]);
  process.stdout.write(`${writes} updates during the backup, the slowest ${slowest.toFixed(0)} ms\n`);
  const limit = (RESTORE_MINUTES * contacts) / 1_000_000;
  printRatios([
    { name: 'restore, minutes', value: restore / 60, limit, better: 'lower' },
    { name: 'verify, minutes', value: verify / 60, limit, better: 'lower' },
  ]);
} finally {
  if (world.postgres.isRunning()) await world.postgres.stop();
  rmSync(base, { recursive: true, force: true });
}
