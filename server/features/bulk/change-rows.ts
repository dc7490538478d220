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
import { recordOptOuts, retractOptOuts } from '../compliance/opt-outs.service.ts';
import type { Identity } from '../../identity.ts';
import type { Seen } from '../contacts/contact-visibility.sql.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
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
  /** Author of consent entries. */
  readonly who: Pick<Identity, 'accountId' | 'userId' | 'actorId'>;
}

const outcomeOf = (held: Held | undefined): Pick<Noted, 'outcome' | 'reason'> => {
  const reason: BulkReason | null = held === undefined ? 'not_seen' : held.against;
  if (reason !== null) return { outcome: 'refused', reason };
  return { outcome: held?.is_so === true && held.to_stop.length === 0 ? 'unchanged' : 'changed', reason: null };
};

/** Does a range of a job and writes down what became of each contact. */
export async function doRange(tx: Tx, range: RowRange, work: Work): Promise<BulkCounts & { touched: Touched[] }> {
  const ids = (await takeRange(tx, range)).map((row) => row.contact_id);
  // Rows beside the contact are looked at only once no step of theirs is under way.
  if (work.plan.effect !== null) await lockContacts(tx, ids);
  const found = await holdContacts(tx, ids, work.seen, work.plan);
  const held = new Map(found.filter(({ seen }) => seen).map((contact) => [contact.id, contact]));
  const touched = [...held.values()].filter((contact) => outcomeOf(contact).outcome === 'changed');
  const changed = await changeContacts(
    tx,
    touched.filter(({ is_so: isSo }) => !isSo).map(({ id }) => id),
    work.plan,
    work.now,
  );
  const stops = touched.map(({ id, to_stop: channels }) => ({ id, channels }));
  const { plan, who, now: at } = work;
  const stopped = plan.optOuts && (await recordOptOuts(tx, { who, at }, plan.optOuts, stops));
  const by = { ...who, jobId: range.jobId, at };
  if (touched.length > 0)
    await plan.effect?.apply(
      tx,
      touched.map(({ id }) => id),
      by,
    );
  const versions = new Map(changed.map(({ id, version }) => [id, version]));
  const rows = ids.map((id): Noted => {
    const outcome = outcomeOf(held.get(id));
    return {
      ...outcome,
      before: versions.has(id) ? (held.get(id)?.before ?? null) : null,
      versionAfter: versions.get(id) ?? null,
      consentIds: stopped?.get(id) ?? [],
    };
  });
  await noteRange(tx, range, rows);
  const count = (outcome: Noted['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  return { changed: count('changed'), unchanged: count('unchanged'), refused: count('refused'), touched };
}

/**
 * Restores a range where no one has changed its contacts since, and records the others with the reason. A change that was
 * undone is none. Contacts that the change itself has hidden are restored too. Consent entries that the job made are
 * retracted, later ones stay; what it began elsewhere is stopped. If it made nothing else, no other change of the contact prevents that.
 */
export async function undoRange(tx: Tx, range: RowRange, work: Work): Promise<{ kept: number; touched: Touched[] }> {
  const { plan, who, now } = work;
  const rows = await takeChanged(tx, range);
  const ids = rows.map((row) => row.contact_id);
  const held = new Map((await holdContacts(tx, ids, work.seen, plan)).map((contact) => [contact.id, contact]));
  const idsIn = (before: string | null) => (before === null ? [] : (plan.names?.idsIn(before) ?? []));
  const named = [...new Set(rows.flatMap(({ before }) => idsIn(before)))];
  const there = plan.names === null ? new Set() : await holdIds(tx, plan.names.table, named);
  const undone = await findUndoneSince(tx, rows);
  const judged = rows.map((row, at) => {
    const contact = held.get(row.contact_id);
    const reason =
      row.before === null ? absent(contact) : changedSince(contact, row.version_after + (undone[at] ?? 0), plan);
    const isGone = idsIn(row.before).some((id) => !there.has(id));
    return { ...row, contact, reason: reason ?? (isGone ? ('choice_gone' as const) : null) };
  });
  const own = judged.flatMap(({ reason, consent_ids: entries }) => (reason === null ? entries : []));
  const retracted =
    own.length === 0 ? new Set() : await retractOptOuts(tx, { who, at: now }, own, 'Bulk change undone.');
  const running = judged.flatMap(({ reason, contact_id: id }) => (reason === null ? [id] : []));
  const stopped = await plan.effect?.undo(tx, running, { ...who, jobId: range.jobId, at: now });
  const isOver = ({ before, contact_id: contactId, consent_ids: entries }: (typeof rows)[number]) =>
    before === null && !entries.some((id) => retracted.has(id)) && stopped?.has(contactId) !== true;
  const kept = judged.flatMap((row) => {
    const reason = row.reason ?? (isOver(row) ? ('changed_since' as const) : null);
    return reason === null ? [] : [{ position: row.position, reason }];
  });
  const free = judged.filter((row) => row.reason === null && !isOver(row));
  const back = free.flatMap(({ before, ...row }) => (before === null ? [] : [{ ...row, before }]));
  await putBack(tx, back, plan, now);
  const asBefore = back.map(({ contact_id: id, version_after: version }) => ({ id, since: version - 1 }));
  await noteUndone(tx, asBefore, now);
  if (kept.length > 0) await noteKept(tx, range.jobId, kept);
  return { kept: kept.length, touched: free.flatMap(({ contact }) => contact ?? []) };
}

const absent = (contact: Held | undefined): BulkReason | null =>
  contact?.seen !== true ? 'not_seen' : contact.deleted ? 'deleted_since' : null;

function changedSince(contact: Held | undefined, version: number, { column }: BulkPlan): BulkReason | null {
  if (contact?.version === version) return null;
  if (contact?.seen !== true) return 'not_seen';
  return contact.deleted && column !== 'deleted_at' ? 'deleted_since' : 'changed_since';
}
