import { foldName } from '#rules/contacts/person-name.ts';
import type { Book } from '../plan/book.ts';
import { ChunkOutdated, type Good, type Other, type RunFrame, type Update } from '../rows/chunk-plan.ts';
import type { KnownContact } from '../rows/import-chunk.sql.ts';
import { alreadyThere, compare } from '../rows/later-rows.ts';
import { personIn } from '../rows/prepare-rows.ts';
import { fieldWords } from '../cells/read-field.ts';
import { ownerOf, ownersOf } from '../rows/row-owners.ts';
import { newTags } from '../rows/row-tags.ts';
import type { UnreadCell } from '../cells/row-values.ts';
import { isOtherPolicy } from './corrected-policies.ts';
import { hasPolicies, type KnownPolicies } from '../rows/row-policies.ts';
import { type Correction, takeOver } from './take-over.ts';

/** A row of a file of problem rows, and the row of the earlier import that it corrects. */
export interface FileCorrection extends Correction {
  readonly number: number;
  readonly cellsBefore: readonly string[];
}

/**
 * Rows that correct an earlier import: a person whose phone and e-mail couldn't be read is only known by the row of that
 * import. There must be a name and it must be the same, since a spreadsheet may have changed the numbers.
 */
export async function findCorrections(book: Book, frame: RunFrame, rows: readonly Good[]): Promise<FileCorrection[]> {
  const { corrects } = frame;
  if (corrects === null) return [];
  const meant = rows.map((row) => ({ row, number: Number(row.cells[corrects.index]) - corrects.headerRow }));
  const numbers = new Set(meant.map(({ number }) => number));
  const found = await book.contactsToCorrect(
    corrects.importId,
    ownersOf(rows, frame),
    [...numbers].filter((number) => Number.isSafeInteger(number) && number > 0),
  );
  const contacts = new Map(found.map((contact) => [contact.row_number, contact]));
  return meant.flatMap(({ row, number }) => {
    const contact = contacts.get(number);
    if (contact === undefined || nameOf(contact) === '' || nameOf(contact) !== nameOf(row.values)) return [];
    return [{ row, number, contactId: contact.id, unread: contact.unread, cellsBefore: contact.cells }];
  });
}

const nameOf = ({ first_name, last_name }: { first_name: string | null; last_name: string | null }) =>
  foldName(`${first_name ?? ''} ${last_name ?? ''}`);

/**
 * What the contacts take from these rows, as they are now; adds those changed to `touched`.
 * @throws {ChunkOutdated}
 */
export async function sortCorrections(
  book: Book,
  frame: RunFrame,
  corrections: readonly FileCorrection[],
  touched: Map<number, number>,
): Promise<{ updates: Update[]; others: Other[] }> {
  const sorted = { updates: [] as Update[], others: [] as Other[] };
  if (frame.corrects === null || corrections.length === 0) return sorted;
  const numbers = corrections.map(({ number }) => number);
  const found = await book.contactsToCorrect(
    frame.corrects.importId,
    ownersOf(
      corrections.map(({ row }) => row),
      frame,
    ),
    numbers,
  );
  const contacts = new Map<number, KnownContact>(found.map((contact) => [contact.id, contact]));
  if (corrections.some(({ contactId }) => !contacts.has(contactId))) throw new ChunkOutdated();
  const held = await book.policies(corrections.flatMap(({ row, contactId }) => (hasPolicies(row) ? contactId : [])));
  const changed = corrections.map((correction) => changedSince(correction, contacts, held, frame));
  const { updates, left } = await takeOver(book, frame, corrections, contacts);
  const taken = new Map(updates.map((update) => [update.row.row, update]));
  for (const [place, { row, contactId }] of corrections.entries()) {
    const cells = [...(left.get(row.row) ?? []), ...(changed[place] ?? [])];
    const update = taken.get(row.row);
    if (update !== undefined) {
      const isLater = touched.has(contactId) || frame.touched.has(contactId);
      const ofImport = isLater ? [] : newTags({ tags: null }, frame, update.known.tag_ids, frame.tagIds);
      const tagIds = [...new Set([...update.tagIds, ...ofImport])];
      const reason = isLater ? 'fields_filled' : 'fields_changed';
      sorted.updates.push({ ...update, row: { ...row, unread: cells }, tagIds, reason });
      if (!isLater) touched.set(contactId, row.row);
      continue;
    }
    const refused = cells.filter(({ index }) => !row.unread.some((cell) => cell.index === index));
    sorted.others.push(refused.length === 0 ? alreadyThere(row, contactId) : conflict(row, contactId, refused));
  }
  return sorted;
}

/** Cells that the first import has read, that the file has otherwise and that the contact has not taken. */
function changedSince(
  { row, contactId, unread, cellsBefore }: FileCorrection,
  contacts: ReadonlyMap<number, KnownContact>,
  held: KnownPolicies,
  frame: RunFrame,
): UnreadCell[] {
  const contact = contacts.get(contactId);
  if (contact === undefined) return [];
  const { values, against } = compare(row, contact);
  const differing = new Set<string>([...Object.keys(values), ...against]);
  if (ownerOf(row.values, frame) !== contact.owner_id) differing.add('owner');
  return frame.fields
    .filter(({ index }) => (row.cells[index] ?? '').trim() !== (cellsBefore[index] ?? '').trim())
    .filter(({ index }) => ![...unread, ...row.unread].some((cell) => cell.index === index))
    .filter(
      ({ field }) =>
        differing.has(field) || differing.has(`${field}_id`) || isOtherPolicy(field, row.values, held.get(contactId)),
    )
    .map(({ index, field }) => ({
      index,
      field,
      reason: 'contradicts_earlier_row',
      message: `The first import has read this ${fieldWords(field)}. Change it in the contact.`,
    }));
}

const conflict = (row: Good, contactId: number, refused: readonly UnreadCell[]): Other => ({
  kind: 'skipped',
  row: row.row,
  reason: 'contradicts_earlier_row',
  message: refused.map(({ message }) => message).join(' '),
  shown: personIn(row.values),
  contactId,
  cells: row.cells,
});
