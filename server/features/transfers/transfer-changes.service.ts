import { BULK_AT_ONCE } from '#contract/bulk.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import type { revertTransfer, TransferAttempt, updateTransferStatus } from '#contract/transfers.contract.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { type AttemptRow, isUnderWay, toAttempt } from './transfer-attempt.ts';
import { changeAttempt, findVisibleAttempt, isRevertOf, lockAttempt, mayChange } from './transfer-attempts.sql.ts';
import { insertLog } from './transfer-logs.sql.ts';
import { revertStep } from './transfer-steps.ts';
import { AT_ONCE, enqueue, toldNow } from './transfers.service.ts';

/** @throws {Refusal} `not_found` */
export function requireAttempt(row: AttemptRow | null): AttemptRow {
  if (row === null) throw new Refusal('not_found', 'Transfer not found.');
  return row;
}

/** The transfer, locked. @throws {Refusal} `not_found`, `access_denied` for those who only receive from it. */
async function holdAttempt(tx: Tx, identity: Identity, id: number): Promise<AttemptRow> {
  requireAttempt(await findVisibleAttempt(tx, id, identity.userId));
  if (!(await mayChange(tx, id, identity.userId))) {
    throw new Refusal(
      'access_denied',
      'Only the user who requested this transfer, or a manager above them, can change it.',
    );
  }
  return requireAttempt(await lockAttempt(tx, id));
}

/**
 * Cancels a transfer after its chunk, resumes a failed or canceled one, or confirms that it is complete. A state
 * already reached stays.
 * @throws {Refusal} `not_found`, `access_denied`, `conflict` when the state doesn't allow it.
 */
export function changeStatus(
  deps: Deps,
  caller: Caller,
  id: number,
  { status }: Body<typeof updateTransferStatus>,
): Promise<TransferAttempt> {
  return withAccount(deps.pool, caller.identity, async (tx) => {
    const row = await holdAttempt(tx, caller.identity, id);
    const change = CHANGES[status](row);
    if (change === null) return toAttempt(row);
    const now = deps.now();
    await insertLog(tx, id, { event: change.event, userId: caller.identity.userId, text: change.text }, now);
    const over = change.to === 'cancelled' ? { finished_at: now } : {};
    const again = change.to === 'queued' ? { finished_at: null, failure: null } : {};
    await changeAttempt(tx, id, { status: change.to, ...over, ...again }, now);
    if (change.to !== 'cancelled') {
      await enqueue(deps, tx, row.reverting ? 'transfers.revert' : 'transfers.run', {
        accountId: caller.identity.accountId,
        transferId: id,
      });
    }
    const detail = { status };
    await audit(tx, caller, id, { action: 'transfer.status_changed', detail });
    return toldNow(tx, id);
  });
}

interface Change {
  readonly to: 'cancelled' | 'cancelling' | 'queued';
  readonly event: string;
  readonly text: string;
}

/** Action that leads to a requested status; `null`: already reached. @throws {Refusal} `conflict` */
const CHANGES: Readonly<Record<Body<typeof updateTransferStatus>['status'], (row: AttemptRow) => Change | null>> = {
  cancelled: ({ status }) => {
    if (status === 'cancelling' || status === 'cancelled') return null;
    if (status === 'queued') return { to: 'cancelled', event: 'cancelled', text: 'Canceled before it resumed.' };
    if (status === 'processing') return { to: 'cancelling', event: 'cancelling', text: 'Stopping.' };
    throw new Refusal('conflict', 'This transfer has already ended.');
  },
  processing: ({ status, reverting, reverted }) => {
    if (status === 'queued' || status === 'processing') return null;
    if (reverting) throw new Refusal('conflict', 'A revert is running. Wait until it finishes.');
    if (reverted) throw new Refusal('conflict', 'This transfer was reverted. Start a new transfer.');
    if (status === 'failed' || status === 'cancelled') return { to: 'queued', event: 'retried', text: 'Resumed.' };
    throw new Refusal('conflict', status === 'complete' ? 'This transfer is complete.' : 'This transfer is stopping.');
  },
  complete: ({ status, done, total }) => {
    if (status === 'complete') return null;
    const left = formatCount(total - done);
    throw new Refusal('conflict', `This transfer isn't complete: ${left} contacts remaining.`);
  },
};

const audit = (
  tx: Tx,
  { identity, requestId }: Caller,
  id: number,
  entry: { readonly action: string; readonly detail: Readonly<Record<string, unknown>> },
): Promise<void> => writeAudit(tx, identity, requestId, { ...entry, subjectType: 'transfer_attempt', subjectId: id });

/**
 * Reverts contacts to their former owners, all or the named ones that were moved: a few immediately, more as a job.
 * Repeating it during the revert, or after everything possible is reverted, has no further effect.
 * @throws {Refusal} `not_found`, `access_denied`, `conflict` when the transfer is running, moved nothing, or other
 * contacts are being reverted.
 */
export function revert(
  deps: Deps,
  caller: Caller,
  id: number,
  { ids }: Body<typeof revertTransfer>,
): Promise<TransferAttempt> {
  const { identity } = caller;
  return withAccount(deps.pool, identity, async (tx) => {
    const row = await holdAttempt(tx, identity, id);
    if (row.reverted) return toAttempt(row);
    const chosen = ids === undefined ? null : [...new Set(ids)].toSorted((a, b) => a - b);
    if (row.reverting) return sameRevert(tx, row, chosen);
    if (isUnderWay(row)) throw new Refusal('conflict', 'Cancel this transfer before reverting it.');
    if (row.moved === 0) throw new Refusal('conflict', "This transfer didn't move any contacts.");
    await askRevert(deps, tx, caller, id, chosen);
    const data = { accountId: identity.accountId, transferId: id };
    if (Math.min(row.moved, chosen?.length ?? row.moved) > BULK_AT_ONCE)
      await enqueue(deps, tx, 'transfers.revert', data);
    else await revertStep(deps, tx, id, AT_ONCE);
    return toldNow(tx, id);
  });
}

/** @throws {Refusal} `conflict` when another revert was requested. */
async function sameRevert(tx: Tx, row: AttemptRow, chosen: readonly number[] | null): Promise<TransferAttempt> {
  if (await isRevertOf(tx, row.id, chosen)) return toAttempt(row);
  throw new Refusal('conflict', 'Another revert is running. Wait until it finishes.');
}

async function askRevert(deps: Deps, tx: Tx, caller: Caller, id: number, chosen: number[] | null): Promise<void> {
  const { userId, actorId } = caller.identity;
  const now = deps.now();
  const text =
    chosen === null ? 'Revert of all contacts requested.' : `Revert of ${formatCount(chosen.length)} requested.`;
  await insertLog(tx, id, { event: 'revert_asked', userId, text }, now);
  await audit(tx, caller, id, { action: 'transfer.revert_asked', detail: { ids: chosen?.length ?? null } });
  await changeAttempt(
    tx,
    id,
    {
      reverting: true,
      reverter_id: userId,
      reverter_actor_id: actorId,
      revert_ids: chosen,
      revert_cursor: 0,
      failure: null,
    },
    now,
  );
}
