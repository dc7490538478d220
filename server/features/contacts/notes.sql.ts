import type { Note } from '#contract/contacts.contract.ts';
import type { Tx } from '../../db/tx.ts';

interface FoundNote {
  id: number;
  body: string;
  author_id: number;
  author_name: string;
  created_at: Date;
  updated_at: Date;
}

const FIND = `
  select n.id, n.body, n.author_id, trim(u.first_name || ' ' || u.last_name) as author_name, n.created_at, n.updated_at
  from notes n join users u on u.id = n.author_id`;

/** Notes of a contact, newest first; at most `most`. */
export const findNotes = (tx: Tx, contactId: number, most: number): Promise<FoundNote[]> =>
  tx.raw(`${FIND} where n.contact_id = $1 order by n.id desc limit $2`, [contactId, most]);

/** A note of a contact, locked; `null` when the contact has no such note. */
export async function lockNote(tx: Tx, contactId: number, id: number): Promise<FoundNote | null> {
  const rows = await tx.raw<FoundNote>(`${FIND} where n.contact_id = $1 and n.id = $2 for update of n`, [
    contactId,
    id,
  ]);
  return rows[0] ?? null;
}

export interface NewNote {
  readonly contactId: number;
  readonly authorId: number;
  readonly body: string;
  readonly at: Date;
}

export async function insertNote(tx: Tx, { contactId, authorId, body, at }: NewNote): Promise<number> {
  const rows = await tx.raw<{ id: number }>(
    `insert into notes (account_id, contact_id, author_id, body, created_at, updated_at)
     values (app_account_id(), $1, $2, $3, $4, $4) returning id`,
    [contactId, authorId, body, at],
  );
  if (rows[0] === undefined) throw new Error('the new note has no row');
  return rows[0].id;
}

export const updateNoteRow = (tx: Tx, id: number, body: string, at: Date) =>
  tx.raw('update notes set body = $2, updated_at = $3 where id = $1', [id, body, at]);

export const deleteNoteRow = (tx: Tx, id: number) => tx.raw('delete from notes where id = $1', [id]);

/** Whether the first user stands above the second. */
export async function isAbove(tx: Tx, userId: number, otherId: number): Promise<boolean> {
  const rows = await tx.raw('select from user_tree where ancestor_id = $1 and descendant_id = $2 and depth > 0', [
    userId,
    otherId,
  ]);
  return rows.length > 0;
}

export const toNote = (row: FoundNote): Note => ({
  id: row.id,
  body: row.body,
  author: { id: row.author_id, name: row.author_name },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
