import { isDatabaseAway } from '../../db/database-away.ts';
import { outsideAccounts } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';

/** Names among these in the storage that a row references. */
export async function findNamedKeys(pool: Deps['pool'], keys: readonly string[]): Promise<Set<string>> {
  const found = await outsideAccounts<{ key: string }>(pool, 'select key from find_named_keys($1)', [keys]);
  return new Set(found.map(({ key }) => key));
}

/**
 * Removes the bytes of a row that was not created because of `error`. If the connection was lost, the row may exist
 * anyway, or a moment later: the bytes stay, and `removeNameless` deletes them if nothing refers to them.
 */
export async function removeUnnamed(
  deps: Pick<Deps, 'pool' | 'storage' | 'log'>,
  key: string,
  error: unknown,
): Promise<void> {
  if (isDatabaseAway(error)) return;
  const named = await findNamedKeys(deps.pool, [key]).catch(() => null);
  if (named?.has(key) === false) await removeSpare(deps, key);
}

/** Removes unreferenced bytes after the commit; `removeNameless` removes the rest later. */
export async function removeSpare({ storage, log }: Pick<Deps, 'storage' | 'log'>, key: string): Promise<void> {
  await storage.remove(key).catch((error: unknown) => log.warn({ err: error, key }, 'bytes could not be removed'));
}
