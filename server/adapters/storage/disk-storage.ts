import { createWriteStream, mkdirSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { KEY, MissingFile, requireKey, type Storage } from './storage.ts';

/** Names of one page of a list. Ours: as S3. */
const PAGE = 1_000;

/** Files in one folder of this machine. A file exists completely or not at all, even after a power loss. */
export function diskStorage(folder: string): Storage {
  mkdirSync(folder, { recursive: true });
  const pathOf = (key: string) => join(folder, requireKey(key));
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
    open: async (key, range) => {
      const handle = await open(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new MissingFile(key, { cause: error }) : error;
      });
      return handle.createReadStream(range);
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: async function* (prefix, before) {
      const names = (await readdir(folder)).filter((name) => name.startsWith(prefix) && KEY.test(name));
      for (let from = 0; from < names.length; from += PAGE) {
        const page = names.slice(from, from + PAGE);
        const found = await Promise.all(page.map((name) => stat(join(folder, name)).catch(() => null)));
        yield page.filter((_, at) => (found[at]?.mtime ?? before) < before);
      }
    },
    sweep: async (before) => {
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        const found = name.endsWith('.part') ? await stat(path).catch(() => null) : null;
        if (found !== null && found.mtime < before) await rm(path, { force: true });
      }
    },
  };
}

/** Makes a rename durable; Windows neither supports nor needs it. */
async function settle(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
