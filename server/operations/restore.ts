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

const USAGE = `Usage: bin/restore <backup> [--verify] [--into folder-or-postgres-url] [--replace] [--unsealed]
  --verify   restores into a temporary database, compares, and changes nothing else
  --into     where to restore; default DATABASE_URL, else DATA_DIR
  --replace  moves the data in the data folder aside; deletes nothing
  --unsealed accepts an unsealed backup although BACKUP_KEY is set
  --finish   finishes a restore that was interrupted while moving folders (takes no backup)`;

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
    'Everyone on this machine can see the password in --into. Use DATABASE_URL_FILE or DATABASE_URL instead.',
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
    `${folder} is good: ${formatCount(rows)} rows in ${tables} tables and ${files} files match, ${seconds.toFixed(1)} s.`,
  );
  for (const note of notes) warn(note);
  if (closed === null) warn("No key found, so the encrypted secrets weren't checked.");
  else if (closed > 0) warn(`${closed} encrypted secrets can't be decrypted with the keys here.`);
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
  say(`Restored ${folder}. All users have to sign in again.`);
  if (aside !== null) say(`The previous data is in ${aside}. Delete it when you no longer need it.`);
  for (const note of notes) warn(note);
}

await runCommand(async (config) => {
  const { values, positionals } = argumentsOf();
  if (values.help) return say(USAGE);
  if (values.finish) {
    const claim = claimFolder(config.dataDir);
    const aside = finishSwap(config.dataDir);
    claim.release();
    return say(aside === null ? 'Nothing to finish.' : `Finished. The previous data is in ${aside}.`);
  }
  const [named] = positionals;
  if (named === undefined || positionals.length > 1) throw new UsageError(USAGE);
  const folder = resolve(named);
  const { verify: onlyVerify, finish: _, help: __, ...wishes } = values;
  await (onlyVerify ? verify(folder, config, wishes.unsealed) : restore(folder, config, wishes));
});
