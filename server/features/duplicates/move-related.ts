import type { SealedField } from '#contract/records/sealed-fields.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { openerOf, unitSeal } from '../records/data-keys.ts';
import { rxOwner } from '../records/rx-words.ts';
import { numberOwner } from '../records/sealed-fields.service.ts';
import type { MergingRow } from './merging-contacts.sql.ts';
import { copyDismissals } from './pairs.sql.ts';
import {
  findLinked,
  findSealedFields,
  findSingles,
  MOVED_TABLES,
  moveFavorites,
  moveRows,
  moveSealed,
  moveSingle,
  noteRow,
  relink,
  repeatStops,
  type SealedPlace,
  type SimpleKind,
  unpinNotes,
  writeCaptures,
} from './moved-rows.sql.ts';

const SEALED_WORDS: Readonly<Record<SealedField, string>> = {
  medicare_number: 'Medicare number',
  ssn: 'Social Security number',
  bank_routing: 'bank routing number',
  bank_account: 'bank account number',
};

/** Merge facts needed to move rows. */
export interface Moving {
  readonly mergeId: number;
  readonly survivor: MergingRow;
  /** In the order in which they are taken in. */
  readonly merged: readonly MergingRow[];
  /** Partner of the survivor afterwards. */
  readonly linkedWith: number | null;
  readonly who: { readonly userId: number; readonly actorId: number };
  readonly at: Date;
}

/** A contact that was linked with a merged one. */
export interface Relinked {
  readonly id: number;
  readonly owner_id: number;
  readonly version: number;
}

/**
 * Moves all child records of the merged contacts to the survivor and records each row. Returns sentences about what
 * stays, and the contacts whose link changed.
 */
export async function moveRelated(tx: Tx, deps: Pick<Deps, 'seal'>, moving: Moving) {
  const { mergeId, survivor, merged } = moving;
  const from = merged.map(({ id }) => id);
  const move = { mergeId, from, to: survivor.id };
  for (const { id, of } of await repeatStops(tx, [survivor.id, ...from], survivor.id, moving.who, moving.at)) {
    await noteRow(tx, mergeId, { kind: 'stops', rowKey: { id }, contactId: of });
  }
  for (const { id, contact_id: contactId } of await unpinNotes(tx, move)) {
    const pinned = { before: { pinned: true }, after: { pinned: false } };
    await noteRow(tx, mergeId, { kind: 'notes', rowKey: { id }, contactId, ...pinned });
  }
  for (const kind of Object.keys(MOVED_TABLES) as SimpleKind[]) await moveRows(tx, kind, move);
  const warnings: string[] = [];
  for (const one of merged) {
    await moveCaptures(tx, moving, one);
    if (!(await movesMedicareFacts(tx, moving, one))) warnings.push(stays('what Medicare knows', one));
    warnings.push(...(await moveSecrets(tx, deps, moving, one)));
    await movesFavorites(tx, moving, one);
  }
  for (const pair of await copyDismissals(tx, from, survivor.id, moving.at)) {
    await noteRow(tx, mergeId, { kind: 'dismissals', rowKey: pair, contactId: survivor.id });
  }
  return { warnings, relinked: await moveLinks(tx, moving) };
}

const stays = (what: string, { number }: Pick<MergingRow, 'number'>) =>
  `Both contacts have one: the ${what} of #${number} stays with #${number}.`;

async function moveCaptures(tx: Tx, { mergeId, survivor }: Moving, one: MergingRow): Promise<void> {
  const rows = await findSingles(tx, 'data_captures', [survivor.id, one.id]);
  const of = (id: number) => rows.find((row) => row.contact_id === id)?.captures ?? null;
  const [own, other] = [of(survivor.id), of(one.id)];
  if (other === null) return;
  const note = { kind: 'data_captures', rowKey: { contact_id: survivor.id }, contactId: one.id };
  if (own === null) {
    const print = await moveSingle(tx, 'data_captures', one.id, survivor.id);
    await noteRow(tx, mergeId, { ...note, after: { print } });
    return;
  }
  const isThere = ({ label, value }: (typeof own)[number]) =>
    own.some((known) => known.label === label && known.value === value);
  const fresh = other.filter((capture) => !isThere(capture));
  if (fresh.length === 0) return;
  const captures = [...own, ...fresh];
  await writeCaptures(tx, survivor.id, captures, own);
  await noteRow(tx, mergeId, { ...note, before: { captures: own }, after: { captures } });
}

/** False: both have some. */
async function movesMedicareFacts(tx: Tx, { mergeId, survivor }: Moving, one: MergingRow): Promise<boolean> {
  if ((await findSingles(tx, 'medicare_facts', [one.id])).length === 0) return true;
  const print = await moveSingle(tx, 'medicare_facts', one.id, survivor.id);
  if (print === null) return false;
  const note = { kind: 'medicare_facts', rowKey: { contact_id: survivor.id }, contactId: one.id, after: { print } };
  await noteRow(tx, mergeId, note);
  return true;
}

/** Prescriptions and numbers are encrypted for their contact, so they are encrypted again; returns what stays. */
async function moveSecrets(tx: Tx, { seal }: Pick<Deps, 'seal'>, moving: Moving, one: MergingRow): Promise<string[]> {
  const { mergeId, survivor } = moving;
  const warnings: string[] = [];
  const move = async (kind: string, place: SealedPlace, sealed: Buffer, ownerOf: (id: number) => string) => {
    const opener = await openerOf(tx, seal, [sealed]);
    const text = opener?.open(sealed, ownerOf(one.id)) ?? '';
    const anew = (await unitSeal(tx, seal, survivor.business_unit_id)).seal(text, ownerOf(survivor.id));
    if (!(await moveSealed(tx, place, survivor.id, { sealed: anew, expected: sealed }))) return false;
    const rowKey = place.field === null ? { contact_id: survivor.id } : { contact_id: survivor.id, field: place.field };
    const [before, after] = [{ sealed: sealed.toString('base64') }, { sealed: anew.toString('base64') }];
    await noteRow(tx, mergeId, { kind, rowKey, contactId: one.id, before, after });
    return true;
  };
  for (const { sealed } of await findSingles(tx, 'rx_details', [one.id])) {
    if (sealed === null) continue;
    const moved = await move('rx_details', { contactId: one.id, field: null }, sealed, rxOwner);
    if (!moved) warnings.push(stays('the Rx list', one));
  }
  const fields = await findSealedFields(tx, [survivor.id, one.id]);
  for (const { field, sealed, blind_index: blind } of fields.filter((row) => row.contact_id === one.id)) {
    const own = fields.find((row) => row.contact_id === survivor.id && row.field === field);
    const ownerOf = (id: number) => numberOwner(id, field as SealedField);
    if (own === undefined) await move('sealed_fields', { contactId: one.id, field }, sealed, ownerOf);
    else if (!own.blind_index.equals(blind)) warnings.push(stays(`the ${SEALED_WORDS[field as SealedField]}`, one));
  }
  return warnings;
}

async function movesFavorites(tx: Tx, { mergeId, survivor }: Moving, one: MergingRow): Promise<void> {
  const { removed, moved } = await moveFavorites(tx, one.id, survivor.id);
  for (const { list_id, added_at } of removed) {
    const note = { kind: 'favorites', rowKey: { list_id, item_id: one.id }, contactId: one.id };
    await noteRow(tx, mergeId, { ...note, before: { added_at }, after: {} });
  }
  for (const { list_id } of moved) {
    await noteRow(tx, mergeId, { kind: 'favorites', rowKey: { list_id, item_id: survivor.id }, contactId: one.id });
  }
}

/** The survivor inherits its partner or one of theirs; other partners are freed. */
async function moveLinks(tx: Tx, { mergeId, survivor, merged, linkedWith, at }: Moving): Promise<Relinked[]> {
  const relinked: Relinked[] = [];
  for (const { id, linked_contact_id: was } of await findLinked(tx, [survivor.id, ...merged.map((one) => one.id)])) {
    const to = id === linkedWith ? survivor.id : null;
    if (to === was) continue;
    relinked.push(...(await relink(tx, id, { to, expected: was }, at)));
    const [before, after] = [{ linked_contact_id: was }, { linked_contact_id: to }];
    await noteRow(tx, mergeId, { kind: 'links', rowKey: { id }, contactId: was, before, after });
  }
  return relinked;
}
