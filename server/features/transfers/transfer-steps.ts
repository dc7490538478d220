import { sql } from 'kysely';
import { TRANSFER_CHUNK_ROWS, type TransferRow } from '#contract/transfers.contract.ts';
import { formatContacts, formatCount } from '#rules/words/format-count.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
import { contactsOfChunk, moveChunk, type Touched } from './move-contacts.sql.ts';
import { contactsToPutBack, ownersToPutBack, putBack } from './put-back.sql.ts';
import type { AttemptRow, ByReason } from './transfer-attempt.ts';
import { changeAttempt, lockAttempt } from './transfer-attempts.sql.ts';
import type { tellAttempt } from './transfer-events.ts';
import { tellComplete } from './transfer-notices.ts';
import { insertLog } from './transfer-logs.sql.ts';
import { judgingOf, requireCaller } from './transfer-rights.ts';
import { holdOwners } from './transfer-targets.sql.ts';
import { seenBy } from '../contacts/contact-visibility.ts';

/** External dependencies of a step. */
type Ground = Pick<Deps, 'now'>;

/** Observer of a running transfer. */
export interface Watch {
  /** Rate after this many more contacts. */
  readonly measure: (rows: number) => { rate: number; elapsed: number };
  readonly tell: typeof tellAttempt;
  /** True: the answer to a request tells the caller of its end. */
  readonly isAnswered: boolean;
}

/**
 * Runs the next step of a transfer in one transaction: it starts, then proceeds chunk by chunk. `null` when done. The
 * cursor moves with the chunk, so that a transfer killed anywhere resumes exactly after the last commit.
 * @throws {Refusal} `access_denied` when the caller has lost the permission.
 */
export async function moveStep(ground: Ground, tx: Tx, id: number, watch: Watch): Promise<AttemptRow | null> {
  const attempt = await lockAttempt(tx, id);
  switch (attempt?.status) {
    case 'cancelling':
      await cancel(ground, tx, attempt, watch);
      return null;
    case 'queued':
      return begin(ground, tx, attempt, watch);
    case 'processing':
      return move(ground, tx, attempt, watch);
    default:
      return null;
  }
}

async function cancel({ now }: Ground, tx: Tx, { id, done, total }: AttemptRow, { tell }: Watch): Promise<void> {
  const text = `Canceled after ${formatCount(done)} of ${formatContacts(total)}.`;
  await insertLog(tx, id, { event: 'cancelled', userId: null, text }, now());
  await tell(tx, await changeAttempt(tx, id, { status: 'cancelled', rate: 0, finished_at: now() }, now()));
}

async function begin({ now }: Ground, tx: Tx, attempt: AttemptRow, { tell }: Watch): Promise<AttemptRow> {
  const { id, done, total, started_at } = attempt;
  const [event, text] =
    started_at === null
      ? ['began', `Started with ${formatContacts(total)}.`]
      : ['resumed', `Resumed after ${formatCount(done)} of ${formatContacts(total)}.`];
  await insertLog(tx, id, { event, userId: null, text }, now());
  const patch = { status: 'processing', started_at: started_at ?? now() } as const;
  const begun = await changeAttempt(tx, id, patch, now());
  await tell(tx, begun);
  return begun;
}

const sumOf = (before: ByReason, more: ByReason): ByReason => {
  const sum: Record<string, number> = { ...before };
  for (const [reason, contacts] of Object.entries(more)) sum[reason] = (sum[reason] ?? 0) + contacts;
  return sum;
};

async function move({ now }: Ground, tx: Tx, attempt: AttemptRow, watch: Watch): Promise<AttemptRow> {
  const { id, done, total } = attempt;
  const at = now();
  const caller = await requireCaller(tx, attempt, 'transfer');
  const asked = { toUserIds: attempt.to_user_ids, attested: attempt.attested !== null, at };
  await holdOwners(tx, sql.val(attempt.to_user_ids));
  const judging = await judgingOf(tx, caller, asked);
  const n = Math.floor(done / TRANSFER_CHUNK_ROWS);
  await lockContacts(tx, contactsOfChunk(id, n));
  const moved = await moveChunk(tx, { transferId: id, n, at }, judging);
  const rows = moved.moved + moved.unchanged + moved.left_alone;
  const isOver = done + rows >= total;
  const { rate, elapsed } = watch.measure(rows);
  const after = await changeAttempt(
    tx,
    id,
    {
      done: done + rows,
      moved: attempt.moved + moved.moved,
      unchanged: attempt.unchanged + moved.unchanged,
      left_alone: attempt.left_alone + moved.left_alone,
      by_reason: sumOf(attempt.by_reason, moved.by_reason),
      rule: moved.asked > 0 ? judging.gate.rule : attempt.rule,
      rate: isOver ? 0 : rate,
      active_ms: attempt.active_ms + elapsed,
      ...(isOver ? { status: 'complete', finished_at: at } : {}),
    },
    at,
  );
  await insertLog(tx, id, { event: 'chunk', userId: null, text: chunkWords(done, moved) }, at);
  if (isOver) await insertLog(tx, id, { event: 'complete', userId: null, text: completeWords(after) }, at);
  if (isOver) await tellComplete(tx, after, at, watch);
  await told(tx, after, moved, watch);
  return after;
}

const chunkWords = (done: number, counts: Pick<AttemptRow, 'moved' | 'unchanged' | 'left_alone'>) => {
  const [from, moved, unchanged, left] = [done + 1, counts.moved, counts.unchanged, counts.left_alone].map((contacts) =>
    formatCount(contacts),
  );
  return `From ${from}: ${moved} transferred, ${unchanged} unchanged, ${left} skipped.`;
};

const completeWords = ({ moved, left_alone }: AttemptRow) =>
  `Complete: ${formatContacts(moved)} transferred, ${formatCount(left_alone)} skipped.`;

/** Notifies owners on both sides that their lists changed, and observers of the state. */
async function told(
  tx: Tx,
  after: AttemptRow,
  { touched, last }: { readonly touched: readonly Touched[]; readonly last: readonly TransferRow[] },
  { tell }: Pick<Watch, 'tell'>,
): Promise<void> {
  const changed = touched.flatMap(({ owner_id, ids }) => ids.map((id) => ({ id, owner_id })));
  await emitContactsChanged(tx, after.account_id, changed);
  await tell(tx, after, last);
}

/**
 * Reverts the next chunk, in one transaction with its cursor. `null` when done.
 * @throws {Refusal} `access_denied` when the caller has lost the permission.
 */
export async function revertStep({ now }: Ground, tx: Tx, id: number, watch: Watch): Promise<AttemptRow | null> {
  const attempt = await lockAttempt(tx, id);
  if (attempt?.reverting !== true) return null;
  const at = now();
  const reverter = await requireCaller(tx, attempt, 'revert');
  const { userId, actorId } = reverter;
  const place = { transferId: id, cursor: attempt.revert_cursor, isPartial: attempt.revert_size !== null };
  await holdOwners(tx, ownersToPutBack(place));
  await lockContacts(tx, contactsToPutBack(place));
  const back = await putBack(tx, place, { userId, actorId, seen: await seenBy(tx, reverter), at });
  const isOver = back.rows < TRANSFER_CHUNK_ROWS;
  const sums = {
    put_back: attempt.put_back + back.put_back,
    kept: attempt.kept - back.kept_before + back.kept,
  };
  const { rate, elapsed } = watch.measure(back.rows);
  const after = await changeAttempt(
    tx,
    id,
    {
      ...sums,
      revert_cursor: back.upTo ?? attempt.revert_cursor,
      rate: isOver ? 0 : rate,
      active_ms: attempt.active_ms + elapsed,
      ...(isOver
        ? {
            reverting: false,
            revert_ids: null,
            reverted: attempt.revert_size === null || sums.put_back === attempt.moved,
          }
        : {}),
    },
    at,
  );
  const text = `${formatContacts(back.put_back)} returned, ${formatCount(back.kept)} not returned.`;
  await insertLog(tx, id, { event: 'put_back', userId: null, text }, at);
  if (after.reverted) {
    const whole = `Reverted: ${formatContacts(sums.put_back)} returned, ${formatCount(sums.kept)} not returned.`;
    await insertLog(tx, id, { event: 'reverted', userId: null, text: whole }, at);
  }
  await told(tx, after, back, watch);
  return after;
}
