import type { RawBuilder } from 'kysely';
import { BULK_CHUNK_ROWS } from '#contract/bulk.contract.ts';
import { formatCount } from '#rules/words/format-count.ts';
import type { Tx } from '../../db/tx.ts';
import { Refusal } from '../../errors.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import type { BulkJobRow } from './bulk-job.ts';
import { tellJob } from './bulk-events.ts';
import type { tellEnd } from './bulk-notice.ts';
import { changeJob, lockJob } from './bulk-jobs.sql.ts';
import { planFor } from './plan-for.ts';
import { callerOf, permissionFor, requireGiven } from './bulk-rights.ts';
import { findLastContact, freezeRows } from './bulk-rows.sql.ts';
import { doRange, type Touched, undoRange } from './change-rows.ts';
import { findMove, idsIn } from '../workflows/move-many.ts';
import { pickedIds } from './selection.sql.ts';
import type { Ground } from '../contacts/list/contact-scope.service.ts';
import { openedSelection, pick } from './selection.ts';
import { seenBy } from '../contacts/contact-visibility.ts';

/** Observer of a running job. */
export interface Watch {
  /** Rate after this many more contacts. */
  readonly measure: (rows: number) => { rate: number; elapsed: number };
  readonly tell: typeof tellJob;
  /** Hears of its end, unless that is the answer to a request. */
  readonly notify: typeof tellEnd;
}

export interface Stepped {
  readonly job: BulkJobRow;
  readonly touched: readonly Touched[];
}

/**
 * Runs the next step of a job in one transaction: it starts, then proceeds chunk by chunk. `null` when done. The cursor
 * moves with the chunk, so that a job killed anywhere resumes exactly after the last commit.
 */
export async function doStep(ground: Ground, tx: Tx, jobId: number, watch: Watch): Promise<Stepped | null> {
  const job = await lockJob(tx, jobId, null);
  if (job?.status === 'cancelling') {
    const cancelled = await changeJob(tx, jobId, { status: 'cancelled', rate: 0, finished_at: ground.now() });
    await watch.tell(tx, cancelled, 'bulk.changed');
    return null;
  }
  if (job?.status !== 'queued' && job?.status !== 'processing') return null;
  return job.status === 'processing'
    ? doChunk(tx, job, ground.now(), watch)
    : { job: await begin(ground, tx, job, watch), touched: [] };
}

async function begin(ground: Ground, tx: Tx, job: BulkJobRow, { tell }: Watch): Promise<BulkJobRow> {
  const total = job.frozen ? job.total : await freezeLater(ground, tx, job);
  const begun = await changeJob(tx, job.id, { status: 'processing', frozen: true, total, started_at: ground.now() });
  await tell(tx, begun, 'bulk.changed');
  return begun;
}

/**
 * Contacts that are frozen within the request; a larger selection is frozen when its job begins. Ours: under 8 s on a
 * busy computer of two cores.
 */
const FROZEN_AT_ONCE = 100_000;

/**
 * Writes down which contacts a new job means, or up to which contact when they are too many for that. Answers how many
 * they are.
 */
export async function freeze(
  tx: Tx,
  jobId: number,
  { ids, counted }: { readonly ids: RawBuilder<unknown>; readonly counted: number },
  most = FROZEN_AT_ONCE,
): Promise<number> {
  if (counted > most) {
    await changeJob(tx, jobId, { last_contact_id: await findLastContact(tx) });
    return counted;
  }
  const total = await freezeRows(tx, jobId, ids);
  await changeJob(tx, jobId, { frozen: true, total });
  return total;
}

/** @throws {Refusal} `conflict` when there are more than the caller confirmed. */
async function freezeLater(ground: Ground, tx: Tx, job: BulkJobRow): Promise<number> {
  const total = await freezeRows(tx, job.id, await idsOf(ground, tx, job), job.last_contact_id);
  if (total <= job.total) return total;
  const [now, then] = [total, job.total].map(formatCount);
  throw new Refusal('conflict', `The selection now has ${now} contacts; you confirmed ${then}. Nothing was changed.`);
}

async function idsOf(ground: Ground, tx: Tx, job: BulkJobRow): Promise<RawBuilder<unknown>> {
  if (job.change.action === 'workflow_move') return idsIn((await findMove(tx, job.change)).from.id);
  return pickedIds(await pick(ground, tx, await callerOf(tx, job), openedSelection(ground.seal, job.selection)));
}

async function doChunk(tx: Tx, job: BulkJobRow, now: Date, watch: Watch): Promise<Stepped> {
  const caller = await callerOf(tx, job);
  if (!caller.permissions.includes(permissionFor(job.change))) {
    throw new Refusal('access_denied', 'The user who requested this no longer has permission.');
  }
  await requireGiven(tx, caller, job.change);
  const range = { jobId: job.id, from: job.done, to: job.done + BULK_CHUNK_ROWS };
  const work = {
    seen: await seenBy(tx, caller),
    plan: await planFor(tx, job.change, job.names, now),
    now,
    who: caller,
  };
  const { touched, ...counts } = await doRange(tx, range, work);
  const rows = counts.changed + counts.unchanged + counts.refused;
  const { rate, elapsed } = watch.measure(rows);
  const isOver = job.done + rows >= job.total;
  const after = await changeJob(tx, job.id, {
    done: job.done + rows,
    changed: job.changed + counts.changed,
    unchanged: job.unchanged + counts.unchanged,
    refused: job.refused + counts.refused,
    rate: isOver ? 0 : rate,
    active_ms: job.active_ms + elapsed,
    ...(isOver ? { status: 'done', finished_at: now } : {}),
  });
  await emitContactsChanged(tx, job.account_id, touched);
  await watch.tell(tx, after, isOver ? 'bulk.changed' : 'bulk.progressed');
  if (isOver) await watch.notify(tx, after, now);
  return { job: after, touched };
}

/**
 * The next chunk of an undo. The right of its caller is already checked; visibility is that of the job's caller now.
 */
export async function undoStep(tx: Tx, jobId: number, now: Date): Promise<Stepped | null> {
  const job = await lockJob(tx, jobId, null);
  if (job?.status !== 'undoing') return null;
  const range = { jobId, from: job.undo_cursor, to: job.undo_cursor + BULK_CHUNK_ROWS };
  const who = {
    accountId: job.account_id,
    userId: job.undo_user_id ?? job.user_id,
    actorId: job.undo_actor_id ?? job.actor_id,
  };
  const plan = await planFor(tx, job.change, job.names, now);
  const work = { seen: await seenBy(tx, await callerOf(tx, job)), plan, now, who };
  const { kept, touched } = await undoRange(tx, range, work);
  const isOver = range.to >= job.done;
  const after = await changeJob(tx, jobId, {
    undo_cursor: Math.min(range.to, job.done),
    put_back: job.put_back + touched.length,
    kept: job.kept + kept,
    ...(isOver ? { status: 'undone' } : {}),
  });
  await emitContactsChanged(tx, job.account_id, touched);
  await tellJob(tx, after, isOver ? 'bulk.changed' : 'bulk.progressed');
  return { job: after, touched };
}
