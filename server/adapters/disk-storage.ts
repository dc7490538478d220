import { createWriteStream, mkdirSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage } from './storage.ts';

/** What a file may be called; a plain name, never a path. */
export const KEY = /^[A-Za-z0-9][A-Za-z0-9_-]{7,99}$/;

/** Files in one folder of this machine. A file is there whole or not at all, also after a loss of power. */
export function diskStorage(folder: string): Storage {
  mkdirSync(folder, { recursive: true });
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`"${key}" is no key of the storage.`);
    return join(folder, key);
  };
  return {
    save: async (key, source) => {
      const path = pathOf(key);
      const part = `${path}.part`;
      const target = createWriteStream(part, { flush: true, mode: 0o600 });
      try {
        await pipeline(source, target);
        await rename(part, path);
        await settle(folder);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      return target.bytesWritten;
    },
    open: async (key) => (await open(pathOf(key))).createReadStream(),
    remove: (key) => rm(pathOf(key), { force: true }),
    sweep: async (before) => {
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        const found = name.endsWith('.part') ? await stat(path).catch(() => null) : null;
        if (found !== null && found.mtime < before) await rm(path, { force: true });
      }
    },
  };
}

/** Makes a rename durable; Windows cannot and need not. */
async function settle(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
