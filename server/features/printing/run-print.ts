import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { PRINT_CHUNK_CONTACTS } from '#contract/printing.contract.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { JobData } from '../../jobs/job-queue.ts';
import { identityOf } from '../bulk/caller.ts';
import { labelDrawer } from './draw-labels.ts';
import { letterDrawer } from './draw-letters.ts';
import { bytesOf, openPaper, type Paper } from './paper.ts';
import { piecesOf, type Recipient, type Skip, textsOf, type Writer } from './pieces.ts';
import { tellPrint } from './print-events.ts';
import { fileKeyOf, type PrintJobRow } from './print-job.ts';
import { changePrint, findPrint, findPrintCallers, lockPrint } from './print-jobs.sql.ts';
import { findRecipients, findWriter, frozenIds, noteOutcomes } from './print-rows.sql.ts';
import { seenBy } from '../contacts/contact-visibility.ts';

const OURS = 'The print job failed because of an error on our side. Nothing was printed.';
const NOTHING = 'None of these contacts can be printed. See reasons below.';

/** External dependencies of the job. */
type Ground = Pick<Deps, 'pool' | 'storage' | 'now' | 'log'>;

type Data = JobData['printing.run'];

/** The print was canceled while it was drawn. */
class GivenUp extends Error {}

/**
 * Job `printing.run`: draws all pieces into one file. A killed one starts over; the file exists completely or not at
 * all, and rows and status change in one transaction.
 */
export async function runPrint(deps: Ground, data: Data, signal: AbortSignal): Promise<void> {
  try {
    const begun = await withAccount(deps.pool, data, (tx) => begin(deps, tx, data.jobId));
    if (begun === null) await removeUnwanted(deps, data);
    else await draw(deps, begun, signal);
  } catch (error) {
    if (signal.aborted) return;
    await endAsFailed(deps, data, error);
  }
}

interface Begun {
  readonly job: PrintJobRow;
  readonly recipients: readonly Recipient[];
  readonly writer: Writer;
}

/**
 * Content of the print, with the caller's current rights and visibility. `null`: nothing to do.
 * @throws {Refusal} `access_denied`
 */
async function begin({ now }: Ground, tx: Tx, id: number): Promise<Begun | null> {
  const job = await lockPrint(tx, id);
  if (job?.status === 'cancelling') await cancelled(tx, job, now());
  if (job?.status !== 'queued' && job?.status !== 'working') return null;
  const caller = identityOf(job, await findPrintCallers(tx, id));
  if (!caller.permissions.includes('contacts.read')) {
    throw new Refusal('access_denied', 'The user who requested this no longer has permission.');
  }
  const recipients = await findRecipients(tx, frozenIds(id), await seenBy(tx, caller));
  const fresh = { status: 'working', started_at: job.started_at ?? now(), done: 0 } as const;
  const begun = await changePrint(tx, id, fresh);
  await tellPrint(tx, begun, 'print.changed');
  return { job: begun, recipients, writer: await findWriter(tx, job.user_id) };
}

async function draw(deps: Ground, begun: Begun, signal: AbortSignal): Promise<void> {
  const { job } = begun;
  const key = fileKeyOf(job);
  const paper = openPaper({
    title: job.kind === 'labels' ? 'Labels' : 'Letters',
    author: begun.writer.name,
    at: job.created_at,
  });
  const skipped = new Map<number, Skip>();
  const drawn = drawing(deps, begun, { paper, skipped, signal });
  try {
    const bytes = await deps.storage.save(key, Readable.from(bytesOf(paper, drawn)));
    await withAccount(deps.pool, { accountId: job.account_id }, (tx) =>
      complete(deps, tx, job.id, { key, bytes, pages: paper.sheets(), skipped }),
    );
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    await withAccount(deps.pool, { accountId: job.account_id }, async (tx) => {
      const held = await lockPrint(tx, job.id);
      if (held?.status === 'cancelling') await cancelled(tx, held, deps.now());
    });
  }
  await removeUnwanted(deps, { accountId: job.account_id, jobId: job.id });
}

/** The file of a print that came to nothing, which a worker that was killed may have saved. */
async function removeUnwanted({ pool, storage }: Ground, { accountId, jobId }: Data): Promise<void> {
  const job = await withAccount(pool, { accountId }, (tx) => findPrint(tx, jobId));
  if (job?.status === 'cancelled' || job?.status === 'failed') await storage.remove(fileKeyOf(job));
}

interface Drawing {
  readonly paper: Paper;
  /** Filled while it is drawn, by position. */
  readonly skipped: Map<number, Skip>;
  readonly signal: AbortSignal;
}

/** Draws piece by piece; reports progress after each chunk, and stops there on request. */
async function* drawing(
  { pool }: Ground,
  { job, recipients, writer }: Begun,
  { paper, skipped, signal }: Drawing,
): AsyncGenerator<void> {
  const drawPiece = job.kind === 'labels' ? labelDrawer(paper, job.options.start_at) : letterDrawer(paper);
  const { load, missingIn } = paper;
  const work = { print: job, recipients, writer, at: job.created_at, missingIn };
  await load(textsOf(work));
  let done = 0;
  let told = 0;
  for (const made of piecesOf(work)) {
    if ('piece' in made) drawPiece(made.piece);
    else for (const position of made.positions) skipped.set(position, made);
    done += made.positions.length;
    // Other work of the process gets its turn.
    await setImmediate();
    if (done - told < PRINT_CHUNK_CONTACTS) continue;
    told = done;
    signal.throwIfAborted();
    await withAccount(pool, { accountId: job.account_id }, (tx) => progress(tx, job.id, done));
    yield;
  }
  signal.throwIfAborted();
  yield;
}

/** @throws {GivenUp} */
async function progress(tx: Tx, id: number, done: number): Promise<void> {
  const job = await lockPrint(tx, id);
  if (job?.status !== 'working') throw new GivenUp();
  await tellPrint(tx, await changePrint(tx, id, { done }), 'print.progressed');
}

interface Whole {
  readonly key: string;
  readonly bytes: number;
  readonly pages: number;
  readonly skipped: ReadonlyMap<number, Skip>;
}

/** @throws {GivenUp} */
async function complete(deps: Ground, tx: Tx, id: number, { key, bytes, pages, skipped }: Whole): Promise<void> {
  const job = await lockPrint(tx, id);
  if (job?.status !== 'working') throw new GivenUp();
  await noteOutcomes(tx, id, skipped);
  const counts = { done: job.total, printed: job.total - skipped.size, skipped: skipped.size };
  const ended = await changePrint(tx, id, {
    ...counts,
    finished_at: deps.now(),
    ...(pages === 0 ? { status: 'failed', failure: NOTHING } : { status: 'complete', pages, bytes, file_key: key }),
  });
  await tellPrint(tx, ended, 'print.changed');
}

async function cancelled(tx: Tx, { id }: PrintJobRow, at: Date): Promise<void> {
  await tellPrint(tx, await changePrint(tx, id, { status: 'cancelled', finished_at: at }), 'print.changed');
}

/** @throws the error itself when a retry may succeed. */
async function endAsFailed(deps: Ground, { accountId, jobId }: Data, error: unknown): Promise<void> {
  const isLasting = error instanceof Refusal || error instanceof TypeError || error instanceof RangeError;
  if (!isLasting) throw error;
  if (!(error instanceof Refusal)) deps.log.error({ err: error, printJobId: jobId }, 'print failed');
  await withAccount(deps.pool, { accountId }, async (tx) => {
    const job = await lockPrint(tx, jobId);
    if (job === null || job.finished_at !== null) return;
    const failure = error instanceof Refusal ? error.message : OURS;
    const failed = await changePrint(tx, jobId, { status: 'failed', failure, finished_at: deps.now() });
    await tellPrint(tx, failed, 'print.changed');
  });
  await removeUnwanted(deps, { accountId, jobId });
}
