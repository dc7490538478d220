import {
  BULK_AT_ONCE,
  type BulkChange,
  type BulkJob,
  type BulkReply,
  type JobChange,
  type readSelectedItems,
  type RefusedRow,
  type selectFirstLast,
} from '#contract/bulk.contract.ts';
import type { RawBuilder } from 'kysely';
import type { ContactSelection } from '#contract/contacts/scope.contract.ts';
import type { ListMeta } from '#contract/_wire.contract.ts';
import type { Body, Reply } from '#contract/endpoint.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { type Identity, requirePermission, requireProof } from '../../identity.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { auditWords } from '../erasures/subject-keys.ts';
import { requireFeatureIn } from '../flags/flags.service.ts';
import { type BulkJobRow, toJob, undoUntil } from './bulk-job.ts';
import { tellJob } from './bulk-events.ts';
import { changeJob, countJobs, findJobs, findVisibleJob, insertJob, lockJob, type NewJob } from './bulk-jobs.sql.ts';
import { optOutOf } from './bulk-plan.sql.ts';
import { planFor } from './plan-for.ts';
import { permissionFor, requireGiven } from './bulk-rights.ts';
import { checkPicked, findLeftAlone, hasRefused } from './bulk-rows.sql.ts';
import { doStep, freeze, undoStep, type Watch } from './bulk-steps.ts';
import { findEnds, findFirst, pickedIds } from './selection.sql.ts';
import { countOf, pick, requireCount, sealedSelection, sentenceOf } from './selection.ts';
import { seenBy } from '../contacts/contact-visibility.ts';

/** First contacts of a selection that are named. Ours: enough to see that it is the right one. */
const NAMED = 5;

type Page = { readonly page: number; readonly limit: number };

/** @throws {Refusal} `refused` by field, `not_found` for a user or pool of the scope that isn't visible. */
export function describeSelection(
  deps: Deps,
  identity: Identity,
  { selection, changes }: Body<typeof readSelectedItems>,
): Promise<Reply<typeof readSelectedItems>['data']> {
  return withAccount(deps.pool, identity, async (tx) => {
    const picked = await pick(deps, tx, identity, selection);
    const seen = await seenBy(tx, identity);
    const checks = [];
    for (const change of changes) {
      const names = await requireGiven(tx, identity, change);
      await requireFeatures(deps, tx, identity, change);
      checks.push(await checkPicked(tx, picked, seen, await planFor(tx, change, names, deps.now())));
    }
    return {
      sentence: await sentenceOf(tx, identity, selection),
      count: await countOf(tx, picked),
      first: await findFirst(tx, picked, seen, NAMED),
      checks,
    };
  });
}

/** @throws {Refusal} as `describeSelection`. */
export function resolveEnds(
  deps: Deps,
  identity: Identity,
  selection: Body<typeof selectFirstLast>,
): Promise<Reply<typeof selectFirstLast>['data']> {
  return withAccount(deps.pool, identity, async (tx) => {
    const picked = await pick(deps, tx, identity, selection);
    const { total, first, last } = await findEnds(tx, picked);
    return { count: total, first, last };
  });
}

export interface BulkAsked {
  readonly selection: ContactSelection;
  readonly change: BulkChange;
  readonly dryRun: boolean;
  /** The action's name in the audit log. */
  readonly audit: string;
}

/** Immediate changes are answered, neither measured nor broadcast, and no news to the caller. */
const AT_ONCE: Watch = {
  measure: () => ({ rate: 0, elapsed: 0 }),
  tell: async () => undefined,
  notify: async () => undefined,
};

/**
 * Changes a selection: a small one immediately, a larger one as a job.
 * @throws {Refusal} `refused` by field, `not_found` for a user or pool of the scope that isn't visible, `sudo_required`
 * or `access_denied` when deleting many without re-authentication.
 */
export function changeSelection(deps: Deps, caller: Caller, asked: BulkAsked): Promise<BulkReply['data']> {
  const { identity } = caller;
  const { selection, change } = asked;
  return withAccount(deps.pool, identity, async (tx) => {
    const names = await requireGiven(tx, identity, change);
    await requireFeatures(deps, tx, identity, change);
    const picked = await pick(deps, tx, identity, selection);
    if (asked.dryRun) {
      const check = await checkPicked(
        tx,
        picked,
        await seenBy(tx, identity),
        await planFor(tx, change, names, deps.now()),
      );
      return { ids: null, job: null, check };
    }
    return changeThese(deps, tx, caller, {
      change,
      names,
      selection: sealedSelection(deps.seal, selection),
      sentence: await sentenceOf(tx, identity, selection),
      ids: pickedIds(picked),
      counted: await countOf(tx, picked),
      audit: asked.audit,
    });
  });
}

interface These extends Pick<NewJob, 'change' | 'names' | 'selection' | 'sentence'> {
  /** Query of the contacts, with their place. */
  readonly ids: RawBuilder<unknown>;
  readonly counted: number;
  /** The action's name in the audit log. */
  readonly audit: string;
}

/** Changes contacts: a few immediately, more as a job. @throws {Refusal} as `changeSelection`. */
export async function changeThese(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { ids, counted, ...asked }: These,
): Promise<BulkReply['data']> {
  const { accountId, userId, actorId } = caller.identity;
  const { change, names, selection, sentence } = asked;
  const isDeleting = change.action === 'delete';
  if (isDeleting) requireProofFor(deps, caller.identity, counted);
  const id = await insertJob(
    tx,
    { change, names, selection, sentence, accountId, userId, actorId, total: counted },
    deps.now(),
  );
  // Contacts are added and changed concurrently: the frozen set counts.
  const total = await freeze(tx, id, { ids, counted });
  requireCount(total);
  if (isDeleting) requireProofFor(deps, caller.identity, total);
  return total > BULK_AT_ONCE ? later(deps, tx, caller, { id, asked }) : atOnce(deps, tx, caller, { id, asked });
}

/** @throws {Refusal} when the change records opt-outs or starts a workflow, and the feature for it isn't available. */
async function requireFeatures(deps: Deps, tx: Tx, identity: Identity, change: BulkChange): Promise<void> {
  if (optOutOf(change) !== null) await requireFeatureIn(deps, tx, identity, 'compliance');
  if (change.action === 'workflow') await requireFeatureIn(deps, tx, identity, 'workflows');
}

/** @throws {Refusal} when deleting so many requires re-authentication. */
function requireProofFor(deps: Deps, identity: Identity, contacts: number): void {
  if (contacts > BULK_AT_ONCE) requireProof(identity, deps.now());
}

interface Made {
  readonly id: number;
  readonly asked: Pick<These, 'change' | 'audit'>;
}

async function later(deps: Deps, tx: Tx, { identity, requestId }: Caller, { id, asked }: Made) {
  await deps.jobs.enqueue(tx, 'bulk.run', { accountId: identity.accountId, jobId: id }, String(id));
  await writeAudit(tx, identity, requestId, { action: asked.audit, subjectType: 'bulk_job', subjectId: id });
  const job = requireJob(await findVisibleJob(tx, id, identity.userId));
  await tellJob(tx, job, 'bulk.changed');
  return { ids: null, job: toJob(job), check: null };
}

async function atOnce(deps: Deps, tx: Tx, { identity, requestId }: Caller, { id, asked }: Made) {
  let last = await doStep(deps, tx, id, AT_ONCE);
  const ids: number[] = [];
  while (last !== null && last.job.status === 'processing') {
    last = await doStep(deps, tx, id, AT_ONCE);
    ids.push(...(last?.touched ?? []).map((contact) => contact.id));
  }
  const job = requireJob(await findVisibleJob(tx, id, identity.userId));
  if (ids.length === 0 && (await hasRefused(tx, id, 'held')))
    throw new Refusal('conflict', "A contact under legal hold can't be deleted. An admin can lift the hold.");
  // One contact's own history has it from here; of several, from the rows of the job.
  const only = job.total === 1 ? ids[0] : undefined;
  if (ids.length > 0) {
    const subject = only === undefined ? { type: 'bulk_job', id } : { type: 'contact', id: only };
    await writeAudit(tx, identity, requestId, {
      action: asked.audit,
      subjectType: subject.type,
      subjectId: subject.id,
      detail: { job_id: id, ids, change: await auditedChange(deps, tx, subject, asked.change) },
    });
  }
  return { ids, job: toJob(job), check: null };
}

/** Evidence of opt-outs may be words about a person, so the log has it encrypted. */
async function auditedChange({ seal }: Deps, tx: Tx, subject: { type: string; id: number }, change: JobChange) {
  if (change.action !== 'do_not_call') return change;
  const { evidence, ...rest } = change;
  return { ...rest, words: await auditWords(tx, seal, subject, { evidence }) };
}

function requireJob(row: BulkJobRow | null): BulkJobRow {
  if (row === null) throw new Refusal('not_found', 'Job not found.');
  return row;
}

/** @throws {Refusal} `not_found` */
export const readJob = (deps: Deps, identity: Identity, id: number): Promise<BulkJob> =>
  withAccount(deps.pool, identity, async (tx) => toJob(requireJob(await findVisibleJob(tx, id, identity.userId))));

export function listJobs(
  deps: Deps,
  identity: Identity,
  { page, limit, running }: Page & { running: boolean },
): Promise<{ data: BulkJob[]; meta: ListMeta }> {
  return withAccount(deps.pool, identity, async (tx) => {
    const filter = { userId: identity.userId, running };
    const rows = await findJobs(tx, filter, { offset: (page - 1) * limit, limit });
    return { data: rows.map(toJob), meta: metaOf({ page, limit }, await countJobs(tx, filter)) };
  });
}

const metaOf = ({ page, limit }: Page, total: number): ListMeta => ({
  current_page: page,
  limit,
  total_count: total,
  total_pages: Math.ceil(total / limit),
});

/** @throws {Refusal} `not_found` */
export function listLeftAlone(
  deps: Deps,
  identity: Identity,
  { id, of, page, limit }: Page & { id: number; of: 'job' | 'undo' },
): Promise<{ data: RefusedRow[]; meta: ListMeta }> {
  return withAccount(deps.pool, identity, async (tx) => {
    const job = requireJob(await findVisibleJob(tx, id, identity.userId));
    const asked = { jobId: id, of, seen: await seenBy(tx, identity) };
    const data = await findLeftAlone(tx, asked, { offset: (page - 1) * limit, limit });
    return { data, meta: metaOf({ page, limit }, countLeftAlone(job, of)) };
  });
}

const countLeftAlone = ({ trimmed, refused, kept }: BulkJobRow, of: 'job' | 'undo'): number => {
  if (of === 'undo') return kept;
  return trimmed ? 0 : refused;
};

/** @throws {Refusal} `not_found`, `conflict` when it has ended. */
export function cancelJob(deps: Deps, { identity, requestId }: Caller, id: number): Promise<BulkJob> {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = requireJob(await lockJob(tx, id, identity.userId));
    if (row.status === 'cancelling' || row.status === 'cancelled') return toJob(row);
    const isQueued = row.status === 'queued';
    if (!isQueued && row.status !== 'processing') throw new Refusal('conflict', 'This job has already ended.');
    const over = isQueued
      ? ({ status: 'cancelled', finished_at: deps.now() } as const)
      : ({ status: 'cancelling' } as const);
    if (!isQueued) await deps.jobs.enqueue(tx, 'bulk.run', { accountId: identity.accountId, jobId: id }, String(id));
    await writeAudit(tx, identity, requestId, { action: 'bulk_job.cancelled', subjectType: 'bulk_job', subjectId: id });
    const after = await changeJob(tx, id, over);
    await tellJob(tx, after, 'bulk.changed');
    return toJob(after);
  });
}

/**
 * @throws {Refusal} `not_found`, `access_denied` without the permission for the undo's own effect, `sudo_required` or
 * `access_denied` when it deletes many without re-authentication, `conflict` when there is nothing left to undo.
 */
export function undoJob(deps: Deps, { identity, requestId }: Caller, id: number): Promise<BulkJob> {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = requireJob(await lockJob(tx, id, identity.userId));
    requirePermission(identity, permissionFor(row.change));
    if (row.status === 'undoing' || row.status === 'undone') return toJob(row);
    requireUndoable(row, deps.now());
    if (row.change.action === 'restore') requireProofFor(deps, identity, row.changed);
    const only = row.total === 1 && 'ids' in row.selection ? row.selection.ids[0] : undefined;
    await writeAudit(tx, identity, requestId, {
      action: 'bulk_job.undone',
      ...(only === undefined
        ? { subjectType: 'bulk_job', subjectId: id }
        : { subjectType: 'contact', subjectId: only }),
      detail: { job_id: id, action: row.change.action },
    });
    let after = await changeJob(tx, id, {
      status: 'undoing',
      failure: null,
      undo_user_id: identity.userId,
      undo_actor_id: identity.actorId,
    });
    if (row.total > BULK_AT_ONCE) {
      await deps.jobs.enqueue(tx, 'bulk.undo', { accountId: identity.accountId, jobId: id }, String(id));
      await tellJob(tx, after, 'bulk.changed');
    } else after = (await undoStep(tx, id, deps.now()))?.job ?? after;
    return toJob(after);
  });
}

/** @throws {Refusal} `conflict` */
function requireUndoable(row: BulkJobRow, at: Date): void {
  const until = undoUntil(row);
  if (until === null) throw new Refusal('conflict', 'Cancel the job before undoing it.');
  if (row.changed === 0) throw new Refusal('conflict', 'This job changed nothing.');
  if (until < at) throw new Refusal('conflict', 'The undo period has ended.');
}
