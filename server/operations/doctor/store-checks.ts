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
          `${missing.length} uploaded files are missing in ${folder} (${some(missing)}), so their imports and contacts are incomplete. Restore them from a backup, or upload them again.`,
        ],
      ];
    }
    const old = now.getTime() - ORPHAN_MS;
    const orphans = there.filter((key) => !named.has(key) && statSync(join(folder, key)).mtimeMs < old);
    if (orphans.length > 0)
      return [
        ['warn', `${orphans.length} files in ${folder} belong to no record (${some(orphans)}). You can delete them.`],
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
        ? [['ok', 'No key yet. The first start creates one.']]
        : [
            [
              'fault',
              `The key of ${sealed.length} or more secrets is missing. Put it back into ${path} or SECRET_KEYS.`,
            ],
          ];
    }
    const closed = closedTo(createSeal([first, ...others]), sealed);
    if (closed > 0) {
      return [
        [
          'fault',
          `${closed} of ${sealed.length} secrets can't be decrypted with the keys here. Put the key that encrypted them into ${path} or SECRET_KEYS.`,
        ],
      ];
    }
    if (config.secretKeys.length === 0 && (statSync(path).mode & 0o077) !== 0) {
      return [['warn', `${path} is readable by other users. Run "chmod 600 ${path}".`]];
    }
    return [['ok', `The key is present and decrypts ${sealed.length} of ${sealed.length} secrets tried.`]];
  },
};

export const backupCheck: Check = {
  name: 'backup',
  look: ({ config: { dataDir }, now }) => {
    const last = readLastBackup(dataDir);
    if (last === null) return [['warn', 'No backup yet. Run bin/backup, ideally once a day and to another disk.']];
    if (!existsSync(join(last.folder, 'manifest.json'))) {
      return [['warn', `The last backup is no longer at ${last.folder}. Make another one.`]];
    }
    const age = now.getTime() - Date.parse(last.at);
    if (age > BACKUP_AGE_MS) return [['warn', `The last backup is ${ageOf(age)} old. Run bin/backup once a day.`]];
    if (readVerified(last.folder) === null) {
      return [['warn', `The last backup was never verified. Run "bin/restore --verify ${last.folder}".`]];
    }
    return [['ok', `${ageOf(age)} old and verified.`]];
  },
};
