// bin/restore <backup> [--verify] [--into folder | postgres://…] [--replace] [--unsealed]   ·   bin/restore --finish
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brandOf } from '#brands/brand.ts';
import { formatCount } from '#rules/words/format-count.ts';
import type { Config } from '../config.ts';
import { claimFolder } from '../db/embedded-claim.ts';
import { keysOf } from '../seal.ts';
import { StartFault } from '../start-fault.ts';
import { backupKeyOf } from './backup-settings.ts';
import { runCommand, say, UsageError, warn } from './command.ts';
import { restoreBackup } from './restore/restore-backup.ts';
import { finishSwap } from './restore/swap.ts';
import { verifyBackup } from './restore/verify-backup.ts';

const USAGE = `Use: bin/restore <backup> [--verify] [--into folder-or-postgres-url] [--replace] [--unsealed]
  --verify   restores into a database of its own that is thrown away, and compares; touches nothing else
  --into     where to; default DATABASE_URL, else DATA_DIR
  --replace  sets the data aside that is in the data folder, and deletes nothing
  --unsealed takes a backup that is not sealed although BACKUP_KEY is set
  --finish   ends a restore that was cut off while it moved folders (no backup is named then)`;

function argumentsOf() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        verify: { type: 'boolean', default: false },
        replace: { type: 'boolean', default: false },
        unsealed: { type: 'boolean', default: false },
        finish: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        into: { type: 'string' },
      },
    });
  } catch {
    throw new UsageError(USAGE);
  }
}

/** @throws {StartFault} for a URL with a password. */
function targetOf({ databaseUrl, dataDir }: Config, into: string | undefined): Pick<Config, 'databaseUrl' | 'dataDir'> {
  if (into === undefined) return { databaseUrl, dataDir };
  if (!/^postgres(ql)?:\/\//.test(into)) return { databaseUrl: null, dataDir: resolve(into) };
  const url = URL.parse(into);
  if (url === null) throw new UsageError(USAGE);
  if (url.password === '' && !url.searchParams.has('password')) return { databaseUrl: into, dataDir };
  throw new StartFault(
    'Everybody on this machine sees the password of --into: name the database in DATABASE_URL_FILE or DATABASE_URL instead.',
  );
}

async function verify(folder: string, config: Config, unsealed: boolean): Promise<void> {
  const { rows, tables, files, closed, seconds, notes } = await verifyBackup({
    folder,
    key: backupKeyOf(process.env),
    unsealed,
    secretKeys: keysOf(config),
    app: brandOf(config.brand).version,
    now: () => new Date(),
  });
  say(
    `${folder} is good: ${formatCount(rows)} rows of ${tables} tables and ${files} files are as they were, ${seconds.toFixed(1)} s.`,
  );
  for (const note of notes) warn(note);
  if (closed === null) warn('No key is here: whether the sealed secrets open was not tried.');
  else if (closed > 0) warn(`${closed} sealed secrets do not open with the keys that are here.`);
}

interface Wishes {
  readonly into?: string;
  readonly replace: boolean;
  readonly unsealed: boolean;
}

async function restore(folder: string, config: Config, { into, replace, unsealed }: Wishes): Promise<void> {
  const target = targetOf(config, into);
  const { aside, notes } = await restoreBackup({
    folder,
    key: backupKeyOf(process.env),
    unsealed,
    config: target,
    secretKeys: keysOf({ ...config, ...target }),
    replace,
    now: () => new Date(),
  });
  say(`Restored ${folder}. Everybody has to sign in again.`);
  if (aside !== null) say(`What was there before lies in ${aside}: delete it when you do not need it any more.`);
  for (const note of notes) warn(note);
}

await runCommand(async (config) => {
  const { values, positionals } = argumentsOf();
  if (values.help) return say(USAGE);
  if (values.finish) {
    const claim = claimFolder(config.dataDir);
    const aside = finishSwap(config.dataDir);
    claim.release();
    return say(aside === null ? 'There was nothing to finish.' : `Finished. What was there before lies in ${aside}.`);
  }
  const [named] = positionals;
  if (named === undefined || positionals.length > 1) throw new UsageError(USAGE);
  const folder = resolve(named);
  const { verify: onlyVerify, finish: _, help: __, ...wishes } = values;
  await (onlyVerify ? verify(folder, config, wishes.unsealed) : restore(folder, config, wishes));
});
