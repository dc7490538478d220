import type { Book } from '../plan/book.ts';
import type { Good } from './chunk-plan.ts';
import type { KnownContact } from './import-chunk.sql.ts';
import { byOwner, ownedKeys, ownerOf } from './row-owners.ts';
import { reachKeys } from './seen-people.ts';

/** Contacts of the rows' owners with a phone or e-mail of these rows, by their keys; the oldest has a key. */
export async function findPeople(
  book: Book,
  frame: { readonly ownerId: number },
  rows: readonly Pick<Good, 'values'>[],
): Promise<Map<string, KnownContact>> {
  const people = new Map<string, KnownContact>();
  for (const [named, group] of byOwner(rows)) {
    const found = await findOf(book, ownerOf({ owner_id: named }, frame), group);
    for (const contact of found) {
      for (const key of ownedKeys(reachKeys(contact), named)) if (!people.has(key)) people.set(key, contact);
    }
  }
  return people;
}

async function findOf(book: Book, owner: number, rows: readonly Pick<Good, 'values'>[]): Promise<KnownContact[]> {
  const phones = new Set<string>();
  const emails = new Set<string>();
  for (const { values } of rows) {
    for (const phone of [values.phone, values.phone_2]) if (phone !== null) phones.add(phone);
    for (const email of [values.email, values.email_2]) if (email !== null) emails.add(email.toLowerCase());
  }
  if (phones.size + emails.size === 0) return [];
  const found = await book.knownContacts(owner, [...phones], [...emails]);
  return found.toSorted((a, b) => a.id - b.id);
}

export function personWith(keys: readonly string[], people: ReadonlyMap<string, KnownContact>): KnownContact | null {
  for (const key of keys) {
    const person = people.get(key);
    if (person !== undefined) return person;
  }
  return null;
}
