import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** In the data folder: one line, which tells this installation from others that back up into the same folder. */
const FILE = 'installation.id';

/** Id of a data folder's installation, generated once. If it can't be written, host and source replace it. */
export function installationOf(dataDir: string, source: string): string {
  const path = join(dataDir, FILE);
  try {
    writeFileSync(path, `${randomUUID()}\n`, { flag: 'wx', mode: 0o644 });
  } catch {
    // It exists already or can't be created: reading tells which.
  }
  const standIn = digits(`${hostname()} ${source}`);
  try {
    return readFileSync(path, 'utf8').trim() || standIn;
  } catch {
    return standIn;
  }
}

/** Limited to installations on this host: another host's process id means nothing here. */
export const makerOf = (installation: string): string => digits(`${hostname()} ${installation}`);

const digits = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
