import {
  type Merge,
  type mergeContacts as MergeContacts,
  type MergePreview,
  MOVED_KINDS,
  type MovedKind,
} from '#contract/duplicates.contract.ts';
import { sql } from 'kysely';
import type { ListMeta } from '#contract/_wire.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { sharingGate } from '../compliance/sharing-gate.ts';
import { insertOwnerChange } from '../contacts/change/assign-contact.service.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { toLookalike } from './lookalikes.ts';
import { findLookalikeRows } from './lookalikes.sql.ts';
import { type MergePlan, nameOf, planMerge } from './merge-plan.ts';
import {
  countMerges,
  type FieldChanges,
  findMerge,
  findMerges,
  insertMerge,
  type MergeRow,
  setMergeFields,
} from './merges.sql.ts';
import {
  dropPairsOf,
  EMAIL_CHECK,
  findMerging,
  lockMerging,
  type MergingRow,
  readColumns,
  setMerged,
  writeColumns,
} from './merging-contacts.sql.ts';
import { followMerge, sumUnread } from '../messages/conversations/follow-merge.ts';
import { moveRelated, type Relinked } from './move-related.ts';
import { startNothing } from '../sequences/start-nothing.ts';
import { countMoved } from './moved-rows.sql.ts';
import type { Seen } from '../contacts/contact-visibility.sql.ts';
import { seenBy } from '../contacts/contact-visibility.ts';

type Rows = readonly [MergingRow, ...MergingRow[]];

/** Undoes what a dry run did; the answer stays. */
const DRY_RUN = 'merge_dry_run';

/**
 * Merges contacts. A dry run does the same and rolls back before it returns.
 * @throws {Refusal} `not_found` when one of them isn't visible, `conflict` when one of them is deleted or under legal hold,
 * `contact_changed` when one of them has changed since the preview, `refused` by field when a choice names another
 * contact, or an owner who can't get it without consent.
 */
export function mergeContacts(
  deps: Deps,
  caller: Caller,
  { ids, survivor_id, fields, versions = [], dry_run: isDryRun = false }: Body<typeof MergeContacts>,
): Promise<{ preview: MergePreview; merge: Merge | null }> {
  return withAccount(deps.pool, caller.identity, async (tx) => {
    const chosen = [...new Set(ids)];
    if (chosen.length < 2) throw refuseField('ids', 'Choose at least two contacts.');
    if (isDryRun) await tx.raw(`savepoint ${DRY_RUN}`);
    await startNothing(tx);
    await lockMerging(tx, chosen);
    const seen = await seenBy(tx, caller.identity);
    const rows = survivorFirst(requireMergeable(await findMerging(tx, chosen, seen), chosen), survivor_id);
    requireUnchanged(rows, versions);
    for (const [field, id] of Object.entries(fields)) {
      if (!chosen.includes(id)) throw refuseField(`fields.${field}`, 'Choose one of the contacts to merge.');
    }
    const lookalikes = await findLookalikeRows(tx, chosen, seen);
    const { mergeId, preview, lacking } = await merge(deps, tx, caller, rows, planMerge(rows, fields));
    if (lacking !== null && !isDryRun) throw refuseField('fields.owner_id', lacking);
    if (isDryRun) await tx.raw(`rollback to savepoint ${DRY_RUN}`);
    const contacts = rows.flatMap(({ id }) => lookalikes.filter((row) => row.id === id).map(toLookalike));
    return {
      preview: { ...preview, contacts },
      merge: isDryRun ? null : toMerge(requireMerge(await findMerge(tx, mergeId, seen))),
    };
  });
}

/** @throws {Refusal} `not_found`, `conflict` */
function requireMergeable(found: readonly MergingRow[], ids: readonly number[]): readonly MergingRow[] {
  if (found.length < ids.length) throw new Refusal('not_found', 'Contact not found.');
  const merged = found.find((row) => row.merged_into_id !== null);
  if (merged) throw new Refusal('conflict', `${nameOf(merged)} was already merged into another contact.`);
  const gone = found.find((row) => row.deleted_at !== null);
  if (gone) throw new Refusal('conflict', `${nameOf(gone)} is deleted. Restore it first.`);
  const held = found.find(({ columns }) => columns['held_at'] !== null);
  if (held) throw new Refusal('conflict', `${nameOf(held)} is under legal hold and can't be merged.`);
  return found;
}

/** @throws {Refusal} `contact_changed` */
function requireUnchanged(rows: Rows, versions: readonly { id: number; version: number }[]): void {
  const changed = rows.find((row) => versions.some(({ id, version }) => id === row.id && version !== row.version));
  if (changed === undefined) return;
  throw new Refusal(
    'contact_changed',
    `Someone changed ${nameOf(changed)} since you opened this page. Review the contacts, then merge.`,
  );
}

/** The survivor, then the others by how much they have to lose. @throws {Refusal} `refused` when it is none of them. */
function survivorFirst(found: readonly MergingRow[], survivorId: number | undefined): Rows {
  const filled = ({ columns }: MergingRow) =>
    Object.values(columns).filter((value) => value !== null && value !== '').length;
  const ranked = found.toSorted((a, b) => b.related - a.related || filled(b) - filled(a) || a.id - b.id);
  const survivor = survivorId === undefined ? ranked[0] : ranked.find(({ id }) => id === survivorId);
  if (survivor === undefined) throw refuseField('survivor_id', 'Choose one of the contacts to merge.');
  return [survivor, ...ranked.filter((row) => row !== survivor)];
}

async function merge(deps: Deps, tx: Tx, caller: Caller, rows: Rows, plan: MergePlan) {
  const { identity } = caller;
  const { accountId, userId, actorId } = identity;
  const [survivor, ...merged] = rows;
  const [at, mergedIds] = [deps.now(), merged.map(({ id }) => id)];
  const mergeId = await insertMerge(tx, { accountId, userId, actorId, survivorId: survivor.id, mergedIds }, at);
  const who = { userId, actorId };
  const { linkedWith } = plan;
  const moved = await moveRelated(tx, deps, { mergeId, survivor, merged, linkedWith, who, at });
  await followMerge(tx, { survivorId: survivor.id, mergedIds }, at);
  await sumUnread(tx, survivor.id, mergedIds);
  const owners = { from: survivor.owner_id, to: Number(plan.columns['owner_id'] ?? survivor.owner_id) };
  const lacking = await lackingConsent(tx, survivor, owners.to, at);
  const before = await readColumns(tx, survivor.id);
  await writeColumns(tx, survivor.id, plan.columns, at);
  const after = await readColumns(tx, survivor.id);
  const changed = [...Object.keys(plan.columns), ...('email' in plan.columns ? EMAIL_CHECK : [])];
  const fields = Object.fromEntries(
    changed.map((column) => [column, { before: before[column], after: after[column] }]),
  );
  if (owners.from !== owners.to) {
    await insertOwnerChange(tx, identity, { contactId: survivor.id, ...owners, reason: 'merged' }, at);
  }
  await setMergeFields(tx, mergeId, fields);
  await setMerged(tx, mergedIds, survivor.id, at);
  await dropPairsOf(tx, mergedIds);
  await traceMerge(tx, caller, { mergeId, rows, fields, relinked: moved.relinked, action: 'contacts.merged' });
  const preview = {
    survivor_id: survivor.id,
    versions: rows.map(({ id, version }) => ({ id, version })),
    fields: [...plan.fields],
    moves: movesOf(await countMoved(tx, mergeId), plan.tags.length),
    warnings: [...(lacking === null ? [] : [lacking]), ...plan.warnings, ...moved.warnings],
  };
  return { mergeId, preview, lacking };
}

/** Why the survivor must not go to this owner, once it has the consents of all; `null`: it may. */
async function lackingConsent(tx: Tx, survivor: MergingRow, ownerId: number, at: Date): Promise<string | null> {
  if (ownerId === survivor.owner_id) return null;
  const gate = await sharingGate(tx, at);
  const { missing, withdrawn } = gate.sharing(sql`(select u.business_unit_id from users u where u.id = ${ownerId})`);
  const found = await tx.one(sql`select from contacts c where c.id = ${survivor.id} and (${missing} or ${withdrawn})`);
  if (found === null) return null;
  const source = gate.rule === null ? '' : ` (${gate.rule.title})`;
  return `You can't choose the owner: ${nameOf(survivor)} has no consent to be shared with another business unit${source}.`;
}

function movesOf(moved: readonly { kind: string; count: number }[], tags: number): MergePreview['moves'] {
  const counts = new Map([...moved.map(({ kind, count }) => [kind, count] as const), ['tags', tags] as const]);
  return MOVED_KINDS.flatMap((kind: MovedKind) => {
    const count = counts.get(kind) ?? 0;
    return count > 0 ? [{ kind, count }] : [];
  });
}

export interface Traced {
  readonly mergeId: number;
  /** The survivor first. */
  readonly rows: readonly [Tracked, ...Tracked[]];
  readonly fields: FieldChanges;
  readonly relinked: readonly Relinked[];
  readonly action: string;
}

/** A contact with the version that it had before. */
type Tracked = Pick<MergingRow, 'id' | 'owner_id' | 'version' | 'number' | 'first_name' | 'last_name'>;

/** Writes audit rows on every contact changed by a merge or its undo, and notifies their owners. */
export async function traceMerge(tx: Tx, { identity, requestId }: Caller, traced: Traced): Promise<void> {
  const { mergeId, rows, fields, relinked, action } = traced;
  const [survivor, ...merged] = rows;
  const brief = (row: Tracked) => ({ id: row.id, number: row.number, name: nameOf(row) });
  const write = (id: number, what: string, detail: object) =>
    writeAudit(tx, identity, requestId, {
      action: what,
      subjectType: 'contact',
      subjectId: id,
      detail: { ...detail, merge_id: mergeId },
    });
  await write(survivor.id, action, {
    merged: merged.map(brief),
    fields: Object.keys(fields),
    version: survivor.version + 1,
  });
  for (const one of merged)
    await write(one.id, action, { into: brief(survivor), fields: [], version: one.version + 1 });
  for (const { id, version } of relinked) await write(id, 'contact.linked', { fields: ['linked_contact_id'], version });
  await emitContactsChanged(tx, identity.accountId, [...rows, ...relinked]);
  const owner = fields['owner_id'];
  for (const id of owner === undefined ? [] : [owner.before, owner.after]) {
    await emitContactsChanged(tx, identity.accountId, [{ id: survivor.id, owner_id: Number(id) }]);
  }
}

/** @throws {Refusal} `not_found` */
export function requireMerge(row: MergeRow | null): MergeRow {
  if (row === null) throw new Refusal('not_found', 'Merge not found.');
  return row;
}

export function toMerge(row: MergeRow): Merge {
  const [survivor, ...merged] = row.people.map((one) => ({ id: one.id, number: one.number, name: nameOf(one) }));
  if (survivor === undefined) throw new Error(`Merge ${row.id} has no survivor.`);
  return {
    id: row.id,
    survivor,
    merged,
    user: { id: row.user_id, name: row.user_name },
    at: row.at.toISOString(),
    undone_at: row.undone_at?.toISOString() ?? null,
    kept: row.kept,
  };
}

export interface MergesAsked {
  readonly page: number;
  readonly limit: number;
  readonly contactId: number | null;
}

export function listMerges(
  deps: Deps,
  identity: Identity,
  { page, limit, contactId }: MergesAsked,
): Promise<{ data: Merge[]; meta: ListMeta }> {
  return withAccount(deps.pool, identity, async (tx) => {
    const filter: { seen: Seen; contactId: number | null } = { seen: await seenBy(tx, identity), contactId };
    const rows = await findMerges(tx, filter, { offset: (page - 1) * limit, limit });
    const total = await countMerges(tx, filter);
    return {
      data: rows.map(toMerge),
      meta: { current_page: page, limit, total_count: total, total_pages: Math.ceil(total / limit) },
    };
  });
}
