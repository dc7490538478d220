import type { Note } from '#contract/contacts/notes.contract.ts';
import type { Tx } from '../../../db/tx.ts';

export interface FoundNote {
  readonly id: number;
  readonly body: string;
  readonly author_id: number;
  readonly author_name: string;
  /** `null`: the author signed in, or an import wrote it. */
  readonly actor_id: number | null;
  readonly actor_name: string | null;
  readonly pinned: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** `null`: not deleted. */
  readonly deleted_at: Date | null;
}

const COLUMNS = `n.id, n.body, n.author_id, trim(u.first_name || ' ' || u.last_name) as author_name,
  nullif(n.actor_id, n.author_id) as actor_id,
  (select name from names_of_people(array[n.actor_id]) where n.actor_id <> n.author_id) as actor_name,
  n.pinned, n.created_at, n.updated_at, n.deleted_at`;
const FROM = 'from notes n join users u on u.id = n.author_id';

export interface NotesWanted {
  /** Empty: all. */
  readonly q: string;
  readonly limit: number;
  readonly offset: number;
}

const WANTED = `where n.contact_id = $1 and n.deleted_at is null and ($2 = '' or fold(n.body) like '%' || fold($2) || '%')`;

const escaped = (q: string) => q.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Notes of a contact: the pinned one, then newest first. */
export const findNotes = (tx: Tx, contactId: number, { q, limit, offset }: NotesWanted): Promise<FoundNote[]> =>
  tx.raw(`select ${COLUMNS} ${FROM} ${WANTED} order by n.pinned desc, n.id desc limit $3 offset $4`, [
    contactId,
    escaped(q),
    limit,
    offset,
  ]);

export async function countNotes(tx: Tx, contactId: number, q: string): Promise<number> {
  const rows = await tx.raw<{ total: number }>(`select count(*)::int as total from notes n ${WANTED}`, [
    contactId,
    escaped(q),
  ]);
  return rows[0]?.total ?? 0;
}

/** A note of a contact, locked, also one that was removed; `null` when the contact has no such note. */
export async function lockNote(tx: Tx, contactId: number, id: number): Promise<FoundNote | null> {
  const rows = await tx.raw<FoundNote>(
    `select ${COLUMNS} ${FROM} where n.contact_id = $1 and n.id = $2 for update of n`,
    [contactId, id],
  );
  return rows[0] ?? null;
}

/** `null`: none is pinned. */
export async function lockPinnedNote(tx: Tx, contactId: number): Promise<FoundNote | null> {
  const rows = await tx.raw<FoundNote>(
    `select ${COLUMNS} ${FROM} where n.contact_id = $1 and n.pinned and n.deleted_at is null for update of n`,
    [contactId],
  );
  return rows[0] ?? null;
}

export interface NewNote {
  readonly contactId: number;
  readonly authorId: number;
  readonly actorId: number;
  readonly pinned: boolean;
  readonly body: string;
  readonly at: Date;
}

export async function insertNote(tx: Tx, note: NewNote): Promise<number> {
  const rows = await tx.raw<{ id: number }>(
    `insert into notes (account_id, contact_id, author_id, actor_id, pinned, body, created_at, updated_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $6) returning id`,
    [note.contactId, note.authorId, note.actorId, note.pinned, note.body, note.at],
  );
  if (rows[0] === undefined) throw new Error('the new note has no row');
  return rows[0].id;
}

export const updateNoteRow = (tx: Tx, id: number, body: string, at: Date) =>
  tx.raw('update notes set body = $2, updated_at = $3 where id = $1', [id, body, at]);

/** The pinned note names its author. */
export const updatePinnedRow = (
  tx: Tx,
  id: number,
  note: { body: string; at: Date; authorId: number; actorId: number },
) =>
  tx.raw('update notes set body = $2, updated_at = $3, author_id = $4, actor_id = $5 where id = $1', [
    id,
    note.body,
    note.at,
    note.authorId,
    note.actorId,
  ]);

export const deleteNoteRow = (tx: Tx, id: number, at: Date) =>
  tx.raw('update notes set deleted_at = $2 where id = $1', [id, at]);

/** Restores a note; pinned only if no other one is by now. */
export const restoreNoteRow = (tx: Tx, id: number) =>
  tx.raw(
    `update notes n set deleted_at = null, pinned = n.pinned and not exists (
       select from notes o where o.contact_id = n.contact_id and o.pinned and o.deleted_at is null)
     where id = $1 and deleted_at is not null`,
    [id],
  );

/** True when the first user is above the second. */
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
  written_by: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? '' },
  pinned: row.pinned,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
