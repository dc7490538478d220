import type { BulkCounts, BulkReason } from '#contract/bulk.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { BulkPlan } from './bulk-plan.sql.ts';
import {
  changeContacts,
  type Held,
  holdContacts,
  holdIds,
  type Noted,
  noteKept,
  noteRange,
  putBack,
  type RowRange,
  takeChanged,
  takeRange,
} from './bulk-rows.sql.ts';
import type { Seen } from '../contacts/contact-visibility.sql.ts';
import { findUndoneSince, noteUndone } from '../contacts/undone-versions.sql.ts';

/** A contact that changed, and whose it is. */
export interface Touched {
  readonly id: number;
  readonly owner_id: number;
}

export interface Work {
  readonly seen: Seen;
  readonly plan: BulkPlan;
  readonly now: Date;
}

const outcomeOf = (held: Held | undefined): Pick<Noted, 'outcome' | 'reason'> => {
  const reason: BulkReason | null = held === undefined ? 'not_seen' : held.against;
  if (reason !== null) return { outcome: 'refused', reason };
  return { outcome: held?.is_so === true ? 'unchanged' : 'changed', reason: null };
};

/** Does a range of a job and writes down what became of each contact. */
export async function doRange(tx: Tx, range: RowRange, work: Work): Promise<BulkCounts & { touched: Touched[] }> {
  const ids = (await takeRange(tx, range)).map((row) => row.contact_id);
  const found = await holdContacts(tx, ids, work.seen, work.plan);
  const held = new Map(found.filter(({ seen }) => seen).map((contact) => [contact.id, contact]));
  const touched = [...held.values()].filter((contact) => outcomeOf(contact).outcome === 'changed');
  const changed = await changeContacts(
    tx,
    touched.map(({ id }) => id),
    work.plan,
    work.now,
  );
  const versions = new Map(changed.map(({ id, version }) => [id, version]));
  const rows = ids.map((id): Noted => {
    const outcome = outcomeOf(held.get(id));
    const isChanged = outcome.outcome === 'changed';
    return {
      ...outcome,
      before: isChanged ? (held.get(id)?.before ?? null) : null,
      versionAfter: versions.get(id) ?? null,
    };
  });
  await noteRange(tx, range, rows);
  const count = (outcome: Noted['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  return { changed: count('changed'), unchanged: count('unchanged'), refused: count('refused'), touched };
}

/**
 * Restores a range where no one has changed its contacts since, and records the others with the reason. A change that was
 * undone is none. Contacts that the change itself has hidden are restored too.
 */
export async function undoRange(tx: Tx, range: RowRange, work: Work): Promise<{ kept: number; touched: Touched[] }> {
  const { plan } = work;
  const rows = await takeChanged(tx, range);
  const ids = rows.map((row) => row.contact_id);
  const held = new Map((await holdContacts(tx, ids, work.seen, plan)).map((contact) => [contact.id, contact]));
  const idsIn = (before: string) => plan.names?.idsIn(before) ?? [];
  const named = [...new Set(rows.flatMap(({ before }) => idsIn(before)))];
  const there = plan.names === null ? new Set() : await holdIds(tx, plan.names.table, named);
  const undone = await findUndoneSince(tx, rows);
  const judged = rows.map((row, at) => {
    const contact = held.get(row.contact_id);
    const reason = changedSince(contact, row.version_after + (undone[at] ?? 0), plan);
    const isGone = idsIn(row.before).some((id) => !there.has(id));
    return { ...row, contact, reason: reason ?? (isGone ? ('choice_gone' as const) : null) };
  });
  const kept = judged.flatMap(({ position, reason }) => (reason === null ? [] : [{ position, reason }]));
  const free = judged.filter(({ reason }) => reason === null);
  if (free.length > 0) await putBack(tx, free, plan, work.now);
  const asBefore = free.map(({ contact_id: id, version_after: version }) => ({ id, since: version - 1 }));
  await noteUndone(tx, asBefore, work.now);
  if (kept.length > 0) await noteKept(tx, range.jobId, kept);
  return { kept: kept.length, touched: free.flatMap(({ contact }) => contact ?? []) };
}

function changedSince(contact: Held | undefined, version: number, { column }: BulkPlan): BulkReason | null {
  if (contact?.version === version) return null;
  if (contact?.seen !== true) return 'not_seen';
  return contact.deleted && column !== 'deleted_at' ? 'deleted_since' : 'changed_since';
}
