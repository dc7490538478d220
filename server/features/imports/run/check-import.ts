import type { ImportCheck } from '#contract/imports.contract.ts';
import { cutText } from '#rules/imports/cut-text.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { JobData } from '../../../jobs/job-queue.ts';
import { type AttemptRow, planOf } from '../attempt.ts';
import { tellChanged, tellChecking } from './import-events.ts';
import { readRowChoices } from './import-choices.sql.ts';
import { openText } from '../file/kept-text.ts';
import { readFixes } from '../rows/import-fixes.sql.ts';
import { type CheckRow, replaceCheckRows } from '../rows/import-rows.sql.ts';
import { endAsFailed } from './import-failure.ts';
import { changeImport, lockAttempt, readAttempt } from '../imports.sql.ts';
import { prepareRows } from '../rows/prepare-rows.ts';

/** Maximum number of problem rows kept by a check. Source: migration 0003. */
const MAX_CHECK_ROWS = 10_000;

/** Maximum characters of problem rows, and of one cell, kept for display. Our choice. */
const MAX_CHECK_CHARS = 16 * 1024 * 1024;
const MAX_CELL_CHARS = 2_000;

/** Milliseconds between two words about how far a check is. Ours. */
const TELL_EVERY_MS = 1_000;

export interface FileCheck {
  readonly check: ImportCheck;
  readonly rows: readonly CheckRow[];
}

/** Job `imports.check`: reads the whole file against the form, repeating until the form did not change during it. */
export async function checkImport(
  deps: Deps,
  { accountId, importId }: JobData['imports.check'],
  signal: AbortSignal,
): Promise<void> {
  const read = () => withAccount(deps.pool, { accountId }, (tx) => readAttempt(tx, importId));
  for (let row = await read(); row?.status === 'checking'; row = await read()) {
    try {
      const found = await checkFile(deps, row, signal);
      await keepCheck(deps, row, found);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof CheckStopped) continue;
      await endAsFailed(deps, row, error);
    }
  }
}

/** Stores what was found, unless the form has changed since. */
async function keepCheck(deps: Deps, { id, account_id, version }: AttemptRow, { check, rows }: FileCheck) {
  await withAccount(deps.pool, { accountId: account_id }, async (tx) => {
    const now = await lockAttempt(tx, id, null);
    if (now?.status !== 'checking' || now.version !== version) return;
    await replaceCheckRows(tx, account_id, id, rows);
    await changeImport(tx, id, { status: 'checked', total_rows: check.rows, check: JSON.stringify(check) });
    const fresh = await readAttempt(tx, id);
    if (fresh !== null) await tellChanged(tx, fresh);
  });
}

/** The import is not to be checked any more. */
export class CheckStopped extends Error {
  override readonly name = 'CheckStopped';
}

/** Reads the whole file. @throws {UnreadableFile}, {CheckStopped}, and when the signal aborts. */
export async function checkFile(deps: Deps, row: AttemptRow, signal: AbortSignal): Promise<FileCheck> {
  const [fixes, choices] = await withAccount(deps.pool, { accountId: row.account_id }, async (tx) => [
    await readFixes(tx, row.id),
    await readRowChoices(tx, row),
  ]);
  const source = await openText(deps.storage, row, signal);
  const counts = { rows: 0, good: 0, problems: 0, skipped: 0 };
  const reasons = new Map<string, ImportCheck['by_reason'][number]>();
  const kept: CheckRow[] = [];
  let room = MAX_CHECK_CHARS;
  let toldAt = deps.now().getTime();
  try {
    for await (const chunk of prepareRows(source, planOf(row, fixes, choices))) {
      signal.throwIfAborted();
      counts.rows += chunk.length;
      const now = deps.now().getTime();
      if (now - toldAt >= TELL_EVERY_MS) {
        toldAt = now;
        const { account_id: accountId } = row;
        const wanted = await withAccount(deps.pool, { accountId }, async (tx) => {
          await tellChecking(tx, row, counts.rows);
          return (await readAttempt(tx, row.id))?.status;
        });
        // Stopped, canceled or changed: the rest is not needed.
        if (wanted !== row.status) throw new CheckStopped();
      }
      for (const prepared of chunk) {
        if (prepared.kind === 'good') {
          counts.good += 1;
          continue;
        }
        counts[prepared.kind === 'problem' ? 'problems' : 'skipped'] += 1;
        const field = prepared.kind === 'problem' ? prepared.field : null;
        const key = `${prepared.reason}|${field}`;
        const known = reasons.get(key);
        reasons.set(key, { reason: prepared.reason, field, rows: (known?.rows ?? 0) + 1 });
        if (prepared.kind !== 'problem' || kept.length >= MAX_CHECK_ROWS || room < 0) continue;
        const cells = prepared.cells.map((cell) => cutText(cell, MAX_CELL_CHARS));
        for (const cell of cells) room -= cell.length;
        kept.push({ row_number: prepared.row, reason: prepared.reason, field, message: prepared.message, cells });
      }
    }
  } finally {
    source.destroy();
  }
  const by_reason = [...reasons.values()].toSorted((a, b) => b.rows - a.rows);
  return { check: { ...counts, by_reason }, rows: kept };
}
