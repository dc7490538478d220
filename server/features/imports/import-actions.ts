import {
  IMPORT_UNDO_DAYS,
  type ImportAttempt,
  type ImportStatus,
  type retryImportAttempt,
} from '#contract/imports.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { JobName } from '../../jobs/job-queue.ts';
import { type Asked, viewerOf } from './asked.ts';
import { type AttemptRow, toAttempt, withoutNumbers } from './attempt.ts';
import { refuseReadCells } from './corrections/fix-rows.service.ts';
import { dropFixes, findProblemRows, readFixes } from './corrections/import-fixes.sql.ts';
import { markForRetry } from './rows/import-rows.sql.ts';
import { markCorrected } from './corrections/import-unread.sql.ts';
import { changeAttempt, requireAttempt } from './imports.service.ts';
import { type ImportPatch, lockAttempt } from './imports.sql.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Effect of an action in a state; `null`: already done. */
interface Step {
  readonly patch: ImportPatch;
  readonly job?: JobName;
}

type Decide = (row: AttemptRow, tx: Tx) => Step | null | Promise<Step | null>;

/** Locks an import that the caller sees, decides, and writes change, job, audit and events together. */
async function act(deps: Deps, { identity, requestId }: Asked, id: number, action: string, decide: Decide) {
  return withAccount(deps.pool, identity, async (tx): Promise<ImportAttempt> => {
    const row = requireAttempt(await lockAttempt(tx, id, viewerOf(identity)));
    const step = await decide(row, tx);
    if (step === null) return toAttempt(row);
    if (step.job !== undefined) {
      await deps.jobs.enqueue(tx, step.job, { accountId: identity.accountId, importId: id }, String(id));
    }
    await writeAudit(tx, identity, requestId, { action, subjectType: 'import', subjectId: id });
    return toAttempt(await changeAttempt(tx, id, step.patch));
  });
}

const refuse = (message: string) => {
  throw new Refusal('conflict', message);
};

const is = (row: AttemptRow, ...statuses: ImportStatus[]) => statuses.includes(row.status);

export const pause = (deps: Deps, asked: Asked, id: number) =>
  act(deps, asked, id, 'import.paused', (row) => {
    if (is(row, 'pausing', 'paused')) return null;
    if (is(row, 'queued')) return { patch: { status: 'paused' } };
    return is(row, 'processing')
      ? { patch: { status: 'pausing' }, job: 'imports.run' }
      : refuse('Only a running import can be paused.');
  });

export const resume = (deps: Deps, asked: Asked, id: number) =>
  act(deps, asked, id, 'import.resumed', (row) => {
    if (is(row, 'queued', 'processing')) return null;
    if (is(row, 'paused')) return { patch: { status: 'queued' }, job: 'imports.run' };
    return is(row, 'pausing')
      ? { patch: { status: 'processing' }, job: 'imports.run' }
      : refuse('Only a paused import can be resumed.');
  });

export const cancel = (deps: Deps, asked: Asked, id: number) =>
  act(deps, asked, id, 'import.cancelled', (row) => {
    if (is(row, 'cancelling', 'cancelled')) return null;
    if (is(row, 'processing', 'pausing')) return { patch: { status: 'cancelling' }, job: 'imports.run' };
    return is(row, 'draft', 'checking', 'checked', 'queued', 'paused')
      ? { patch: { status: 'cancelled', finished_at: deps.now(), ...withoutNumbers(row) } }
      : refuse('This import has ended.');
  });

/** Takes a file out of its check, back to its columns. */
export const stopCheck = (deps: Deps, asked: Asked, id: number) =>
  act(deps, asked, id, 'import.check_stopped', (row) => {
    if (is(row, 'draft')) return null;
    return is(row, 'checking') ? { patch: { status: 'draft' } } : refuse("This file isn't being checked.");
  });

export const undo = (deps: Deps, asked: Asked, id: number) =>
  act(deps, asked, id, 'import.undone', (row) => {
    if (is(row, 'undoing', 'undone')) return null;
    if (!is(row, 'done', 'cancelled', 'failed', 'paused'))
      return refuse('Cancel or pause the import before undoing it.');
    if (isUndoStopped(row)) return goOnWithUndo;
    if (row.done_rows === 0) return refuse('This import changed nothing.');
    const age = deps.now().getTime() - (row.finished_at ?? deps.now()).getTime();
    if (age > IMPORT_UNDO_DAYS * DAY_MS) {
      return refuse(`You can undo an import for ${IMPORT_UNDO_DAYS} days after it ends.`);
    }
    const none = JSON.stringify({ removed: 0, put_back: 0, kept: 0 });
    return { patch: { status: 'undoing', undo: none, undo_cursor: 0 }, job: 'imports.undo' };
  });

/** True when an undo failed partway. */
const isUndoStopped = (row: AttemptRow) => is(row, 'failed') && row.undo !== null;
const goOnWithUndo = { patch: { status: 'undoing', failure: null }, job: 'imports.undo' } as const;

export const remove = (deps: Deps, asked: Asked, id: number) =>
  act(deps, asked, id, 'import.deleted', (row) => {
    if (row.deleted_at !== null) return null;
    return is(row, 'checking', 'queued', 'processing', 'pausing', 'cancelling', 'undoing')
      ? refuse("A running import can't be deleted. Cancel it first.")
      : { patch: { deleted_at: deps.now() } };
  });

export const retry = (deps: Deps, asked: Asked, id: number, body: Body<typeof retryImportAttempt>) =>
  act(deps, asked, id, 'import.retried', async (row, tx) => {
    if (row.deleted_at !== null) return { patch: { deleted_at: null } };
    const again = { patch: { status: 'queued', failure: null, finished_at: null }, job: 'imports.run' } as const;
    if (isUndoStopped(row)) return goOnWithUndo;
    if (is(row, 'failed')) return again;
    if (!is(row, 'done')) return refuse('Only failed, finished or deleted imports can be retried.');
    const rows = body?.rows ?? null;
    if (rows?.some(({ cells }) => Object.keys(cells).some((index) => !isColumn(index, row))) === true) {
      throw refuseField('rows', "A correction names a column that isn't in the file.");
    }
    if (rows !== null) {
      const numbers = rows.map(({ row_number }) => row_number);
      refuseReadCells(row, await findProblemRows(tx, id, true, numbers), rows);
    }
    const fixes = await readFixes(tx, id);
    const retried = await markForRetry(tx, id, rows, fixes);
    const corrected = await markCorrected(tx, id, rows, fixes);
    // These rows now contain them, in addition to the fixes of the retry.
    await dropFixes(tx, id, [...corrected, ...(rows ?? []).map(({ row_number }) => row_number)]);
    return retried + corrected.length > 0 ? again : refuse('No problem rows to retry and no corrected cells.');
  });

const isColumn = (index: string, row: AttemptRow) => /^\d+$/.test(index) && Number(index) < row.columns.length;
