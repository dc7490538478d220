import type { ImportCounts } from '#contract/imports.contract.ts';
import type { ImportedConsents } from '#contract/imports/consent-columns.contract.ts';
import type { ImportRow } from '#contract/imports/rows.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import { lockContacts } from '../../contacts/lock-contacts.sql.ts';
import { countConsents, type RowConsents, sortConsents } from '../consents/sort-consents.ts';
import { writeConsents } from '../consents/write-consents.ts';
import { bookOf, type Hand, type Outcomes } from '../plan/book.ts';
import {
  CONTACT_COLUMNS,
  type ContactChange,
  type ContactColumn,
  findContactsOfRows,
  insertNotes,
  type KnownContact,
  leadTags,
  updateContacts,
} from './import-chunk.sql.ts';
import { insertOwned } from './insert-owned.ts';
import { insertRowRecords, type RowRecord } from './import-rows.sql.ts';
import { ChunkOutdated, type Good, type Other, type RunFrame, type Update } from './chunk-plan.ts';
import { insertCaptures, setCaptures } from './import-captures.sql.ts';
import { fillMedicare, insertMedicare } from './import-medicare.sql.ts';
import { type FileCorrection, findCorrections, sortCorrections } from '../corrections/corrected-people.ts';
import { findPeople, personWith } from './known-people.ts';
import { alreadyThere, sortLater } from './later-rows.ts';
import type { PreparedRow } from './prepare-rows.ts';
import { droppedExtensions, inOrderOf } from '../cells/reach-order.ts';
import { keepChanges } from './import-changes.sql.ts';
import { changesOf } from './row-changes.ts';
import { capturedIn, capturesAfter, newCaptures } from './row-captures.ts';
import { ownersOf } from './row-owners.ts';
import { newTags, type TaggedFrame, withMadeTags, withTagsOf } from './row-tags.ts';
import { hasMedicare, newMedicare } from './row-medicare.ts';
import { isGain, policiesBefore, policyGain } from './row-policies.ts';
import { insertPolicies, writePolicies } from './import-policies.sql.ts';
import { policiesIn } from '../cells/policy-values.ts';
import { changedFields, lastRows } from './last-rows.ts';
import { type HeldByContacts, heldByContacts, roomFault } from './held-by-contacts.ts';
import { scrubRows, tagScrubbed } from './scrub-rows.ts';

export interface Applied {
  readonly counts: ImportCounts;
  /** Created and updated rows with unread cells. */
  readonly unread: number;
  /** `null`: none. */
  readonly consents: ImportedConsents | null;
  /** The last rows, newest first. */
  readonly rows: ImportRow[];
  /** For `frame.touched`, once the transaction is committed. */
  readonly touched: ReadonlyMap<number, number>;
  /** Owners of the contacts of these rows. */
  readonly owners: readonly number[];
}

/** Rows of a chunk by outcome. */
export interface Sorted {
  readonly creates: Good[];
  readonly updates: Update[];
  readonly others: Other[];
  readonly corrections: readonly FileCorrection[];
  /** Rows of people whom an earlier row of the file created or changed. */
  readonly later: (Good & { readonly earlier: number })[];
  readonly touched: Map<number, number>;
  readonly consents: RowConsents[];
}

/**
 * Milliseconds in which the database takes the new contacts: they fill a socket several times, which a busy process
 * wouldn't refill. Ours.
 */
const HANDED_OVER_MS = 20;

/**
 * Applies the rows of one chunk: existing people are updated or skipped, the others created. `whileWriting` starts work
 * for which there is time while the database writes the new contacts, by far its longest statement.
 * @throws {ChunkOutdated}
 */
export async function applyRows(
  tx: Tx,
  run: RunFrame,
  rows: readonly PreparedRow[],
  whileWriting: () => unknown = () => undefined,
): Promise<Applied> {
  const good = rows.filter((row) => row.kind === 'good');
  const frame = await withTagsOf(tx, run, good);
  const sorted = await decideRows(handOf(tx, frame, whileWriting), frame, rows);
  const { creates, updates, others } = sorted;
  const problems = others.filter(({ kind }) => kind === 'problem').length;
  return {
    unread: [...creates, ...updates.map(({ row }) => row)].filter(({ unread }) => unread.length > 0).length,
    counts: { created: creates.length, updated: updates.length, skipped: others.length - problems, problems },
    consents: countConsents(sorted.consents),
    rows: lastRows(sorted, frame),
    touched: sorted.touched,
    owners: ownersOf(good, frame),
  };
}

/** Decides on the rows of a chunk and has each decision carried out: the one way of the check and the run. */
export async function decideRows(hand: Hand, frame: RunFrame, rows: readonly PreparedRow[]): Promise<Sorted> {
  const { book } = hand;
  const sorted = await sortRows(hand, frame, rows);
  await hand.create(sorted.creates.map(typedBy(frame)));
  await hand.write(sorted);
  // Only now the contacts of these rows are up to date.
  const corrected = await sortCorrections(book, frame, sorted.corrections, sorted.touched);
  await hand.write(corrected);
  const later = await sortLater(book, frame, sorted.later, sorted.touched);
  await hand.write(later);
  sorted.updates.push(...corrected.updates, ...later.updates);
  sorted.others.push(...corrected.others, ...later.others);
  // Rows found to be doubles join the others late.
  sorted.others.sort((a, b) => a.row - b.row);
  sorted.consents.push(...(await sortConsents(book, frame, rows, sorted)));
  await hand.consent(sorted.consents);
  return sorted;
}

/** Carries decisions out in the database. */
const handOf = (tx: Tx, frame: TaggedFrame, whileWriting: () => unknown): Hand => ({
  book: bookOf((work) => work(tx), frame),
  claim: async ({ toTag, ids, rows }) => {
    await lockPeople(tx, frame, ids, rows);
    if (!(await tagScrubbed(tx, frame, toTag))) throw new ChunkOutdated();
  },
  create: async (rows) => {
    const made = await frame.makeTags(rows.flatMap(({ values }) => newTags(values, frame, [])));
    const fresh = rows.map(({ row, values }) => ({ row, values, tagIds: made(newTags(values, frame, [])) }));
    const written = insertOwned(tx, fresh, frame);
    const start = setTimeout(whileWriting, HANDED_OVER_MS);
    await written.finally(() => clearTimeout(start));
    await insertCaptures(tx, frame, capturedIn(rows, frame));
    const covered = rows.filter(({ values }) => hasMedicare(values));
    await insertMedicare(
      tx,
      frame,
      covered.map(({ row, values }) => ({ row, medicare: newMedicare(values) })),
    );
    await insertPolicies(tx, frame, rows);
    const noted = rows.filter(({ unread, values }) => unread.length > 0 || values.owner_id !== null);
    await insertRowRecords(tx, frame.accountId, frame.importId, noted.map(recordOfCreated));
  },
  write: async ({ updates, others }) =>
    writeOutcomes(tx, frame, { updates: await withMadeTags(frame, updates), others }),
  consent: (gains) => writeConsents(tx, frame, gains),
});

async function writeOutcomes(tx: Tx, frame: RunFrame, { updates, others }: Outcomes): Promise<void> {
  await writeChanges(tx, frame, updates);
  await insertRowRecords(tx, frame.accountId, frame.importId, [
    ...updates.map(recordOfUpdate),
    ...others.map(recordOfOther),
  ]);
}

/** Writes what rows change in existing contacts. @throws {ChunkOutdated} */
export async function writeChanges(tx: Tx, frame: RunFrame, updates: readonly Update[]): Promise<void> {
  const changes = new Map<number, ContactChange>();
  for (const { known, values, tagIds } of updates) {
    const { id, version } = known;
    const before = changes.get(id);
    changes.set(id, {
      id,
      version,
      values: { ...before?.values, ...values },
      tagIds: [...(before?.tagIds ?? []), ...tagIds],
    });
  }
  if ((await updateContacts(tx, [...changes.values()], frame.now)) < changes.size) throw new ChunkOutdated();
  await keepChanges(tx, changesOf(updates));
  const captured = capturesAfter(updates);
  if ((await setCaptures(tx, frame, captured)) < captured.length) throw new ChunkOutdated();
  const notes = updates.flatMap(({ known, note }) => (note === null ? [] : [{ contactId: known.id, body: note }]));
  await insertNotes(tx, notes, frame);
  await fillMedicare(
    tx,
    frame,
    updates.map(({ known, medicare }) => ({ contactId: known.id, medicare })),
  );
  await writePolicies(
    tx,
    frame,
    updates.map(({ known, policies }) => ({ contactId: known.id, policies })),
  );
}

/** A row without a type gets the import's. */
const typedBy =
  ({ contactType }: RunFrame) =>
  (row: Good): Good =>
    row.values.type === null ? { ...row, values: { ...row.values, type: contactType } } : row;

/** Decides on rows whose person no earlier row is, and sets the others apart. @throws {ChunkOutdated} */
export async function sortRows(hand: Hand, frame: RunFrame, rows: readonly PreparedRow[]): Promise<Sorted> {
  const { book } = hand;
  const read = rows.filter((row) => row.kind === 'good');
  const corrections = await findCorrections(book, frame, read);
  const corrected = new Set(corrections.map(({ row }) => row));
  const uncorrected = read.filter((row) => !corrected.has(row));
  const { skipped, toTag, left: valid } = await scrubRows(book, frame, uncorrected);
  const good = valid.filter(({ earlier }) => earlier === null);
  const found = await findPeople(book, frame, good);
  const toCorrect = corrections.map(({ contactId }) => contactId);
  const ids = [...toTag.map(({ id }) => id), ...changeable(frame, found), ...toCorrect];
  await hand.claim({ toTag, ids, rows: valid });
  // Tags are a new version.
  const known = toTag.length === 0 ? found : await findPeople(book, frame, good);
  const personOf = ({ keys }: Good) => personWith(keys, known);
  const held = await heldByContacts(book, frame, good, (row) => personOf(row)?.id);
  const sorted: Sorted = {
    creates: [],
    updates: [],
    others: [...rows.filter((row) => row.kind !== 'good'), ...skipped],
    corrections,
    later: valid.flatMap((row) => (row.earlier === null ? [] : [{ ...row, earlier: row.earlier }])),
    touched: new Map(),
    consents: [],
  };
  for (const row of good) {
    const person = personOf(row);
    const mayChange = frame.whenKnown === 'update';
    const full = person === null || mayChange ? faultOf(row, person, held, frame) : null;
    if (full !== null) {
      sorted.others.push(full);
      continue;
    }
    if (person === null) {
      sorted.creates.push(row);
      continue;
    }
    const earlier =
      person.import_id === frame.importId
        ? person.import_row
        : (frame.touched.get(person.id) ?? sorted.touched.get(person.id) ?? null);
    if (earlier !== null) {
      sorted.later.push({ ...row, earlier });
      continue;
    }
    const update = mayChange ? changeOf(row, person, frame, held) : null;
    if (update === null) {
      sorted.others.push(alreadyThere(row, person.id));
      continue;
    }
    sorted.updates.push(update);
    sorted.touched.set(person.id, row.row);
  }
  sorted.later.sort((a, b) => a.row - b.row);
  return sorted;
}

/** The row as a problem when its contact has no room for what it brings; `null`: it has. */
function faultOf(row: Good, person: KnownContact | null, held: HeldByContacts, frame: RunFrame) {
  const isLead = (row.values.type ?? frame.contactType) === 'lead';
  return roomFault(row, frame, person, held, person === null && isLead ? leadTags(frame) : frame.tagIds);
}

/** Ids of existing contacts that this import may change. */
const changeable = ({ whenKnown, importId }: RunFrame, people: ReadonlyMap<string, KnownContact>): number[] =>
  [...people.values()].flatMap((known) => (whenKnown === 'update' || known.import_id === importId ? known.id : []));

/** Locks these contacts and those of earlier rows that the chunk continues, before it writes any of them. */
async function lockPeople(tx: Tx, frame: RunFrame, ids: readonly number[], rows: readonly Good[]): Promise<void> {
  const earlier = rows.flatMap((row) => row.earlier ?? []);
  const continued = await findContactsOfRows(tx, frame.importId, ownersOf(rows, frame), [...new Set(earlier)]);
  await lockContacts(tx, [...new Set([...ids, ...continued.map(({ id }) => id)])]);
}

/** New values of a row for a known contact; `null`: none. The name identifies the person, so it stays unchanged. */
function changeOf(row: Good, known: KnownContact, frame: RunFrame, held: HeldByContacts): Update | null {
  const values: Update['values'] = {};
  const given = inOrderOf(row.values, known);
  for (const column of CONTACT_COLUMNS) {
    const value = given[column];
    if (value === null || column === 'first_name' || column === 'last_name') continue;
    const old = known[column];
    if (value === old) continue;
    if ((column === 'email' || column === 'email_2') && old !== null && value.toLowerCase() === old.toLowerCase())
      continue;
    values[column] = value;
  }
  for (const extension of droppedExtensions(given, known)) values[extension] = '';
  const tagIds = newTags(row.values, frame, known.tag_ids, frame.tagIds);
  const body = row.values.notes;
  const note = body === null || held.noted.has(`${known.id}|${body}`) ? null : body;
  const captures = held.captures.get(known.id) ?? null;
  const added = newCaptures(row, frame, captures);
  const captured = added.length === 0 ? null : { added, known: captures };
  const medicare = newMedicare(row.values, held.medicare.get(known.id));
  const policies = policyGain(policiesIn(row.values), held.policies.get(known.id));
  const isFilled = note !== null || captured !== null || isGain(policies);
  const isChanged = isFilled || Object.keys({ ...values, ...medicare }).length > 0;
  if (!isChanged && tagIds.length === 0) return null;
  const reason = isChanged ? 'fields_changed' : 'tags_added';
  return { row, known, values, tagIds, medicare, policies, note, captured, reason };
}

export const recordOfUpdate = (update: Update): RowRecord => {
  const { row, known, values, tagIds, medicare, captured } = update;
  const columns = Object.keys(values) as ContactColumn[];
  const before: Record<string, unknown> = {
    ...Object.fromEntries(columns.map((column) => [column, known[column]])),
    ...(row.values.owner_id !== null && { owner_id: known.owner_id }),
  };
  // There was nothing: the undo removes it. Never the number itself.
  for (const column of Object.keys(medicare)) before[column] = null;
  Object.assign(before, policiesBefore(update.policies));
  if (tagIds.length > 0) before['tag_ids'] = known.tag_ids;
  if (captured !== null) {
    before['captures'] = captured.known?.captures ?? null;
    before['captures_version'] = (captured.known?.version ?? 0) + 1;
  }
  return {
    row_number: row.row,
    outcome: 'updated',
    reason: update.reason,
    field: null,
    message: changedFields(update).join(', '),
    contact_id: known.id,
    ...unreadOf(row),
    before,
    version_after: known.version + 1,
  };
};

/** Cells of a row that is imported without some of them. */
const unreadOf = ({ cells, unread }: Good) => (unread.length > 0 ? { cells, unread } : { cells: null, unread: null });

/** Of a created row with unread cells, or with an owner of its own: the undo compares. */
const recordOfCreated = (row: Good): RowRecord => ({
  row_number: row.row,
  outcome: 'created',
  reason: 'new',
  field: null,
  message: '',
  contact_id: null,
  ...unreadOf(row),
  before: row.values.owner_id === null ? null : { owner_id: Number(row.values.owner_id) },
  version_after: null,
});

const recordOfOther = (row: Sorted['others'][number]): RowRecord => ({
  row_number: row.row,
  outcome: row.kind,
  reason: row.reason,
  field: row.kind === 'problem' ? row.field : null,
  message: row.message,
  contact_id: row.kind === 'skipped' ? (row.contactId ?? null) : null,
  cells: row.cells ?? null,
  before: row.change?.before ?? null,
  version_after: row.change?.versionAfter ?? null,
  unread: null,
});
