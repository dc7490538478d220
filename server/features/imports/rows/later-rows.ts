import { sheetRow } from '#rules/imports/sheet-row.ts';
import type { Book } from '../plan/book.ts';
import type { Good, Other, RunFrame, Update } from './chunk-plan.ts';
import type { KnownCaptures } from './import-captures.sql.ts';
import { CONTACT_COLUMNS, type KnownContact } from './import-chunk.sql.ts';
import { policiesIn } from '../cells/policy-values.ts';
import { fieldWords } from '../cells/read-field.ts';
import { personIn, sameAs } from './prepare-rows.ts';
import { inOrderOf } from '../cells/reach-order.ts';
import { heldByContacts, roomFault } from './held-by-contacts.ts';
import { newCaptures } from './row-captures.ts';
import { newMedicare, otherMedicare, withMedicare } from './row-medicare.ts';
import { ownerOf, ownersOf } from './row-owners.ts';
import { isGain, policyGain } from './row-policies.ts';
import { newTags } from './row-tags.ts';

type Later = Good & { readonly earlier: number };
type Skipped = Extract<Other, { kind: 'skipped' }>;

/**
 * Decides on rows of people whom an earlier row of the file created, changed or matched: such a row fills gaps of the
 * contact and adds its other columns; one that contradicts is skipped and keeps its cells. Adds the contacts changed
 * first to `touched`.
 */
export async function sortLater(
  book: Book,
  frame: RunFrame,
  rows: readonly Later[],
  touched: Map<number, number>,
): Promise<{ updates: Update[]; others: Other[] }> {
  const sorted = { updates: [] as Update[], others: [] as Other[] };
  const found = await book.contactsOfRows(ownersOf(rows, frame), [...new Set(rows.map(({ earlier }) => earlier))]);
  const idOf = new Map(found.map(({ row_number, id }) => [row_number, id]));
  const contacts = new Map<number, KnownContact>(found.map((contact) => [contact.id, contact]));
  const heldBy = await heldByContacts(book, frame, rows, (row) => idOf.get(row.earlier ?? 0));
  const { noted, captures, medicare: medicares, policies: held } = heldBy;
  const { headerRow = 0 } = frame.rules;
  for (const row of rows) {
    const first = sheetRow(headerRow, row.earlier);
    const contact = contacts.get(idOf.get(row.earlier) ?? 0);
    if (contact === undefined || contact.owner_id !== ownerOf(row.values, frame)) {
      sorted.others.push(
        contradiction(row, null, `Row ${first} is the same person, but the contact no longer exists.`),
      );
      continue;
    }
    const isOurs = contact.import_id === frame.importId;
    if (frame.whenKnown === 'skip' && !isOurs) {
      sorted.others.push(alreadyThere(row, contact.id));
      continue;
    }
    const compared = compare(row, contact);
    const { values } = compared;
    const others = otherMedicare(row.values, medicares.get(contact.id));
    // What a contact had before the file is no contradiction in it.
    const policies = policyGain(policiesIn(row.values), held.get(contact.id));
    const against = [...compared.against, ...(isOurs ? others : []), ...policies.against];
    const body = row.values.notes;
    const note = body === null || noted.has(`${contact.id}|${body}`) ? null : body;
    const known = captures.get(contact.id) ?? null;
    const added = newCaptures(row, frame, known);
    const full = roomFault(row, frame, contact, heldBy);
    const tagIds = newTags(row.values, frame, contact.tag_ids);
    const medicare = newMedicare(row.values, medicares.get(contact.id));
    if (full !== null) sorted.others.push(full);
    else if (against.length > 0) {
      const message = `Row ${first} is the same person with a different ${against.map(fieldWords).join(', ')}.`;
      sorted.others.push(contradiction(row, contact.id, message));
    } else if (
      !isGain(policies) &&
      note === null &&
      added.length + tagIds.length + Object.keys({ ...values, ...medicare }).length === 0
    ) {
      if (others.length > 0) {
        const message = `The contact already has a different ${others.map(fieldWords).join(', ')}.`;
        sorted.others.push(contradiction(row, contact.id, message));
        continue;
      }
      const { row: number, earlier } = row;
      sorted.others.push({
        ...sameAs(number, earlier, frame.rules),
        shown: personIn(row.values),
        contactId: contact.id,
      });
    } else {
      const isLater = isOurs || touched.has(contact.id) || frame.touched.has(contact.id);
      const reason = isLater ? 'fields_filled' : 'fields_changed';
      const captured = added.length === 0 ? null : { added, known };
      sorted.updates.push({ row, known: contact, values, tagIds, medicare, policies, note, captured, reason });
      contacts.set(contact.id, { ...contact, ...values, tag_ids: [...contact.tag_ids, ...tagIds] });
      medicares.set(contact.id, withMedicare(medicares.get(contact.id), medicare));
      held.set(contact.id, policies.after);
      if (captured !== null) captures.set(contact.id, withAdded(captured));
      if (note !== null) noted.add(`${contact.id}|${note}`);
      if (!isLater) touched.set(contact.id, row.row);
    }
  }
  return sorted;
}

/** Captured after the chunk is written: the version is still the one it began with. */
export const withAdded = ({ added, known }: NonNullable<Update['captured']>): KnownCaptures => ({
  captures: [...(known?.captures ?? []), ...added],
  version: known?.version ?? 0,
});

/** Values of a row that the contact lacks, and where the two differ. The name identifies the person. */
export function compare(row: Good, contact: KnownContact) {
  const values: Update['values'] = {};
  const against: (typeof CONTACT_COLUMNS)[number][] = [];
  const given = inOrderOf(row.values, contact);
  for (const column of CONTACT_COLUMNS) {
    const value = given[column];
    if (value === null || column === 'first_name' || column === 'last_name') continue;
    const there = contact[column];
    if (there === null || there === '') values[column] = value;
    else if (there.toLowerCase() !== value.toLowerCase()) against.push(column);
  }
  return { values, against };
}

export const alreadyThere = (row: Good, contactId: number): Skipped => ({
  kind: 'skipped',
  row: row.row,
  reason: 'already_there',
  message: 'This contact already exists.',
  shown: personIn(row.values),
  contactId,
});

const contradiction = (row: Later, contactId: number | null, message: string): Skipped => ({
  kind: 'skipped',
  row: row.row,
  reason: 'contradicts_earlier_row',
  message,
  shown: personIn(row.values),
  contactId,
  cells: row.cells,
});
