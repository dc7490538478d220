import type { Deps } from '../../deps.ts';
import { findNamedKeys } from './spare-bytes.ts';

/** Milliseconds that a file may exist in the storage before its row. Our choice: no upload takes that long. */
const NAMELESS_MS = 24 * 3_600_000;

/** Prefixes of our names in the storage; anything else in a bucket isn't ours. */
const PREFIXES = ['file-', 'import-', 'mail-', 'print-', 'rec-'] as const;

/** Derived files of an import have its name as a prefix. */
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
