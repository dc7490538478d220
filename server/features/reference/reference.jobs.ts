import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { emitEvents } from '../../events.ts';
import { manyChanged } from '../contacts/contact-events.ts';
import type { JobHandlers } from '../../jobs/runner.ts';
import { lockRename, moveRename, renameWords } from './reference.sql.ts';

/** Contacts that one transaction looks at. Ours: some milliseconds where few have the word. */
const STRETCH_ROWS = 5_000;

export const referenceJobs = (deps: Deps) =>
  ({
    'reference.rename': async ({ accountId, renameId }, signal) => {
      while (await renameStretch(deps, accountId, renameId)) signal.throwIfAborted();
    },
  }) satisfies JobHandlers;

/** Interval for finding renames without a job, in ms. Our choice. */
export const RENAMES_EVERY_MS = 60_000;

/** Gives every rename its job again; where the job is still there nothing happens, since a queue takes one job a key. */
export async function resumeRenames(deps: Deps): Promise<void> {
  const found = await outsideAccounts<{ account_id: number; rename_id: number }>(
    deps.pool,
    'select account_id, rename_id from find_reference_renames()',
  );
  for (const { account_id: accountId, rename_id: renameId } of found) {
    await withAccount(deps.pool, { accountId }, (tx) =>
      deps.jobs.resume(tx, 'reference.rename', { accountId, renameId }, String(renameId)),
    );
  }
}

/** Answers whether there is more to do. */
function renameStretch(deps: Deps, accountId: number, renameId: number): Promise<boolean> {
  return withAccount(deps.pool, { accountId }, async (tx) => {
    const rename = await lockRename(tx, renameId);
    if (rename === null) return false;
    const { last, owners } = await renameWords(tx, rename, { most: STRETCH_ROWS, at: deps.now() });
    await moveRename(tx, renameId, last);
    await emitEvents(tx, accountId, manyChanged(owners));
    return last !== null;
  });
}
