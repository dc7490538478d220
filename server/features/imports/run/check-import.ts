import { addAbortSignal } from 'node:stream';
import type { ImportCheck } from '#contract/imports.contract.ts';
import type { DateColumn } from '#contract/imports/rows.contract.ts';
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
import { CheckRoom } from './check-room.ts';
import { DoubtfulAges } from './doubtful-ages.ts';
import { endAsFailed } from './import-failure.ts';
import { changeImport, lockAttempt, readAttempt } from '../imports.sql.ts';
import { type FilePlan, type PreparedRow, prepareRows } from '../rows/prepare-rows.ts';
import { dateColumns, readDateOrders } from './date-columns.ts';
import { UnreadCount } from '../rows/unread-count.ts';

/** Maximum characters of one cell kept for display. Ours. */
const MAX_CELL_CHARS = 2_000;

/** Skipped rows that a reason names, and characters of each. Ours. */
const MAX_EXAMPLES = 3;
const MAX_EXAMPLE_CHARS = 60;

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

/** Tells how far a check is, and learns whether it is still wanted, at most once a second. */
class CheckWatch {
  readonly #deps: Deps;
  readonly #row: AttemptRow;
  #at: number;

  constructor(deps: Deps, row: AttemptRow) {
    this.#deps = deps;
    this.#row = row;
    this.#at = deps.now().getTime();
  }

  /** `rows`: those checked so far; `null` while the file is only looked through. @throws {CheckStopped} */
  async beat(rows: number | null): Promise<void> {
    const now = this.#deps.now().getTime();
    if (now - this.#at < TELL_EVERY_MS) return;
    this.#at = now;
    const { id, account_id: accountId, status } = this.#row;
    const wanted = await withAccount(this.#deps.pool, { accountId }, async (tx) => {
      if (rows !== null) await tellChecking(tx, this.#row, rows);
      return (await readAttempt(tx, id))?.status;
    });
    // Stopped, canceled or changed: the rest is not needed.
    if (wanted !== status) throw new CheckStopped();
  }
}

/** Reads the whole file. @throws {UnreadableFile}, {CheckStopped}, and when the signal aborts. */
export async function checkFile(deps: Deps, row: AttemptRow, signal: AbortSignal): Promise<FileCheck> {
  const [fixes, choices] = await withAccount(deps.pool, { accountId: row.account_id }, async (tx) => [
    await readFixes(tx, row.id),
    await readRowChoices(tx, row),
  ]);
  const watch = new CheckWatch(deps, row);
  const dates = await datesOf(deps, row, planOf(row, fixes, choices), watch, signal);
  const plan = planOf({ ...row, check: { ...NOTHING_FOUND, dates } }, fixes, choices);
  const source = await openText(deps.storage, row, signal);
  const counts = { rows: 0, good: 0, problems: 0, skipped: 0 };
  const reasons = new Map<string, ImportCheck['by_reason'][number]>();
  const kept = new CheckRoom();
  const ages = new DoubtfulAges(plan.today);
  const unread = new UnreadCount();
  const keep = (row: PreparedRow) => {
    const problem = problemOf(row);
    if (problem !== null) kept.keep(problem, row.kind !== 'good');
  };
  try {
    for await (const chunk of prepareRows(source, plan)) {
      signal.throwIfAborted();
      counts.rows += chunk.length;
      await watch.beat(counts.rows);
      for (const prepared of chunk) {
        if (prepared.kind === 'good') {
          counts.good += 1;
          ages.add(prepared.row, prepared.values.dob);
          unread.add(prepared.unread);
          keep(prepared);
          continue;
        }
        counts[prepared.kind === 'problem' ? 'problems' : 'skipped'] += 1;
        const field = prepared.kind === 'problem' ? prepared.field : null;
        const key = `${prepared.reason}|${field}`;
        const known = reasons.get(key);
        const examples = [...(known?.examples ?? []), ...exampleOf(prepared)].slice(0, MAX_EXAMPLES);
        const rows = (known?.rows ?? 0) + 1;
        reasons.set(key, { reason: prepared.reason, field, rows, ...(examples.length > 0 && { examples }) });
        keep(prepared);
      }
    }
  } finally {
    source.destroy();
  }
  const by_reason = [...reasons.values()].toSorted((a, b) => b.rows - a.rows);
  return { check: { ...counts, by_reason, dates, doubts: ages.found(), ...unread.found() }, rows: kept.rows };
}

/** The row as the check lists it; `null`: nothing is wrong with it. */
function problemOf(row: PreparedRow): CheckRow | null {
  if (row.kind === 'skipped') return null;
  const unread = row.kind === 'good' ? row.unread : [];
  const fault = row.kind === 'problem' ? row : unread[0];
  if (fault === undefined) return null;
  const { reason, field, message } = fault;
  const cells = row.cells.map((cell) => cutText(cell, MAX_CELL_CHARS));
  return { row_number: row.row, reason, field, message, cells, unread };
}

/** The text of a row that is skipped without being the same as another. */
function exampleOf(row: PreparedRow): { row_number: number; text: string }[] {
  if (row.kind !== 'skipped' || !row.cells) return [];
  const text = row.cells
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(' ');
  return [{ row_number: row.row, text: cutText(text, MAX_EXAMPLE_CHARS) }];
}

const NOTHING_FOUND: ImportCheck = { rows: 0, good: 0, problems: 0, skipped: 0, by_reason: [] };

/** The order of day and month in the columns of dates, before any row can be read. */
async function datesOf(
  deps: Deps,
  row: AttemptRow,
  plan: FilePlan,
  watch: CheckWatch,
  signal: AbortSignal,
): Promise<DateColumn[]> {
  if (dateColumns(plan).length === 0) return [];
  const source = await openText(deps.storage, row, signal);
  try {
    return await readDateOrders(watched(addAbortSignal(signal, source), watch), plan, row.date_orders);
  } finally {
    source.destroy();
  }
}

async function* watched(source: AsyncIterable<Uint8Array>, watch: CheckWatch): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    await watch.beat(null);
    yield piece;
  }
}
