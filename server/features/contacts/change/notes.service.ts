import type { listNotes as ListNotes, Note } from '#contract/contacts/notes.contract.ts';
import type { Query, Reply } from '#contract/endpoint.ts';
import { cleanText } from '#rules/contacts/contact-name.ts';
import { reachOf } from '#rules/access/permissions.ts';
import { type Attribution, writeAudit } from '../../../audit.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal, refuseField } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { emitContactsChanged } from '../contact-events.ts';
import { type Caller, requireContact, requireLiveContact } from '../contacts.service.ts';
import { touchContact } from '../contacts.sql.ts';
import * as rows from './notes.sql.ts';

interface NotePlace {
  readonly contactId: number;
  readonly noteId: number;
}

/** @throws {Refusal} `not_found` when the contact is not theirs to see. */
export function listNotes(
  deps: Deps,
  identity: Identity,
  contactId: number,
  { q = '', page, limit }: Query<typeof ListNotes>,
): Promise<Reply<typeof ListNotes>> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    const words = q.trim();
    const found = await rows.findNotes(tx, contactId, { q: words, limit, offset: (page - 1) * limit });
    const total = await rows.countNotes(tx, contactId, words);
    const total_pages = Math.max(1, Math.ceil(total / limit));
    return { data: found.map(rows.toNote), meta: { current_page: page, limit, total_count: total, total_pages } };
  });
}

/** @throws {Refusal} `not_found`, `conflict` when the contact is deleted. */
export function createNote(
  deps: Deps,
  caller: Caller,
  { contactId, body }: { contactId: number; body: string },
): Promise<Note> {
  const text = readBody(body);
  return write(deps, caller, contactId, 'note.created', (tx, at) => insert(tx, caller.identity, contactId, text, at));
}

/** @throws {Refusal} `not_found`, `access_denied` when it is neither theirs nor written below them. */
export function updateNote(deps: Deps, caller: Caller, { contactId, noteId }: NotePlace, body: string): Promise<Note> {
  const text = readBody(body);
  return write(deps, caller, contactId, 'note.updated', async (tx, at) => {
    await requireOwnNote(tx, caller.identity, { contactId, noteId });
    await rows.updateNoteRow(tx, noteId, text, at);
    return noteId;
  });
}

/** @throws {Refusal} `not_found`, `access_denied` when it is neither theirs nor written below them. */
export async function deleteNote(deps: Deps, caller: Caller, { contactId, noteId }: NotePlace): Promise<void> {
  await write(deps, caller, contactId, 'note.deleted', async (tx, at) => {
    await requireOwnNote(tx, caller.identity, { contactId, noteId });
    await rows.deleteNoteRow(tx, noteId, at);
    return noteId;
  });
}

/** Restores a removed note; an existing one stays unchanged. @throws {Refusal} as `deleteNote` */
export function restoreNote(deps: Deps, caller: Caller, { contactId, noteId }: NotePlace): Promise<Note> {
  return write(deps, caller, contactId, 'note.restored', async (tx) => {
    await requireOwnNote(tx, caller.identity, { contactId, noteId }, true);
    await rows.restoreNoteRow(tx, noteId);
    return noteId;
  });
}

/**
 * Sets the pinned note; empty removes it. It belongs to the contact: everyone who may change the contact may change it.
 * @throws {Refusal} `not_found`, `conflict` when the contact is deleted.
 */
export function updatePinnedNote(
  deps: Deps,
  caller: Caller,
  { contactId, body }: { contactId: number; body: string },
): Promise<Note | null> {
  const text = cleanText(body);
  return writeIfNew(deps, caller, contactId, 'note.pinned', async (tx, at) => {
    const pinned = await rows.lockPinnedNote(tx, contactId);
    if (pinned === null) return text === '' ? null : insert(tx, caller.identity, contactId, text, at, true);
    if (text === '') await rows.deleteNoteRow(tx, pinned.id, at);
    else
      await rows.updatePinnedRow(tx, pinned.id, {
        body: text,
        at,
        authorId: caller.identity.userId,
        actorId: caller.identity.actorId,
      });
    return pinned.id;
  });
}

/** A note that belongs to another record, such as a call. */
export interface OwnedNote extends Pick<Attribution, 'accountId' | 'userId' | 'actorId'> {
  readonly contactId: number;
  /** `null`: there is none yet. */
  readonly noteId: number | null;
  readonly body: string;
}

/**
 * Writes or changes such a note, or removes it when it becomes empty; one removed since stays removed. Returns its id.
 */
export async function keepOwnedNote(tx: Tx, note: OwnedNote, requestId: string, at: Date): Promise<number | null> {
  const { contactId, noteId, userId: authorId, actorId } = note;
  const body = cleanText(note.body);
  const known = noteId === null ? null : await rows.lockNote(tx, contactId, noteId);
  if (known === null ? body === '' : known.deleted_at !== null || known.body === body) return known?.id ?? null;
  if (known === null) {
    const id = await rows.insertNote(tx, { contactId, authorId, actorId, body, at, pinned: false });
    await auditOwned(tx, note, requestId, { action: 'note.created', id });
    return id;
  }
  if (body === '') await rows.deleteNoteRow(tx, known.id, at);
  else await rows.updateNoteRow(tx, known.id, body, at);
  await auditOwned(tx, note, requestId, { action: body === '' ? 'note.deleted' : 'note.updated', id: known.id });
  return body === '' ? null : known.id;
}

/** Current text of such a note, with anyone's edits; `null` when deleted. */
export async function readNoteBody(tx: Tx, { contactId, noteId }: NotePlace): Promise<string | null> {
  const known = await rows.lockNote(tx, contactId, noteId);
  return known === null || known.deleted_at !== null ? null : known.body;
}

const auditOwned = (tx: Tx, note: OwnedNote, requestId: string, { action, id }: { action: string; id: number }) =>
  writeAudit(tx, note, requestId, {
    action,
    subjectType: 'contact',
    subjectId: note.contactId,
    detail: { note_id: id },
  });

const insert = (tx: Tx, { userId, actorId }: Identity, contactId: number, body: string, at: Date, pinned = false) =>
  rows.insertNote(tx, { contactId, authorId: userId, actorId, body, at, pinned });

/** Writes a note of an existing contact, with last touch, audit and event. `work` returns the note it wrote. */
async function write(
  deps: Deps,
  caller: Caller,
  contactId: number,
  action: string,
  work: (tx: Tx, at: Date) => Promise<number>,
): Promise<Note> {
  const note = await writeIfNew(deps, caller, contactId, action, work);
  if (note === null) throw new Error('a note that was written is not there');
  return note;
}

/** Like `write`, but nothing happens if `work` returns `null`. */
function writeIfNew(
  deps: Deps,
  { identity, requestId }: Caller,
  contactId: number,
  action: string,
  work: (tx: Tx, at: Date) => Promise<number | null>,
): Promise<Note | null> {
  return withAccount(deps.pool, identity, async (tx) => {
    const contact = await requireLiveContact(tx, identity, contactId);
    const at = deps.now();
    const noteId = await work(tx, at);
    if (noteId === null) return null;
    await touchContact(tx, contactId, at);
    const detail = { note_id: noteId };
    await writeAudit(tx, identity, requestId, { action, subjectType: 'contact', subjectId: contactId, detail });
    await emitContactsChanged(tx, identity.accountId, [contact]);
    return rows.toNote(await requireNote(tx, { contactId, noteId }));
  });
}

function readBody(body: string): string {
  const text = cleanText(body);
  if (text === '') throw refuseField('body', 'Write something first.');
  return text;
}

async function requireNote(tx: Tx, { contactId, noteId }: NotePlace): Promise<rows.FoundNote> {
  const note = await rows.lockNote(tx, contactId, noteId);
  if (note === null) throw new Refusal('not_found', 'Note not found.');
  return note;
}

/** A note is changed by its author, and by those above its author. */
async function requireOwnNote(tx: Tx, identity: Identity, place: NotePlace, alsoRemoved = false): Promise<void> {
  const note = await requireNote(tx, place);
  if (note.deleted_at !== null && !alsoRemoved) throw new Refusal('not_found', 'Note not found.');
  if (await isTheirs(tx, identity, note.author_id)) return;
  throw new Refusal('access_denied', 'Only the author can change this note.');
}

/** True when they may change someone's note: their own, their downline's, or any in the account. */
export const isTheirs = async (tx: Tx, identity: Identity, authorId: number): Promise<boolean> =>
  authorId === identity.userId ||
  reachOf(identity.roles) === 'account' ||
  (await rows.isAbove(tx, identity.userId, authorId));
