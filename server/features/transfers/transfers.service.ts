import type { Body, Query, Reply } from '#contract/endpoint.ts';
import { BULK_AT_ONCE } from '#contract/bulk.contract.ts';
import {
  type listTransferTargets,
  MAX_TRANSFER_LIMIT,
  type TransferAttempt,
  type TransferPreview,
  type transferGroup,
  type updateTransferGroup,
} from '#contract/transfers.contract.ts';
import { formatContacts, formatCount } from '#rules/words/format-count.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { findFirst, type Picked } from '../bulk/selection.sql.ts';
import { countOf, pick, sealedSelection, sentenceOf } from '../bulk/selection.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { freezeContacts } from './move-contacts.sql.ts';
import { countJudged } from './preview.sql.ts';
import { type AttemptRow, toAttempt, toReasons } from './transfer-attempt.ts';
import { changeAttempt, findAttempt, insertAttempt } from './transfer-attempts.sql.ts';
import { tellAttempt } from './transfer-events.ts';
import { insertLog } from './transfer-logs.sql.ts';
import { judgingOf, requireTargets } from './transfer-rights.ts';
import { searchTargets } from './transfer-targets.sql.ts';
import { moveStep, type Watch } from './transfer-steps.ts';
import { seenBy } from '../contacts/contact-visibility.ts';

/** First contacts of a selection that are named. Ours: enough to see that it is the right one. */
const NAMED = 5;

/** Immediate work is reported once, when it is over. */
export const AT_ONCE: Watch = {
  measure: () => ({ rate: 0, elapsed: 0 }),
  tell: async () => undefined,
  isAnswered: true,
};

export function listTargets(
  deps: Deps,
  identity: Identity,
  { q }: Query<typeof listTransferTargets>,
): Promise<Reply<typeof listTransferTargets>> {
  return withAccount(deps.pool, identity, async (tx) => {
    const found = await searchTargets(tx, identity, q.trim());
    return { data: found.map(({ id, name, business_unit }) => ({ id, name, business_unit })) };
  });
}

/** Counts a selection. @throws {Refusal} `refused` above the limit of one transfer. */
async function countWithin(tx: Tx, picked: Picked): Promise<number> {
  const count = await countOf(tx, picked);
  requireWithin(count);
  return count;
}

/** @throws {Refusal} `refused` when they are more than one transfer takes. */
export function requireWithin(count: number): void {
  if (count <= MAX_TRANSFER_LIMIT) return;
  const [most, asked] = [MAX_TRANSFER_LIMIT, count].map(formatCount);
  throw refuseField('selection', `You can transfer up to ${most} contacts at a time. You selected ${asked}.`);
}

/**
 * Previews a transfer.
 * @throws {Refusal} `refused` by field, `not_found` for a user or pool of the scope that isn't visible.
 */
export function previewTransfer(
  deps: Deps,
  identity: Identity,
  { selection, to_user_ids: toUserIds, attested }: Body<typeof transferGroup>,
): Promise<TransferPreview> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireTargets(tx, identity, toUserIds);
    const picked = await pick(deps, tx, identity, selection);
    const count = await countWithin(tx, picked);
    const asked = { toUserIds, attested: attested !== undefined, at: deps.now() };
    const judging = await judgingOf(tx, identity, asked);
    const counted = await countJudged(tx, { picked, count }, judging);
    const { total, moved, unchanged, left_alone: left, owners, owner_count, open } = counted;
    const { needed, given, missing, withdrawn } = counted;
    return {
      sentence: await sentenceOf(tx, identity, selection),
      total,
      counts: { moved, unchanged, left },
      by_reason: toReasons(counted.by_reason),
      first: await findFirst(tx, picked, judging.seen, NAMED),
      owners,
      owner_count,
      open,
      consent: { rule: needed > 0 ? judging.gate.rule : null, needed, given, missing, withdrawn },
    };
  });
}

/**
 * Transfers a selection: a small one immediately, a larger one as a job.
 * @throws {Refusal} `refused` by field, `not_found` for a user or pool of the scope that isn't visible, `conflict` for
 * an empty selection, or one with more contacts than confirmed.
 */
export function startTransfer(
  deps: Deps,
  caller: Caller,
  asked: Body<typeof updateTransferGroup>,
): Promise<TransferAttempt> {
  const { identity, requestId } = caller;
  return withAccount(deps.pool, identity, async (tx) => {
    await requireTargets(tx, identity, asked.to_user_ids);
    const picked = await pick(deps, tx, identity, asked.selection);
    requireConfirmed(await countWithin(tx, picked), asked.confirmed);
    const { id, total } = await insertFrozen(deps, tx, identity, asked, picked);
    await writeAudit(tx, identity, requestId, {
      action: 'transfer.asked',
      subjectType: 'transfer_attempt',
      subjectId: id,
      detail: { to_user_ids: asked.to_user_ids, total },
    });
    const isSmall = total <= BULK_AT_ONCE;
    if (!isSmall) await enqueue(deps, tx, 'transfers.run', { accountId: identity.accountId, transferId: id });
    while (isSmall && (await moveStep(deps, tx, id, AT_ONCE))?.status === 'processing');
    return toldNow(tx, id);
  });
}

/** @throws {Refusal} `conflict` */
function requireConfirmed(count: number, confirmed: number): void {
  if (count === 0) throw new Refusal('conflict', 'No contacts left to transfer. Select the contacts again.');
  if (count <= confirmed) return;
  const [now, then] = [count, confirmed].map(formatCount);
  throw new Refusal('conflict', `The selection now has ${now} contacts; you confirmed ${then}. Nothing was changed.`);
}

/** The transfer with its frozen selection: contacts are added and changed concurrently. */
async function insertFrozen(
  deps: Deps,
  tx: Tx,
  identity: Identity,
  { selection, to_user_ids: toUserIds, attested: said, note, confirmed }: Body<typeof updateTransferGroup>,
  picked: Picked,
): Promise<{ id: number; total: number }> {
  const { accountId, userId, actorId } = identity;
  const attested = said ?? null;
  const sentence = await sentenceOf(tx, identity, selection);
  const stored = sealedSelection(deps.seal, selection);
  const fresh = { accountId, userId, actorId, toUserIds, selection: stored, sentence, note, attested };
  const id = await insertAttempt(tx, fresh, deps.now());
  const total = await freezeContacts(tx, id, picked, await seenBy(tx, identity));
  requireConfirmed(total, Math.min(confirmed, MAX_TRANSFER_LIMIT));
  await changeAttempt(tx, id, { total }, deps.now());
  const text = `Transfer of ${formatContacts(total)} requested.`;
  await insertLog(tx, id, { event: 'asked', userId, text }, deps.now());
  return { id, total };
}

export const enqueue = (
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  name: 'transfers.run' | 'transfers.revert',
  data: { readonly accountId: number; readonly transferId: number },
): Promise<void> => deps.jobs.enqueue(tx, name, data, String(data.transferId));

/** Returns the transfer's state, and reports it to its observers. */
export async function toldNow(tx: Tx, id: number): Promise<TransferAttempt> {
  const row: AttemptRow | null = await findAttempt(tx, id);
  if (row === null) throw new Error(`Transfer ${id} is gone.`);
  await tellAttempt(tx, row);
  return toAttempt(row);
}
