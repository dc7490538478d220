import { IMPORT_CHUNK_ROWS } from '#contract/imports/rows.contract.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import { startNothing } from '../../sequences/start-nothing.ts';
import type { Deps } from '../../../deps.ts';
import type { JobData } from '../../../jobs/job-queue.ts';
import { retractImported } from '../../compliance/opt-outs.service.ts';
import { lockContacts } from '../../contacts/lock-contacts.sql.ts';
import { tellChanged, tellProgress } from './import-events.ts';
import { endAsFailed } from './import-failure.ts';
import type { AttemptRow } from '../attempt.ts';
import { changeImport, lockAttempt, readAttempt } from '../imports.sql.ts';
import { contactsOfRange, ownersOfRange, putBackUpdated, removeCreated } from './undo-import.sql.ts';

/** Job `imports.undo`: undoes an import one row range at a time; a killed job resumes at its cursor. */
export async function undoImport(
  deps: Deps,
  { accountId, importId }: JobData['imports.undo'],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const more = await withAccount(deps.pool, { accountId }, (tx) => undoChunk(tx, importId, deps.now()));
      if (!more) return;
    } catch (error) {
      if (signal.aborted) return;
      await endAsFailed(deps, { id: importId, account_id: accountId }, error);
    }
  }
}

/** What an undo needs to know of its import. */
export const undoneBy = ({ id, account_id, owner_id, new_tag_id }: AttemptRow) => ({
  accountId: account_id,
  importId: id,
  ownerId: owner_id,
  newTagId: new_tag_id,
});

/** False: nothing is left to undo. */
async function undoChunk(tx: Tx, importId: number, now: Date): Promise<boolean> {
  const row = await lockAttempt(tx, importId, null);
  if (row?.status !== 'undoing') return false;
  const from = row.undo_cursor;
  const ended = from >= row.done_rows;
  if (ended) {
    await changeImport(tx, importId, { status: 'undone', finished_at: now });
    const undone = await readAttempt(tx, importId);
    if (undone !== null) await tellChanged(tx, undone);
    return false;
  }
  const consents = await retractImported(
    tx,
    { who: { userId: row.user_id, actorId: row.actor_id }, at: now },
    importId,
    IMPORT_CHUNK_ROWS,
  );
  const before = row.undo ?? { removed: 0, put_back: 0, kept: 0 };
  if (consents.opt_outs + consents.opt_ins > 0) {
    const { opt_outs = 0, opt_ins = 0 } = before.consents ?? {};
    const retracted = { opt_outs: opt_outs + consents.opt_outs, opt_ins: opt_ins + consents.opt_ins };
    await changeImport(tx, importId, { undo: JSON.stringify({ ...before, consents: retracted }) });
    const fresh = await readAttempt(tx, importId);
    if (fresh !== null) await tellProgress(tx, fresh, [], true);
    return true;
  }
  const range = { ...undoneBy(row), from, to: from + IMPORT_CHUNK_ROWS, now };
  await startNothing(tx);
  await lockContacts(tx, contactsOfRange(range));
  const owners = Object.values(row.fields).includes('owner') ? await ownersOfRange(tx, range) : [row.owner_id];
  const created = await removeCreated(tx, range);
  const updated = await putBackUpdated(tx, range);
  const undo = {
    ...before,
    removed: before.removed + created.removed,
    put_back: before.put_back + updated.put_back,
    kept: before.kept + created.kept + updated.kept,
  };
  await changeImport(tx, importId, { undo: JSON.stringify(undo), undo_cursor: range.to });
  const fresh = await readAttempt(tx, importId);
  if (fresh !== null) await tellProgress(tx, fresh, [], created.removed + updated.put_back > 0, owners);
  return true;
}
