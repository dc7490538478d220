import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { AttemptRow } from '../attempt.ts';
import { tellByMail } from './import-mail.ts';
import { tellEnd } from './import-notice.ts';
import { tellChanged } from './import-events.ts';
import { changeImport, lockAttempt, readAttempt } from '../imports.sql.ts';
import { UnreadableFile } from '../file/unreadable-file.ts';

const GONE = 'The uploaded file is missing. Upload it again.';
const OURS = 'The import failed because of an error on our side. Imported rows are kept. Try again to continue.';

const OURS_IN_UNDO = 'The undo failed because of an error on our side. Try again to continue.';

/** Message for a failure that an immediate retry can't fix; `null` when the database or the disk is unavailable. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof UnreadableFile) return error.message;
  if (error instanceof TypeError || error instanceof RangeError) return OURS;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return GONE;
  // SQLSTATE classes of faulty data and faulty statements.
  return /^(22|23|42)...$/.test(code) ? OURS : null;
}

/**
 * Ends an import as failed, with a message.
 * @throws the error itself when a retry may succeed.
 */
export async function endAsFailed(
  deps: Deps,
  { id, account_id }: Pick<AttemptRow, 'id' | 'account_id'>,
  error: unknown,
): Promise<void> {
  const failure = sentenceOf(error);
  if (failure === null) throw error;
  if (!(error instanceof UnreadableFile)) deps.log.error({ err: error, importId: id }, 'import failed');
  await withAccount(deps.pool, { accountId: account_id }, async (tx) => {
    const row = await lockAttempt(tx, id, null);
    const isUndo = row?.status === 'undoing';
    if (row === null || (row.finished_at !== null && !isUndo)) return;
    await changeImport(tx, id, {
      status: 'failed',
      failure: isUndo ? OURS_IN_UNDO : failure,
      rate: 0,
      finished_at: row.finished_at ?? deps.now(),
    });
    const failed = await readAttempt(tx, id);
    if (failed === null) return;
    await tellChanged(tx, failed);
    await tellEnd(tx, failed, deps.now());
    if (!isUndo) await tellByMail(deps, tx, failed);
  });
}
