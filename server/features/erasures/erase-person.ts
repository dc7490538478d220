import { dayStillRunning } from '#rules/time/days.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { JobData } from '../../jobs/job-queue.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
import type { ErasureStep } from './erasure-step.ts';
import * as rows from './erasures.sql.ts';
import { evidenceOf, findKept, keptCounts, keptUntil } from './evidence.ts';
import { readPerson } from './identifiers.ts';
import { type Ground, inStep, stepAfter } from './in-step.ts';
import { filesStep } from './person-files.ts';
import { openPerson, sealedPerson, settleReason } from './person-seal.ts';
import { sealFor } from './subject-keys.ts';
import { deleteKeys } from './subject-keys.sql.ts';
import { suppress } from './suppression.ts';
import { tracesStep } from './traces.ts';

/** Each step can be repeated: a process that is killed within one leaves nothing that keeps it from running again. */
const STEPS: Readonly<Record<ErasureStep, (deps: Ground, erasure: rows.ErasureRow) => Promise<void>>> = {
  read: (deps, erasure) => inStep(deps, erasure, (tx) => readStep(deps, tx, erasure)),
  files: filesStep,
  contact: (deps, erasure) => inStep(deps, erasure, (tx) => contactStep(deps, tx, erasure)),
  traces: tracesStep,
};

/** Job `erasures.run`: erases a person in steps, and continues where a killed process ended. */
export async function runErasure(
  deps: Ground,
  { accountId, erasureId }: JobData['erasures.run'],
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const erasure = await withAccount(deps.pool, { accountId }, (tx) => rows.findErasure(tx, erasureId));
    if (erasure?.status !== 'running') return;
    await STEPS[erasure.step](deps, erasure);
  }
}

/** Reads who the person is, for the traces that are looked for once the contact is gone. */
async function readStep(deps: Ground, tx: Tx, erasure: rows.ErasureRow): Promise<rows.ErasurePatch> {
  const ids = await lockWhole(tx, erasure.contact_id);
  const refusal = await refusalOf(tx, ids, erasure.contact_id);
  if (refusal !== null) return refused(deps, tx, erasure, refusal);
  const person = await readPerson(tx, deps.seal, ids);
  const erased = await rows.countRows(tx, ids);
  return { step: stepAfter('read'), identifiers: await sealedPerson(tx, deps.seal, erasure.id, person), erased };
}

/** Removes the contact's rows, and keeps what a law asks for, encrypted. */
async function contactStep(deps: Ground, tx: Tx, erasure: rows.ErasureRow): Promise<rows.ErasurePatch> {
  const { id: erasureId, account_id: accountId, contact_id: contactId } = erasure;
  const { seal } = deps;
  const ids = await lockWhole(tx, contactId);
  const refusal = await refusalOf(tx, ids, contactId);
  if (refusal !== null) return refused(deps, tx, erasure, refusal);
  const person = await openPerson(tx, seal, erasure);
  const kept = await findKept(tx, ids, dayStillRunning(deps.now()));
  await suppress(tx, seal, { erasureId, ids, at: erasure.created_at }, person);
  const evidence =
    kept.records.length === 0
      ? null
      : await sealFor(tx, seal, { type: 'erasure', id: erasureId }, JSON.stringify(evidenceOf(person, kept)));
  const owners = await rows.findOwners(tx, ids);
  await rows.eraseContacts(tx, erasureId, {
    ids,
    keptRecordings: kept.recordingIds,
    numbers: person.alone.phones,
  });
  await writeAudit(tx, { accountId, actorId: erasure.actor_id, userId: erasure.user_id }, erasure.request_id, {
    action: 'contact.erased',
    subjectType: 'contact',
    subjectId: contactId,
    detail: { erasure_id: erasureId, ids },
  });
  await emitContactsChanged(tx, accountId, owners);
  return { step: stepAfter('contact'), evidence, kept: keptCounts(kept), kept_until: keptUntil(kept) };
}

/** Locks all contacts of one person, and those that link to them. Returns the person's. */
async function lockWhole(tx: Tx, contactId: number): Promise<number[]> {
  const ids = await rows.findWhole(tx, contactId);
  await lockContacts(tx, [...ids, ...(await rows.findLinked(tx, ids))]);
  const still = await rows.findWhole(tx, contactId);
  if (still.join() !== ids.join()) throw new Error(`Contact ${contactId} was merged before it was locked.`);
  return ids;
}

/** Why these contacts can't be erased, in words; `null`: they can. */
export async function refusalOf(tx: Tx, ids: readonly number[], contactId: number): Promise<string | null> {
  const found = await rows.findChecked(tx, ids);
  if (found.some(({ held_at: heldAt }) => heldAt !== null)) {
    return "A contact under legal hold can't be erased. An admin can lift the hold.";
  }
  const main = found.find(({ id }) => id === contactId);
  if (main === undefined) return 'This contact was already deleted for good.';
  return main.merged_into_id === null ? null : 'This contact was merged into another contact. Erase that contact.';
}

/** Ends an erasure that may not go on. Nothing of the contact is gone; it is deleted, and can be restored. */
async function refused(
  { now, seal }: Ground,
  tx: Tx,
  erasure: rows.ErasureRow,
  failure: string,
): Promise<rows.ErasurePatch> {
  const { id, account_id: accountId } = erasure;
  await writeAudit(tx, { accountId, actorId: erasure.actor_id, userId: erasure.user_id }, erasure.request_id, {
    action: 'contact.erasure_refused',
    subjectType: 'contact',
    subjectId: erasure.contact_id,
    detail: { erasure_id: id },
  });
  const reason = await settleReason(tx, seal, erasure, (text) => text);
  await deleteKeys(tx, 'erasing', [id]);
  return { status: 'refused', failure, reason, identifiers: null, finished_at: now() };
}
