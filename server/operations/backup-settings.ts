import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartFault } from '../start-fault.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that only the operator's commands read. */
export const BACKUP_SETTINGS = ['BACKUP_DIR', 'BACKUP_KEY', 'BACKUP_KEY_FILE'] as const;

/** Default destination of backups. */
export const backupDirOf = (env: Environment, dataDir: string): string =>
  env['BACKUP_DIR'] ? resolve(env['BACKUP_DIR']) : join(dataDir, 'backups');

/** The key that seals backups, from BACKUP_KEY or the file that BACKUP_KEY_FILE names. @throws {StartFault} when it is none. */
export function backupKeyOf(env: Environment): Buffer | null {
  const text = env['BACKUP_KEY_FILE'] ? readKeyFile(env['BACKUP_KEY_FILE']) : env['BACKUP_KEY'];
  if (!text) return null;
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === 32) return key;
  throw new StartFault('BACKUP_KEY must be a 32-byte key in base64. Create one: openssl rand -base64 32');
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new StartFault(`BACKUP_KEY_FILE names ${path}, which can't be read.`);
  }
}
