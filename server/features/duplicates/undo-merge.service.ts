import type { Merge } from '#contract/duplicates.contract.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import { startNothing } from '../sequences/start-nothing.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { insertOwnerChange } from '../contacts/change/assign-contact.service.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { nameOf } from './merge-plan.ts';
import { requireMerge, toMerge, traceMerge } from './merge.service.ts';
import { endMerge, findMerge, hasLaterMerge, lockMerge, type MergeRow } from './merges.sql.ts';
import {
  dropLoneLinks,
  findMerging,
  findUnlinked,
  isThere,
  lockMerging,
  type MergingRow,
  NAMED_TABLES,
  readColumns,
  setUnmerged,
  writeColumns,
} from './merging-contacts.sql.ts';
import type { Relinked } from './move-related.ts';
import { followMerge } from '../messages/conversations/follow-merge.ts';
import { returnRelated } from './return-related.ts';
import { seenBy } from '../contacts/contact-visibility.ts';
import { noteUndone, type Undone } from '../contacts/undone-versions.sql.ts';

/**
 * Undoes a merge: the merged contacts exist again with their records, and the survivor gets back every value that is
 * unchanged since the merge. Everything else is kept and listed. Repeating it returns the same and does nothing.
 * @throws {Refusal} `not_found`, `conflict` when a later merge has to be undone first, or the survivor is deleted.
 */
export function undoMerge(deps: Deps, caller: Caller, id: number): Promise<Merge> {
  return withAccount(deps.pool, caller.identity, async (tx) => {
    const seen = await seenBy(tx, caller.identity);
    const merge = requireMerge(await lockMerge(tx, id, seen));
    if (merge.undone_at !== null) return toMerge(merge);
    await startNothing(tx);
    await lockMerging(tx, [merge.survivor_id, ...merge.merged_ids]);
    const rows = await findMerging(tx, [merge.survivor_id, ...merge.merged_ids], seen);
    const survivor = rows.find((row) => row.id === merge.survivor_id);
    await requireUndoable(tx, merge, survivor);
    if (survivor === undefined) throw new Refusal('not_found', 'Merge not found.');

    const at = deps.now();
    const back = await setUnmerged(tx, merge.merged_ids, survivor.id, at);
    const related = await returnRelated(tx, merge, at);
    await followMerge(tx, { survivorId: survivor.id, mergedIds: merge.merged_ids }, at);
    const values = await returnValues(tx, merge, survivor, at);
    const links = await settleLinks(tx, merge, related, at);
    await traceOwner(tx, caller.identity, survivor, at);
    const kept = [...values, ...related.kept, ...links.said];
    await endMerge(tx, id, kept, at);
    await noteUndone(tx, asBefore(rows, merge, kept), at);
    const others = merge.people.flatMap((one) => {
      const freed = back.find((row) => row.id === one.id);
      return freed === undefined ? [] : [{ ...one, owner_id: freed.owner_id, version: freed.version - 1 }];
    });
    const traced = { mergeId: id, fields: merge.fields, relinked: links.relinked, action: 'contacts.unmerged' };
    await traceMerge(tx, caller, { ...traced, rows: [survivor, ...others] });
    return toMerge(requireMerge(await findMerge(tx, id, seen)));
  });
}

/** Contacts that are as they were before the merge: nothing has changed them since, and nothing of the merge stays. */
const asBefore = (rows: readonly MergingRow[], merge: MergeRow, kept: readonly string[]): Undone[] =>
  rows
    .filter(({ id }) => id !== merge.survivor_id || kept.length === 0)
    .filter(({ columns }) => Date.parse(String(columns['updated_at'])) === merge.at.getTime())
    .map(({ id, version }) => ({ id, since: version - 1 }));

/** @throws {Refusal} `conflict` */
async function requireUndoable(tx: Tx, merge: MergeRow, survivor: MergingRow | undefined): Promise<void> {
  if (await hasLaterMerge(tx, merge.id, merge.survivor_id)) {
    throw new Refusal('conflict', 'This contact was merged again since. Undo the later merge first.');
  }
  if (survivor !== undefined && survivor.deleted_at !== null) {
    throw new Refusal('conflict', `${nameOf(survivor)} is deleted. Restore it first.`);
  }
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  phone_type: 'kind of phone',
  phone_2: 'second phone',
  phone_2_type: 'kind of the second phone',
  phone_ext: 'extension',
  phone_2_ext: 'extension of the second phone',
  email: 'e-mail',
  email_2: 'second e-mail',
  zip_code: 'ZIP code',
  dob: 'birth date',
  owner_id: 'owner',
  pool_id: 'pool',
  group_id: 'group',
  status_id: 'status',
  agentflow_status_id: 'agentflow status',
  api_vendor_id: 'vendor',
  linked_contact_id: 'linked contact',
  follow_up_on: 'follow-up',
  follow_up_time: 'time of the follow-up',
  tag_ids: 'tags',
};

const wordOf = (column: string) => FIELD_WORDS[column] ?? column.replaceAll('_', ' ');

/** Columns that follow another one, and are not reported. */
const FOLLOWS: Readonly<Record<string, string>> = {
  business_unit_id: 'owner_id',
  email_status: 'email',
  email_check: 'email',
  email_checked_at: 'email',
};

/** Extensions by number: the two stay or go back together, reported as the number. */
const EXTENSIONS: Readonly<Record<string, string>> = { phone: 'phone_ext', phone_2: 'phone_2_ext' };
const NUMBERS = Object.fromEntries(Object.entries(EXTENSIONS).map(([phone, extension]) => [extension, phone]));

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** After everything is restored: no link is one-sided. Returns sentences about it. */
async function settleLinks(
  tx: Tx,
  { survivor_id: survivor, merged_ids: merged }: MergeRow,
  { relinked, unlinked }: { readonly relinked: readonly Relinked[]; readonly unlinked: readonly number[] },
  at: Date,
): Promise<{ relinked: Relinked[]; said: string[] }> {
  const ids = [survivor, ...merged];
  const written = [...ids, ...relinked.map(({ id }) => id)];
  const freed = await dropLoneLinks(tx, ids, written, at);
  const lone = await findUnlinked(tx, [...unlinked, ...freed.map(({ id }) => id)]);
  return {
    relinked: [...relinked, ...freed.filter(({ id }) => !written.includes(id))],
    said: lone.map((one) => `${nameOf(one)} is no longer linked: the link was changed since.`),
  };
}

/** Writes down that the survivor went back to the owner it had. */
async function traceOwner(tx: Tx, identity: Caller['identity'], survivor: MergingRow, at: Date): Promise<void> {
  const to = Number((await readColumns(tx, survivor.id))['owner_id']);
  if (to === survivor.owner_id) return;
  await insertOwnerChange(
    tx,
    identity,
    { contactId: survivor.id, from: survivor.owner_id, to, reason: 'unmerged' },
    at,
  );
}

/** Gives the survivor back what is still as the merge left it; answers sentences on the rest. */
async function returnValues(tx: Tx, { fields }: MergeRow, survivor: MergingRow, at: Date): Promise<string[]> {
  const now = await readColumns(tx, survivor.id);
  const isMerged = (column = ''): boolean => column in fields && !isSame(fields[column]?.before, fields[column]?.after);
  const isLeft = (column: string): boolean =>
    isSame(now[column], fields[column]?.after) &&
    [EXTENSIONS[column], NUMBERS[column]].every(
      (other = '') => !isMerged(other) || isSame(now[other], fields[other]?.after),
    );
  const returned: Record<string, unknown> = {};
  const kept: string[] = [];
  for (const [column, { before, after }] of Object.entries(fields)) {
    // Another address forgets its check, even if both were checked alike.
    if (isSame(before, after) && !(column in FOLLOWS)) continue;
    const isGone = before !== null && column in NAMED_TABLES && !(await isThere(tx, column, before));
    if (isGone) kept.push(`The previous ${wordOf(column)} of ${nameOf(survivor)} no longer exists.`);
    else if (isLeft(FOLLOWS[column] ?? column)) returned[column] = before;
    else if (column in FOLLOWS || isMerged(NUMBERS[column]) || column === 'last_touch_at') continue;
    else if (isSame(now[column], before)) continue;
    else kept.push(`The ${wordOf(column)} of ${nameOf(survivor)} was changed since and stays as it is.`);
  }
  await writeColumns(tx, survivor.id, returned, at);
  return kept;
}
