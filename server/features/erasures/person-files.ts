import { dayStillRunning } from '#rules/time/days.ts';
import { withAccount } from '../../db/tx.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
import { removeKept } from '../imports/file/kept-text.ts';
import { markFileRemoved } from '../imports/file/remove-stale-files.ts';
import { forgetPrintFile } from '../printing/remove-old-prints.ts';
import { type ErasureRow, findWhole } from './erasures.sql.ts';
import { findKept } from './evidence.ts';
import { type Ground, inStep, stepAfter } from './in-step.ts';
import * as rows from './person-files.sql.ts';

/** Removes everything of a person from the storage. Bytes go before the rows that name them, so that none are left behind. */
export async function filesStep(deps: Ground, erasure: ErasureRow): Promise<void> {
  const { account_id: accountId, contact_id: contactId } = erasure;
  const { of, keys, prints, imports } = await withAccount(deps.pool, { accountId }, async (tx) => {
    const ids = await findWhole(tx, contactId);
    const { recordingIds } = await findKept(tx, ids, dayStillRunning(deps.now()));
    const of = { ids, recordingIds };
    await rows.forgetEvidenceOfJobs(tx, ids);
    return {
      of,
      keys: await rows.findFileKeys(tx, of),
      prints: await rows.findPrinted(tx, ids),
      imports: await rows.findImported(tx, ids),
    };
  });
  for (const key of [...keys, ...prints.map((print) => print.file_key)]) await deps.storage.remove(key);
  for (const id of imports) await removeImportFile(deps, accountId, id);
  for (const { id } of prints) {
    await withAccount(deps.pool, { accountId }, (tx) => forgetPrintFile(tx, id));
  }
  await inStep(deps, erasure, async (tx) => {
    await lockContacts(tx, of.ids);
    await rows.markFilesRemoved(tx, of, deps.now());
    return { step: stepAfter('files') };
  });
}

/** Removes the file of an import that isn't running. */
export async function removeImportFile(deps: Ground, accountId: number, importId: number): Promise<void> {
  // The last instant: an import that has just ended counts, too.
  const now = deps.now();
  const before = new Date(now.getTime() + 1);
  const kept = await withAccount(deps.pool, { accountId }, (tx) => markFileRemoved(tx, importId, before, now));
  if (kept !== null) await removeKept(deps, kept);
}
