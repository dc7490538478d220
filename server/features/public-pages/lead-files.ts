import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Seal } from '../../seal.ts';
import { Lead } from './lead.ts';

const WAITING = '.lead';
/** For the operator: a key that is gone, or a page that no one has anymore. */
const SET_ASIDE = '.aside';

export interface LeadFiles {
  /** Resolves once the request would survive a loss of power. @throws when the disk can't take it. */
  save(lead: Lead): Promise<void>;
  /** `null`: sealed with another key, or changed. @throws `ENOENT` when it is gone. */
  read(key: string): Promise<Lead | null>;
  remove(key: string): Promise<void>;
  setAside(key: string): Promise<void>;
  /** Keys of the requests that wait. */
  list(): Promise<string[]>;
}

/** One sealed file a request, named by its key, so that a repetition is the same file. `dir` is made with the first. */
export function leadFiles(dir: string, seal: Seal): LeadFiles {
  const pathOf = (key: string) => join(dir, `${key}${WAITING}`);
  return {
    save: async (lead) => {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const draft = join(dir, `${randomUUID()}.draft`);
      try {
        await writeSafely(draft, seal.seal(JSON.stringify(lead), ownerOf(lead.key)));
        await rename(draft, pathOf(lead.key));
        await syncFolder(dir);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    read: async (key) => {
      const sealed = await readFile(pathOf(key));
      try {
        return Lead.parse(JSON.parse(seal.open(sealed, ownerOf(key))));
      } catch {
        return null;
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    setAside: (key) => rename(pathOf(key), join(dir, `${key}${SET_ASIDE}`)),
    list: async () => {
      const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      return names.filter((name) => name.endsWith(WAITING)).map((name) => name.slice(0, -WAITING.length));
    },
  };
}

const ownerOf = (key: string): string => `webpage-lead:${key}`;

async function writeSafely(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The name of a new file survives a loss of power only once its folder is written. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
