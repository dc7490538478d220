import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createSeal, KEY_FILE, keysOf } from '../../seal.ts';
import { readMigrations } from '../backup/catalog.ts';
import { readFileKeys } from '../backup/file-keys.ts';
import { readLastBackup } from '../backup/last-backup.ts';
import { closedTo, readSealed } from '../restore/inspect.ts';
import { readVerified } from '../restore/verify-backup.ts';
import { ageOf, type Check } from './finding.ts';

/** Maximum age of the last backup. Our choice: one a day, plus two hours to make it. */
const BACKUP_AGE_MS = 26 * 3_600_000;

/** Maximum age of an upload without its row, in ms. Our choice: the row comes in the same request. */
const ORPHAN_MS = 24 * 3_600_000;

/** Secrets that are tried. Ours. */
const SAMPLE = 50;

const some = (names: readonly string[]): string => names.slice(0, 3).join(', ') + (names.length > 3 ? ' …' : '');

export const filesCheck: Check = {
  name: 'files',
  look: async ({ ask, config: { dataDir, s3 }, now }) => {
    if (ask === null || s3 !== null || (await readMigrations(ask)).length === 0) return [];
    const folder = join(dataDir, 'files');
    const there = existsSync(folder) ? readdirSync(folder) : [];
    const named = new Set(await readFileKeys(ask));
    const missing = [...named].filter((key) => !there.includes(key));
    if (missing.length > 0) {
      return [
        [
          'fault',
          `${missing.length} uploaded files are missing in ${folder} (${some(missing)}): their imports and contacts lack them. Restore them from a backup, or upload them again.`,
        ],
      ];
    }
    const old = now.getTime() - ORPHAN_MS;
    const orphans = there.filter((key) => !named.has(key) && statSync(join(folder, key)).mtimeMs < old);
    if (orphans.length > 0)
      return [
        ['warn', `${orphans.length} files in ${folder} belong to nothing (${some(orphans)}): they may be deleted.`],
      ];
    return [['ok', `${named.size} uploads, each with its file.`]];
  },
};

export const secretsCheck: Check = {
  name: 'secrets',
  look: async ({ ask, config }) => {
    const [first, ...others] = keysOf(config);
    const sealed = ask !== null && (await readMigrations(ask)).length > 0 ? await readSealed(ask, SAMPLE) : [];
    const path = join(config.dataDir, KEY_FILE);
    if (first === undefined) {
      return sealed.length === 0
        ? [['ok', 'No key yet: the first start makes one.']]
        : [['fault', `The key of ${sealed.length} or more secrets is gone: put it back into ${path} or SECRET_KEYS.`]];
    }
    const closed = closedTo(createSeal([first, ...others]), sealed);
    if (closed > 0) {
      return [
        [
          'fault',
          `${closed} of ${sealed.length} secrets do not open with the keys here: put the key that sealed them into ${path} or SECRET_KEYS.`,
        ],
      ];
    }
    if (config.secretKeys.length === 0 && (statSync(path).mode & 0o077) !== 0) {
      return [['warn', `${path} can be read by others: "chmod 600 ${path}".`]];
    }
    return [['ok', `The key is there and opens ${sealed.length} of ${sealed.length} secrets tried.`]];
  },
};

export const backupCheck: Check = {
  name: 'backup',
  look: ({ config: { dataDir }, now }) => {
    const last = readLastBackup(dataDir);
    if (last === null)
      return [['warn', 'No backup was made yet: run bin/backup, best once a day and onto another disk.']];
    if (!existsSync(join(last.folder, 'manifest.json'))) {
      return [['warn', `The last backup is not where it was (${last.folder}): make another one.`]];
    }
    const age = now.getTime() - Date.parse(last.at);
    if (age > BACKUP_AGE_MS) return [['warn', `The last backup is ${ageOf(age)} old: run bin/backup once a day.`]];
    if (readVerified(last.folder) === null) {
      return [['warn', `The last backup was never verified: run "bin/restore --verify ${last.folder}".`]];
    }
    return [['ok', `${ageOf(age)} old and verified.`]];
  },
};
