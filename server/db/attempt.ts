import { isDatabaseAway, isLockConflict } from './database-away.ts';
import type { Tx } from './tx.ts';

/**
 * Does work in a transaction, or nothing of it. `name`: of its savepoint.
 * @throws when the database is away or another transaction was first: then all of the transaction is repeated.
 */
export async function attempt<Done>(
  tx: Tx,
  name: string,
  work: () => Promise<Done>,
): Promise<{ readonly done: Done } | { readonly error: unknown }> {
  await tx.raw(`savepoint ${name}`);
  try {
    const done = await work();
    await tx.raw(`release savepoint ${name}`);
    return { done };
  } catch (error) {
    if (isDatabaseAway(error) || isLockConflict(error)) throw error;
    await tx.raw(`rollback to savepoint ${name}`);
    return { error };
  }
}
