// bin/backup [folder] [--keep 7] [--with-key] [--encrypt]
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brandOf } from '#brands/brand.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { keysOf } from '../seal.ts';
import { StartFault } from '../start-fault.ts';
import { backupDirOf, backupKeyOf } from './backup-settings.ts';
import { installationOf } from './backup/installation.ts';
import { LAST_BACKUP, type LastBackup } from './backup/last-backup.ts';
import { makeBackup } from './backup/make-backup.ts';
import { type Kept, KEPT, rotate } from './backup/rotation.ts';
import { runCommand, say, UsageError, warn } from './command.ts';
import { reachDatabase } from './reach-database.ts';

const USAGE = `Usage: bin/backup [folder] [--keep days[,weeks[,months]]] [--with-key] [--encrypt]
  folder      where to write the backup, as a folder of its own; default BACKUP_DIR, else DATA_DIR/backups
  --keep      deletes older backups of this installation there and keeps one per day, week and month (default: 7,4,12)
  --with-key  includes the keys of the encrypted secrets in the backup
  --encrypt   requires BACKUP_KEY, which encrypts every file whenever it is set`;

function argumentsOf() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        keep: { type: 'string' },
        'with-key': { type: 'boolean', default: false },
        encrypt: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch {
    throw new UsageError(USAGE);
  }
}

function keptOf(text: string): Kept {
  const [days, weeks = KEPT.weeks, months = KEPT.months] = text.split(',').map(Number);
  if (days === undefined || ![days, weeks, months].every((count) => Number.isInteger(count) && count >= 0)) {
    throw new UsageError(USAGE);
  }
  // The newest one always stays.
  return { days: Math.max(1, days), weeks, months };
}

/** Writes down where the backup is, for the doctor. It is as good without the note. */
function noteBackup(dataDir: string, last: LastBackup): void {
  try {
    writeFileSync(join(dataDir, LAST_BACKUP), `${JSON.stringify(last)}\n`);
  } catch (error) {
    warn(
      `Couldn't record the backup's location for bin/doctor: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

await runCommand(async (config) => {
  const { values, positionals } = argumentsOf();
  if (values.help) return say(USAGE);
  const kept = values.keep === undefined ? null : keptOf(values.keep);
  const key = backupKeyOf(process.env);
  if (values.encrypt && key === null) {
    throw new StartFault('BACKUP_KEY is missing, and --encrypt needs it. Create one: openssl rand -base64 32');
  }
  const into = positionals[0] === undefined ? backupDirOf(process.env, config.dataDir) : resolve(positionals[0]);
  const database = await reachDatabase(config);
  const began = Date.now();
  const made = makeBackup({
    ...database,
    installation: installationOf(config.dataDir, database.source),
    filesFolder: join(config.dataDir, 'files'),
    bucket: config.s3?.bucket ?? null,
    into,
    app: brandOf(config.brand).version,
    key,
    secretKeys: keysOf(config),
    withKeys: values['with-key'],
    now: () => new Date(),
  });
  await made.catch(() => undefined);
  await database.close();
  const { folder, manifest } = await made;
  noteBackup(config.dataDir, { folder, at: manifest.started_at });

  const { tables, files, secret_keys: secretKeys, missing_files: missing } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = [...tables, ...files].reduce((sum, each) => sum + each.bytes, 0);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  say(
    `${folder}: ${formatCount(rows)} rows in ${tables.length} tables, ${files.length} files, ${megabytes(bytes)}, ${seconds} s.`,
  );
  if (manifest.bucket !== null) {
    warn(
      `The backup doesn't include the files in the bucket ${manifest.bucket}. Turn on versioning for that bucket, or copy it.`,
    );
  }
  if (missing.length > 0) warn(`${missing.length} uploaded files are missing from storage: ${missing.join(', ')}.`);
  if (!values['with-key'] && secretKeys.length > 0) {
    warn(
      `The backup doesn't include the key ${secretKeys.join(', ')}. Keep it somewhere safe, or add --with-key. Without it you lose the encrypted secrets: two-factor secrets, queued messages, Medicare numbers, SSNs, bank and account numbers, and prescriptions.`,
    );
  }
  if (values['with-key'] && key === null)
    warn("The backup contains the key of the secrets and isn't encrypted. Store it safely.");
  if (kept !== null) for (const name of rotate(into, manifest, kept)) say(`Deleted ${name}.`);
});
