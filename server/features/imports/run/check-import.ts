import { addAbortSignal, type Readable } from 'node:stream';
import type { ImportCheck } from '#contract/imports.contract.ts';
import type { DateColumn } from '#contract/imports/rows.contract.ts';
import { readAccount, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { JobData } from '../../../jobs/job-queue.ts';
import { type AttemptRow, planOf } from '../attempt.ts';
import { tellChanged, tellChecking } from './import-events.ts';
import { readRowChoices } from './import-choices.sql.ts';
import { openText } from '../file/kept-text.ts';
import { readFixes } from '../corrections/import-fixes.sql.ts';
import { type CheckRow, replaceCheckRows } from '../rows/import-rows.sql.ts';
import { hasConsentColumn, readOptOuts } from '../consents/file-opt-outs.ts';
import { bookOf } from '../plan/book.ts';
import { asRead, ImportPlan, type Planned } from '../plan/import-plan.ts';
import { CheckTally } from './check-tally.ts';
import { frameOf } from './run-frame.ts';
import { endAsFailed } from './import-failure.ts';
import { changeImport, lockAttempt, readAttempt } from '../imports.sql.ts';
import { type FilePlan, prepareRows } from '../rows/prepare-rows.ts';
import { dateColumns, readDateOrders } from './date-columns.ts';

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

/**
 * Reads the whole file, and plans what the import does with each row unless `isPlanned` is false or that takes too much memory.
 * @throws {UnreadableFile}, {CheckStopped}, and when the signal aborts.
 */
export async function checkFile(
  deps: Deps,
  row: AttemptRow,
  signal: AbortSignal,
  { isPlanned = true }: { readonly isPlanned?: boolean } = {},
): Promise<FileCheck> {
  const scope = { accountId: row.account_id };
  const [fixes, choices] = await withAccount(deps.pool, scope, async (tx) => [
    await readFixes(tx, row.id),
    await readRowChoices(tx, row),
  ]);
  const watch = new CheckWatch(deps, row);
  const dates = await datesOf(deps, row, planOf(row, fixes, choices), watch, signal);
  const dated = { ...row, check: { ...NOTHING_FOUND, dates } };
  const plan = planOf(dated, fixes, choices);
  const read = (source: Readable) => readOptOuts(watched(addAbortSignal(signal, source), watch), plan);
  const optOuts = isPlanned && hasConsentColumn(plan) ? await withText(deps, row, signal, read) : null;
  const frame = { ...frameOf(dated, choices, new Map(), row.created_at), optOuts };
  const outcomes = new ImportPlan(
    frame,
    bookOf((work) => readAccount(deps.pool, scope, work), { ...frame, seal: deps.seal }),
  );
  const tally = new CheckTally(plan.today, choices.tags);
  const source = await openText(deps.storage, row, signal);
  let planning: Promise<readonly Planned[]> = Promise.resolve([]);
  try {
    // The next chunk is read while the database looks up the people of this one.
    for await (const chunk of prepareRows(source, plan)) {
      signal.throwIfAborted();
      tally.read(chunk);
      await watch.beat(tally.rows);
      for (const planned of await planning) tally.add(planned);
      planning = isPlanned ? outcomes.add(chunk) : Promise.resolve(chunk.map(asRead));
      // Awaited in the next round; until then it has no listener.
      planning.catch(() => undefined);
    }
    for (const planned of await planning) tally.add(planned);
  } finally {
    source.destroy();
  }
  for (const { rows, decide } of outcomes.groups()) {
    const again = await openText(deps.storage, row, signal);
    try {
      for await (const chunk of prepareRows(again, plan, 0, rows)) {
        signal.throwIfAborted();
        await watch.beat(tally.rows);
        for (const planned of await decide(chunk)) tally.add(planned);
      }
    } finally {
      again.destroy();
    }
  }
  return { check: { ...tally.found(isPlanned && outcomes.isPlanned), dates }, rows: tally.kept };
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
  return withText(deps, row, signal, (source) =>
    readDateOrders(watched(addAbortSignal(signal, source), watch), plan, row.date_orders),
  );
}

/** Opens the text of a file for one reading. */
export async function withText<T>(
  { storage }: Deps,
  row: AttemptRow,
  signal: AbortSignal,
  read: (source: Readable) => Promise<T>,
): Promise<T> {
  const source = await openText(storage, row, signal);
  try {
    return await read(source);
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
