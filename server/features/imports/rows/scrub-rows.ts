import { foldName } from '#rules/contacts/person-name.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Book } from '../plan/book.ts';
import type { Good, Other, RunFrame } from './chunk-plan.ts';
import { personIn } from './prepare-rows.ts';
import { reachKeys } from './seen-people.ts';
import { type ScrubContact, tagContacts } from './scrub.sql.ts';

export interface Scrubbed {
  /** Rows of an existing person: skipped. */
  readonly skipped: Other[];
  readonly left: Good[];
  /** Contacts that get the tags. */
  readonly toTag: readonly ScrubContact[];
}

/**
 * Takes out rows whose person is found in the scope: by phone and name, e-mail and name, or name and birth date, since
 * a household shares a phone. A later row of the same person goes with the first.
 */
export async function scrubRows(book: Book, frame: RunFrame, rows: readonly Good[]): Promise<Scrubbed> {
  if (frame.scrub === null || rows.length === 0) return { skipped: [], left: [...rows], toTag: [] };
  const found = await book.scrubContacts(rows.map(({ values }) => values));
  const people = new Map<string, ScrubContact>();
  for (const contact of found) for (const key of scrubKeys(contact)) if (!people.has(key)) people.set(key, contact);
  const before = await book.scrubbedRows(rows.flatMap(({ earlier }) => earlier ?? []));
  const toTag = new Map<number, ScrubContact>();
  const skipped: Other[] = [];
  const left: Good[] = [];
  for (const row of rows) {
    const person = scrubKeys(row.values).flatMap((key) => people.get(key) ?? [])[0];
    const contactId = person?.id ?? (row.earlier === null ? undefined : before.get(row.earlier));
    if (contactId === undefined) {
      left.push(row);
      continue;
    }
    before.set(row.row, contactId);
    const isTagged = person !== undefined && !toTag.has(person.id) && lacksTag(person, frame);
    if (isTagged) toTag.set(person.id, person);
    skipped.push({
      kind: 'skipped',
      row: row.row,
      reason: 'scrubbed',
      message: 'This contact already exists (scrub).',
      shown: personIn(row.values),
      contactId,
      ...(isTagged && {
        change: {
          before: { tag_ids: person.tag_ids, owner_id: person.owner_id },
          versionAfter: person.version + 1,
        },
      }),
    });
  }
  return { skipped, left, toTag: [...toTag.values()] };
}

/** False: someone changed one of them since. */
export const tagScrubbed = async (tx: Tx, frame: RunFrame, contacts: readonly ScrubContact[]): Promise<boolean> =>
  (await tagContacts(tx, contacts, frame.updatedTagIds, frame.now)) === contacts.length;

const lacksTag = (contact: ScrubContact, frame: RunFrame) =>
  frame.updatedTagIds.some((tag) => !contact.tag_ids.includes(tag));

type Person = Parameters<typeof reachKeys>[0] & { readonly dob: string | null };

function scrubKeys(person: Person): string[] {
  const name = foldName(`${person.first_name ?? ''} ${person.last_name ?? ''}`);
  const keys = reachKeys(person);
  if (person.dob && name !== '') keys.push(`d${person.dob}|${name}`);
  return keys;
}
