import type { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import type { ImportStatus } from '#contract/imports.contract.ts';
import { IMPORT_CHUNK_ROWS, IMPORT_LAST_ROWS, type ImportRow } from '#contract/imports/rows.contract.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { JobData } from '../../../jobs/job-queue.ts';
import { WorkMeter } from '../../../jobs/work-meter.ts';
import { imports } from '../../../telemetry/instruments.ts';
import { type Applied, applyRows } from '../rows/apply-rows.ts';
import { type AttemptRow, planOf, withoutNumbers } from '../attempt.ts';
import { checkFile, CheckStopped, withText } from './check-import.ts';
import { ChunkOutdated, type RunFrame } from '../rows/chunk-plan.ts';
import { hasConsentColumn, readOptOuts } from '../consents/file-opt-outs.ts';
import { addConsents } from '../consents/sort-consents.ts';
import { type Corrected, correctRows } from '../corrections/correct-rows.ts';
import { addThroughput } from '../rows/import-chunk.sql.ts';
import { tellChanged, tellProgress } from './import-events.ts';
import { endAsFailed } from './import-failure.ts';
import { tellEnd } from './import-notice.ts';
import { tellByMail } from './import-mail.ts';
import { readRowChoices } from './import-choices.sql.ts';
import { frameOf } from './run-frame.ts';
import { openText } from '../file/kept-text.ts';
import type { RowChoices } from '../cells/row-values.ts';
import { readFixes } from '../corrections/import-fixes.sql.ts';
import { readRunner } from './runner.ts';
import { readTouched, replaceCheckRows, takeRetries } from '../rows/import-rows.sql.ts';
import { changeImport, type ImportPatch, lockAttempt, readAttempt, reserveNumbers } from '../imports.sql.ts';
import { type PreparedRow, prepareRow, prepareRows } from '../rows/prepare-rows.ts';
import { type Fixes, withFix } from '../corrections/row-fixes.ts';
import { SeenPeople } from '../rows/seen-people.ts';
import { UnreadableFile } from '../file/unreadable-file.ts';
import { tagCapFault } from './tag-cap.ts';
import { tagNamed } from '../../tags/tags.service.ts';

/** Retries of a chunk whose contacts are changed at the same time. Our choice. */
const CHUNK_TRIES = 5;

/**
 * Job `imports.run`: processes a file chunk by chunk, each in one transaction that also moves the cursor, so that a run
 * killed anywhere resumes exactly after the last commit.
 */
export async function runImport(
  deps: Deps,
  { accountId, importId }: JobData['imports.run'],
  signal: AbortSignal,
): Promise<void> {
  // The user may resume it while the run ends: check again before exiting.
  for (;;) {
    if (signal.aborted) return;
    const row = await begin(deps, accountId, importId);
    if (row === null) return;
    try {
      if (row.total_rows === null) await checkFirst(deps, row, signal);
      else await new Run(deps, row, signal).work();
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof CheckStopped) continue;
      await endAsFailed(deps, row, error);
    }
  }
}

/** The import, ready to process; `null` when there is nothing to do. */
async function begin(deps: Deps, accountId: number, importId: number): Promise<AttemptRow | null> {
  return withAccount(deps.pool, { accountId }, async (tx) => {
    const row = await lockAttempt(tx, importId, null);
    if (row === null || (await settleRequest(tx, deps, row))) return null;
    if (row.status === 'processing' || (row.status === 'queued' && row.total_rows === null)) return row;
    if (row.status !== 'queued') return null;
    const numberBase = row.number_base ?? (await reserveNumbers(tx, accountId, row.total_rows ?? 0));
    return change(tx, row, {
      status: 'processing',
      number_base: numberBase,
      started_at: row.started_at ?? deps.now(),
      finished_at: null,
      ...withoutNumbers(row),
    });
  });
}

async function change(tx: Tx, row: AttemptRow, patch: ImportPatch): Promise<AttemptRow | null> {
  await changeImport(tx, row.id, patch);
  const fresh = await readAttempt(tx, row.id);
  if (fresh !== null) await tellChanged(tx, fresh);
  return fresh;
}

/** Honours a request to pause or cancel; true when there was one. */
async function settleRequest(tx: Tx, deps: Deps, row: AttemptRow): Promise<boolean> {
  if (row.status === 'pausing') await change(tx, row, { status: 'paused', rate: 0 });
  else if (row.status === 'cancelling') {
    await change(tx, row, { status: 'cancelled', rate: 0, finished_at: deps.now() });
  } else return false;
  return true;
}

/** An import that was started unchecked: its rows must be counted before numbers can be set aside for them. */
async function checkFirst(deps: Deps, row: AttemptRow, signal: AbortSignal): Promise<void> {
  const { check, rows } = await checkFile(deps, row, signal, { isPlanned: false });
  const fault = tagCapFault(row, check);
  if (fault !== null) throw new UnreadableFile(fault);
  await withAccount(deps.pool, { accountId: row.account_id }, async (tx) => {
    const now = await lockAttempt(tx, row.id, null);
    if (now?.status !== 'queued' || now.version !== row.version) return;
    await replaceCheckRows(tx, row.account_id, row.id, rows);
    await change(tx, row, { total_rows: check.rows, check: JSON.stringify(check) });
  });
}

const WORKING: readonly ImportStatus[] = ['processing', 'pausing', 'cancelling'];

class Run {
  readonly #deps: Deps;
  readonly #row: AttemptRow;
  readonly #signal: AbortSignal;
  readonly #meter = new WorkMeter();
  #fixes: Fixes = new Map();
  #choices: RowChoices = { status: new Map(), group: new Map() };
  #frame: RunFrame | null = null;
  #cursor: number;

  constructor(deps: Deps, row: AttemptRow, signal: AbortSignal) {
    this.#deps = deps;
    this.#row = row;
    this.#signal = signal;
    this.#cursor = row.done_rows;
  }

  async work(): Promise<void> {
    const touched = await this.#inAccount((tx) => readTouched(tx, this.#row.id));
    this.#fixes = await this.#inAccount((tx) => readFixes(tx, this.#row.id));
    this.#choices = await this.#inAccount((tx) => readRowChoices(tx, this.#row));
    const runner = await this.#inAccount((tx) => readRunner(tx, this.#row));
    const plan = planOf(this.#row, this.#fixes, this.#choices);
    const read = (source: Readable) => readOptOuts(source, plan);
    const optOuts = hasConsentColumn(plan) ? await withText(this.#deps, this.#row, this.#signal, read) : null;
    this.#frame = {
      ...frameOf(this.#row, this.#choices, touched, this.#deps.now()),
      optOuts,
      seal: this.#deps.seal,
      makeTag: (tx, name) => tagNamed(this.#deps, tx, runner, { name, color: 'grey' }),
    };
    if (this.#cursor < (this.#row.total_rows ?? 0) && !(await this.#doFile())) return;
    if (!(await this.#doRetries())) return;
    if (!(await this.#doCorrections())) return;
    await this.#inAccount((tx) => this.#finish(tx));
  }

  /** Reads the next chunk while the database writes this one. False: the run is over. */
  async #doFile(): Promise<boolean> {
    const source = await openText(this.#deps.storage, this.#row, this.#signal);
    const chunks = prepareRows(source, planOf(this.#row, this.#fixes, this.#choices), this.#cursor);
    let next: ReturnType<typeof chunks.next> | null = null;
    const readOn = () => {
      next ??= chunks.next();
      // Awaited in the next round; until then it has no listener.
      next.catch(() => undefined);
      return next;
    };
    try {
      for (;;) {
        const { value: chunk, done } = await readOn();
        if (done === true) return true;
        next = null;
        if (!(await this.#commit(chunk, readOn))) return false;
      }
    } finally {
      source.destroy();
      await chunks.return(undefined).catch(() => undefined);
    }
  }

  async #commit(chunk: readonly PreparedRow[], whileWriting: () => unknown): Promise<boolean> {
    const applied = await this.#repeated((tx) => this.#doChunk(tx, chunk, whileWriting));
    if (applied === null) return false;
    this.#cursor += chunk.length;
    this.#remember(applied);
    return !this.#signal.aborted;
  }

  /** Repeats a chunk whose contacts someone changed at the same time. */
  async #repeated<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#inAccount(work);
      } catch (error) {
        if (!(error instanceof ChunkOutdated) || tries === CHUNK_TRIES) throw error;
        await breathe();
      }
    }
  }

  async #doChunk(tx: Tx, chunk: readonly PreparedRow[], whileWriting: () => unknown): Promise<Applied | null> {
    const row = await this.#fence(tx);
    if (row === null) return null;
    const applied = await applyRows(tx, this.#frameNow(), chunk, whileWriting);
    await this.#advance(tx, row, applied, { done_rows: row.done_rows + chunk.length, retried: 0 });
    return applied;
  }

  /** Problem rows to retry. */
  async #doRetries(): Promise<boolean> {
    const seen = new SeenPeople();
    for (;;) {
      const applied = await this.#inAccount((tx) => this.#doRetryChunk(tx, seen));
      if (applied === null) return false;
      if (applied === 'none left') return true;
      this.#remember(applied);
      if (this.#signal.aborted) return false;
    }
  }

  async #doRetryChunk(tx: Tx, seen: SeenPeople): Promise<Applied | null | 'none left'> {
    const row = await this.#fence(tx);
    if (row === null) return null;
    const rows = await takeRetries(tx, row.id, IMPORT_CHUNK_ROWS);
    if (rows.length === 0) return 'none left';
    const plan = planOf(row, undefined, this.#choices);
    const prepared = rows
      .toSorted((a, b) => a.row_number - b.row_number)
      .map(({ row_number, cells, reason }) => {
        const fix = this.#fixes.get(row_number);
        const isOpen = reason === 'quote_unclosed' && cells.some((cell) => cell.trimStart().startsWith('"'));
        return prepareRow(row_number, withFix(cells, fix), fix === undefined && isOpen, plan, seen);
      });
    const applied = await applyRows(tx, this.#frameNow(), prepared);
    await this.#advance(tx, row, applied, { done_rows: row.done_rows, retried: rows.length });
    return applied;
  }

  /** Imported rows of which cells were corrected since. */
  async #doCorrections(): Promise<boolean> {
    for (;;) {
      const corrected = await this.#repeated((tx) => this.#doCorrectedChunk(tx));
      if (corrected === null) return false;
      if (corrected.rows === 0) return true;
      if (this.#signal.aborted) return false;
    }
  }

  async #doCorrectedChunk(tx: Tx): Promise<Corrected | null> {
    const row = await this.#fence(tx);
    if (row === null) return null;
    const corrected = await correctRows(tx, this.#frameNow(), IMPORT_CHUNK_ROWS);
    if (corrected.rows === 0) return corrected;
    const consents = addConsents(row.consents, corrected.consents);
    await changeImport(tx, row.id, {
      unread_rows: row.unread_rows - corrected.read,
      ...(consents && { consents: JSON.stringify(consents) }),
    });
    const fresh = await readAttempt(tx, row.id);
    if (fresh !== null) await tellProgress(tx, fresh, [], corrected.contacts > 0 || corrected.consents !== null);
    return corrected;
  }

  /** Locks the import. `null`: the run is over, or another one has moved the cursor. */
  async #fence(tx: Tx): Promise<AttemptRow | null> {
    const row = await lockAttempt(tx, this.#row.id, null);
    if (row === null || row.done_rows !== this.#cursor || (await settleRequest(tx, this.#deps, row))) return null;
    return row.status === 'processing' ? row : null;
  }

  async #advance(tx: Tx, row: AttemptRow, applied: Applied, moved: { done_rows: number; retried: number }) {
    const { created, updated, skipped, problems } = applied.counts;
    const consents = addConsents(row.consents, applied.consents);
    const rows = created + updated + skipped + problems;
    const { rate, elapsed } = this.#meter.add(rows);
    const last: ImportRow[] = [...applied.rows, ...row.last_rows].slice(0, IMPORT_LAST_ROWS);
    await changeImport(tx, row.id, {
      done_rows: moved.done_rows,
      created: row.created + created,
      updated: row.updated + updated,
      skipped: row.skipped + skipped,
      problems: row.problems + problems - moved.retried,
      unread_rows: row.unread_rows + applied.unread,
      last_rows: JSON.stringify(last),
      ...(consents && { consents: JSON.stringify(consents) }),
      rate,
      active_ms: row.active_ms + elapsed,
    });
    await addThroughput(tx, row.account_id, row.user_id, rows, this.#deps.now());
    const fresh = await readAttempt(tx, row.id);
    if (fresh !== null)
      await tellProgress(tx, fresh, applied.rows, created + updated > 0 || applied.consents !== null, applied.owners);
  }

  async #finish(tx: Tx): Promise<void> {
    const row = await lockAttempt(tx, this.#row.id, null);
    if (row === null || row.done_rows !== this.#cursor || !WORKING.includes(row.status)) return;
    const ended = { status: 'done', rate: 0, finished_at: this.#deps.now(), total_rows: row.done_rows } as const;
    const done = await change(tx, row, ended);
    if (done === null) return;
    await tellEnd(tx, done, this.#deps.now());
    await tellByMail(this.#deps, tx, done);
  }

  #remember({ touched, counts }: Applied): void {
    for (const [outcome, rows] of Object.entries(counts)) imports.rows.inc({ outcome }, rows);
    for (const [contact, row] of touched) this.#frame?.touched.set(contact, row);
  }

  #frameNow(): RunFrame {
    if (this.#frame === null) throw new Error('The run has not begun.');
    return { ...this.#frame, now: this.#deps.now() };
  }

  #inAccount<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return withAccount(this.#deps.pool, { accountId: this.#row.account_id }, work);
  }
}
