import type { ImportedConsents } from '#contract/imports/consent-columns.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import { lockContacts } from '../../contacts/lock-contacts.sql.ts';
import { countConsents, gainsOf, hasConsents } from '../consents/sort-consents.ts';
import { writeConsents } from '../consents/write-consents.ts';
import { bookOf } from '../plan/book.ts';
import { recordOfUpdate, writeChanges } from '../rows/apply-rows.ts';
import type { RunFrame } from '../rows/chunk-plan.ts';
import { findContactsOfRows, type KnownContact } from '../rows/import-chunk.sql.ts';
import { keepCorrected, takeMarked } from './import-unread.sql.ts';
import { normaliseRow } from '../cells/normalise-row.ts';
import { type Correction, takeOver } from './take-over.ts';
import { ownersOf } from '../rows/row-owners.ts';
import { withMadeTags, withTagsOf } from '../rows/row-tags.ts';
import type { UnreadCell } from '../cells/row-values.ts';

export interface Corrected {
  readonly rows: number;
  /** Rows without an unread cell now. */
  readonly read: number;
  readonly contacts: number;
  /** `null`: none. */
  readonly consents: ImportedConsents | null;
}

/**
 * Takes the corrected cells of imported rows over into their contacts: they fill what a contact lacks; one that differs
 * from what someone entered since stays listed.
 * @throws {ChunkOutdated}
 */
export async function correctRows(tx: Tx, run: RunFrame, limit: number): Promise<Corrected> {
  const rows = (await takeMarked(tx, run.importId, limit)).toSorted((a, b) => a.row_number - b.row_number);
  const numbers = rows.map(({ row_number }) => row_number);
  const reads = new Map(rows.map(({ row_number, cells }) => [row_number, normaliseRow(cells, false, run.rules)]));
  const owners = ownersOf(
    [...reads.values()].filter((read) => read.kind === 'good'),
    run,
  );
  const find = () => findContactsOfRows(tx, run.importId, owners, numbers);
  await lockContacts(tx, [...new Set((await find()).map(({ id }) => id))]);
  const found = await find();
  const idOf = new Map(found.map(({ row_number, id }) => [row_number, id]));
  const contacts = new Map<number, KnownContact>(found.map((contact) => [contact.id, contact]));
  const corrections: Correction[] = [];
  for (const { row_number, cells, unread } of rows) {
    const contactId = idOf.get(row_number);
    const read = reads.get(row_number);
    if (contactId === undefined || read?.kind !== 'good') continue;
    corrections.push({ row: { ...read, row: row_number, keys: [], cells, earlier: null }, contactId, unread });
  }
  const frame = await withTagsOf(
    tx,
    run,
    corrections.map(({ row }) => row),
  );
  const book = bookOf((work) => work(tx), frame);
  const taken = await takeOver(book, frame, corrections, contacts);
  const updates = await withMadeTags(frame, taken.updates);
  await writeChanges(tx, frame, updates);
  // Only what couldn't be read: the person may have said otherwise of the rest since.
  const said = corrections.filter(({ row }) => hasConsents(row));
  const gains = await gainsOf(
    book,
    frame,
    said.map(({ row, contactId, unread }) => ({ row, contactId, mayOptIn: true, only: labelsOf(unread, frame) })),
  );
  await writeConsents(tx, frame, gains);
  const after = rows.map(({ row_number, unread }): { row_number: number; unread: readonly UnreadCell[] } => ({
    row_number,
    unread: taken.left.get(row_number) ?? unread,
  }));
  await keepCorrected(tx, frame.importId, after, updates.map(recordOfUpdate));
  const read = after.filter(({ unread }) => unread.length === 0).length;
  return {
    rows: rows.length,
    read,
    contacts: new Set(updates.map(({ known }) => known.id)).size,
    consents: countConsents(gains),
  };
}

const labelsOf = (unread: readonly UnreadCell[], { rules }: RunFrame) =>
  new Set(unread.flatMap((cell) => rules.fields.find(({ index }) => index === cell.index)?.label ?? []));
