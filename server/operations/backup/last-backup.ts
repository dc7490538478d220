import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the data folder: location and start time of its last backup. */
export const LAST_BACKUP = 'last-backup.json';

export interface LastBackup {
  readonly folder: string;
  /** ISO instant. */
  readonly at: string;
}

/** `null`: none was ever made. */
export function readLastBackup(dataDir: string): LastBackup | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, LAST_BACKUP), 'utf8')) as LastBackup;
  } catch {
    return null;
  }
}
