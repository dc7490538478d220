import type { Deps } from '../../deps.ts';
import { findNamedKeys } from './spare-bytes.ts';

/** Milliseconds that a file may lie in the storage before its row is there. Ours: no upload takes so long. */
const NAMELESS_MS = 24 * 3_600_000;

/** How names in the storage begin; what else lies in a bucket is not ours. */
const PREFIXES = ['file-', 'import-', 'print-', 'rec-'] as const;

/** What is made of an import bears its name and more. */
const MADE = /-(?:heads|sheet-\d+)$/;

/** Removes whole files that no row names: their process died before its commit, or after it and before the removal. */
export async function removeNameless({ pool, storage, now }: Pick<Deps, 'pool' | 'storage' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - NAMELESS_MS);
  for (const prefix of PREFIXES) {
    for await (const keys of storage.list(prefix, before)) {
      const named = await findNamedKeys(
        pool,
        keys.map((key) => key.replace(MADE, '')),
      );
      for (const key of keys) if (!named.has(key.replace(MADE, ''))) await storage.remove(key);
    }
  }
}
