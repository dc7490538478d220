import type { ImportField } from '#contract/imports/rows.contract.ts';
import { CAPTURES_MAX } from '#contract/records/data-capture.contract.ts';
import type { Book } from '../plan/book.ts';
import type { Good, RunFrame, Update } from '../rows/chunk-plan.ts';
import type { Capture, KnownCaptures } from '../rows/import-captures.sql.ts';
import type { ContactColumn, KnownContact } from '../rows/import-chunk.sql.ts';
import { findPeople, personWith } from '../rows/known-people.ts';
import { compare, withAdded } from '../rows/later-rows.ts';
import { normaliseRow } from '../cells/normalise-row.ts';
import { inOrderOf } from '../cells/reach-order.ts';
import { fieldWords } from '../cells/read-field.ts';
import {
  hasMedicare,
  type KnownMedicare,
  type MedicareValues,
  newMedicare,
  otherMedicare,
  withMedicare,
} from '../rows/row-medicare.ts';
import { namedOwner, ownedKeys, ownerOf } from '../rows/row-owners.ts';
import { hasPolicies, isGain, type KnownPolicies, type PolicyGain } from '../rows/row-policies.ts';
import { newTags, tagFault } from '../rows/row-tags.ts';
import { policyPartOf } from '#rules/imports/policy-field-words.ts';
import { correctedPolicies } from './corrected-policies.ts';
import type { RowRules, RowValues, UnreadCell } from '../cells/row-values.ts';
import { reachKeys } from '../rows/seen-people.ts';

/** A row of which cells were corrected after its contact was imported without them. */
export interface Correction {
  readonly row: Good;
  readonly contactId: number;
  /** The cells that couldn't be read. */
  readonly unread: readonly UnreadCell[];
}

export interface TakenOver {
  readonly updates: Update[];
  /** Cells that are still unread or that the contact can't take, by row. */
  readonly left: Map<number, readonly UnreadCell[]>;
}

interface There {
  readonly contact: KnownContact;
  readonly captures: KnownCaptures | null;
  readonly noted: ReadonlySet<string>;
  readonly people: ReadonlyMap<string, KnownContact>;
  readonly medicares: KnownMedicare;
  readonly policies: KnownPolicies;
}

interface Gain {
  readonly values: Update['values'];
  readonly tagIds: readonly number[];
  readonly medicare: MedicareValues;
  readonly policies: PolicyGain;
  readonly note: string | null;
  readonly added: readonly Capture[];
  readonly left: readonly UnreadCell[];
}

/**
 * What contacts take from corrected rows: only the cells that could not be read, where the contact lacks them and no
 * other contact of the same name has that phone or e-mail. `contacts` are as stored, by id, and go on with each row.
 */
export async function takeOver(
  book: Book,
  frame: RunFrame,
  corrections: readonly Correction[],
  contacts: Map<number, KnownContact>,
): Promise<TakenOver> {
  const taken: TakenOver = { updates: [], left: new Map() };
  const people = await findPeople(
    book,
    frame,
    corrections.map(({ row: { values }, contactId }) => ({
      values: { ...values, owner_id: namedOwner(contacts.get(contactId)?.owner_id ?? frame.ownerId, frame) },
    })),
  );
  const captures = await book.captures([...contacts.keys()]);
  const noted = await book.noteBodies(
    corrections.flatMap(({ row, contactId }) => (row.values.notes === null ? [] : contactId)),
  );
  const medicares = await book.medicare(
    corrections.flatMap(({ row, contactId }) => (hasMedicare(row.values) ? contactId : [])),
  );
  const held = await book.policies(corrections.flatMap(({ row, contactId }) => (hasPolicies(row) ? contactId : [])));
  for (const correction of corrections) {
    const { row } = correction;
    const contact = contacts.get(correction.contactId);
    if (contact === undefined) continue;
    const known = captures.get(contact.id) ?? null;
    const gain = gainOf(correction, { contact, captures: known, noted, people, medicares, policies: held }, frame);
    const { values, tagIds, medicare, policies, note, added, left } = gain;
    taken.left.set(row.row, left);
    const isFilled = note !== null || isGain(policies);
    if (!isFilled && Object.keys({ ...values, ...medicare }).length + tagIds.length + added.length === 0) continue;
    const captured = added.length === 0 ? null : { added, known };
    const reason = 'fields_filled';
    taken.updates.push({
      row: { ...row, unread: left },
      known: contact,
      values,
      tagIds,
      medicare,
      policies,
      note,
      captured,
      reason,
    });
    const after = { ...contact, ...values, tag_ids: [...contact.tag_ids, ...tagIds] };
    contacts.set(contact.id, after);
    for (const key of keysOf(after, frame)) if (!people.has(key)) people.set(key, after);
    held.set(contact.id, policies.after);
    medicares.set(contact.id, withMedicare(medicares.get(contact.id), medicare));
    if (captured !== null) captures.set(contact.id, withAdded(captured));
    if (note !== null) noted.add(`${contact.id}|${note}`);
  }
  return taken;
}

function gainOf({ row, unread }: Correction, there: There, frame: RunFrame): Gain {
  const readNow = unread
    .filter(({ index }) => !row.unread.some((cell) => cell.index === index))
    .map((cell) => ({ ...cell, field: frame.fields.find(({ index }) => index === cell.index)?.field ?? cell.field }));
  const before = without(row, readNow, frame.rules);
  const values: Update['values'] = {};
  const others: string[] = otherMedicare(row.values, there.medicares.get(there.contact.id));
  // A contact changes its owner by a transfer only.
  if (ownerOf(row.values, frame) !== there.contact.owner_id) others.push('owner');
  const policies = correctedPolicies(readNow, row.values, before.values, there.policies.get(there.contact.id));
  const taken: UnreadCell[] = [];
  const left = [...row.unread];
  for (const cell of readNow) {
    const refusal =
      cell.field === 'tags'
        ? tagFault(row, frame, there.contact.tag_ids)?.message
        : policies.faults.get(policyPartOf(cell.field)?.place ?? '');
    if (refusal !== undefined) {
      left.push({ ...cell, message: refusal });
      continue;
    }
    const { found, fault } = others.includes(cell.field)
      ? { found: {}, fault: `The contact already has a different ${fieldWords(cell.field)}.` }
      : valuesOf(cell.field, row, before.values, there, frame);
    if (fault === null) {
      Object.assign(values, found);
      taken.push(cell);
    } else left.push({ ...cell, message: fault });
  }
  const kept = new Set([...without(row, taken, frame.rules).left, ...(there.captures?.captures ?? [])].map(textOf));
  const added = row.left.filter((each) => !kept.has(textOf(each)));
  const most = there.captures?.captures.length ?? 0;
  if (added.length > 0 && most + added.length > CAPTURES_MAX) {
    const message = `A contact can have ${CAPTURES_MAX} custom fields. This one has ${most}.`;
    return {
      values: {},
      tagIds: [],
      medicare: {},
      policies: { added: [], fills: [], after: there.policies.get(there.contact.id) ?? [] },
      note: null,
      added: [],
      left: [...left, ...taken.map((cell) => ({ ...cell, message }))],
    };
  }
  const body = taken.some(({ field }) => field === 'notes') ? row.values.notes : null;
  const note = body === null || there.noted.has(`${there.contact.id}|${body}`) ? null : body;
  const tagIds = taken.some(({ field }) => field === 'tags') ? newTags(row.values, frame, there.contact.tag_ids) : [];
  const medicare = Object.fromEntries(
    Object.entries(newMedicare(row.values, there.medicares.get(there.contact.id))).filter(([column]) =>
      taken.some(({ field }) => field === column),
    ),
  );
  return { values, tagIds, medicare, policies, note, added, left };
}

const keysOf = (contact: Parameters<typeof reachKeys>[0] & { owner_id: number }, frame: RunFrame) =>
  ownedKeys(reachKeys(contact), namedOwner(contact.owner_id, frame));

const textOf = ({ label, value }: Capture) => `${label}\u001f${value}`;

/** What a row says without some of its cells. */
function without({ cells }: Good, blank: readonly UnreadCell[], rules: RowRules) {
  const rest = cells.map((text, index) => (blank.some((cell) => cell.index === index) ? '' : text));
  const read = normaliseRow(rest, false, rules);
  return read.kind === 'good' ? read : { values: null, left: [] };
}

const PHONES = ['phone', 'phone_2'] as const;
const EMAILS = ['email', 'email_2'] as const;
type ReachColumn = (typeof PHONES | typeof EMAILS)[number];

const COLUMNS: Partial<Record<ImportField, readonly (keyof RowValues)[]>> = {
  phone: PHONES,
  phone_2: PHONES,
  email: EMAILS,
  email_2: EMAILS,
  address_2: ['address'],
  dob_day: ['dob'],
  dob_month: ['dob'],
  dob_year: ['dob'],
  status: ['status_id'],
  group: ['group_id'],
};

/** What a contact lacks of a cell that can be read now, or why it can't take it. */
function valuesOf(field: ImportField, row: Good, before: RowValues | null, there: There, frame: RunFrame) {
  const { contact, people } = there;
  const given = inOrderOf(row.values, contact);
  const { values, against } = compare(row, contact);
  const known = [...PHONES, ...EMAILS].map((column) => before?.[column] ?? null);
  const isReach = (column: string): column is ReachColumn => [...PHONES, ...EMAILS].some((each) => each === column);
  // Other cells of the row may hold a phone or e-mail as well.
  const columns = (COLUMNS[field] ?? [field as keyof RowValues]).filter(
    (column) => !isReach(column) || !known.includes(given[column]),
  );
  const found: Update['values'] = {};
  // A new contact has a type in any case.
  const isOurs = contact.import_id === frame.importId || contact.import_id === (frame.corrects?.importId ?? 0);
  if (field === 'type' && isOurs && contact.type === frame.contactType && given.type !== null) {
    return { found: given.type === contact.type ? found : { type: given.type }, fault: null };
  }
  if (against.some((column) => columns.includes(column))) {
    return { found, fault: `The contact already has a different ${fieldWords(field)}.` };
  }
  for (const column of columns as readonly ContactColumn[]) {
    const value = values[column];
    if (value === undefined) continue;
    found[column] = value;
    if (column !== 'phone' && column !== 'phone_2') continue;
    for (const about of [`${column}_type`, `${column}_ext`] as const) {
      if (values[about] !== undefined) found[about] = values[about];
    }
  }
  const reach = { phone: null, phone_2: null, email: null, email_2: null, ...found };
  const { first_name, last_name, owner_id } = contact;
  const keys = keysOf({ ...reach, first_name, last_name, owner_id }, frame);
  const other = keys
    .map((key) => personWith([key], people))
    .find((person) => person !== null && person.id !== contact.id);
  if (other === undefined) return { found, fault: null };
  return { found: {}, fault: `Another contact already has this ${fieldWords(field)}.` };
}
