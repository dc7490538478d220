import type { Note } from '#contract/contacts.contract.ts';
import { cleanText } from '#rules/contact-name.ts';
import { reachOf } from '#rules/permissions.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { emitContactsChanged } from './contact-events.ts';
import { type Asker, requireContact, requireLiveContact } from './contacts.service.ts';
import { touchContact } from './contacts.sql.ts';
import { deleteNoteRow, findNotes, insertNote, isAbove, lockNote, toNote, updateNoteRow } from './notes.sql.ts';

/** Notes that one answer carries at most. Ours: the tab shows no more. */
const NOTES_MAX = 500;

interface NotePlace {
  readonly contactId: number;
  readonly noteId: number;
}

/** @throws {Refusal} `not_found` when the contact is not theirs to see. */
export function listNotes(deps: Deps, identity: Identity, contactId: number): Promise<Note[]> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    return (await findNotes(tx, contactId, NOTES_MAX)).map(toNote);
  });
}

/** @throws {Refusal} `not_found`, `conflict` when the contact is deleted. */
export function createNote(
  deps: Deps,
  { identity, requestId }: Asker,
  { contactId, body }: { contactId: number; body: string },
): Promise<Note> {
  const text = readBody(body);
  return withAccount(deps.pool, identity, async (tx) => {
    const contact = await requireLiveContact(tx, identity, contactId);
    const at = deps.now();
    const id = await insertNote(tx, { contactId, authorId: identity.userId, body: text, at });
    await touchContact(tx, contactId, at);
    await writeAudit(tx, identity, requestId, {
      action: 'note.created',
      subjectType: 'contact',
      subjectId: contactId,
      detail: { note_id: id },
    });
    await emitContactsChanged(tx, identity.accountId, [contact]);
    return toNote(await requireNote(tx, { contactId, noteId: id }));
  });
}

/** @throws {Refusal} `not_found`, `access_denied` when it is neither theirs nor written below them. */
export function updateNote(deps: Deps, { identity, requestId }: Asker, place: NotePlace, body: string): Promise<Note> {
  const text = readBody(body);
  return withAccount(deps.pool, identity, async (tx) => {
    const contact = await requireLiveContact(tx, identity, place.contactId);
    await requireOwnNote(tx, identity, place);
    const at = deps.now();
    await updateNoteRow(tx, place.noteId, text, at);
    await touchContact(tx, place.contactId, at);
    await writeAudit(tx, identity, requestId, auditOf('note.updated', place));
    await emitContactsChanged(tx, identity.accountId, [contact]);
    return toNote(await requireNote(tx, place));
  });
}

/** @throws {Refusal} `not_found`, `access_denied` when it is neither theirs nor written below them. */
export function deleteNote(deps: Deps, { identity, requestId }: Asker, place: NotePlace): Promise<void> {
  return withAccount(deps.pool, identity, async (tx) => {
    const contact = await requireLiveContact(tx, identity, place.contactId);
    await requireOwnNote(tx, identity, place);
    await deleteNoteRow(tx, place.noteId);
    await writeAudit(tx, identity, requestId, auditOf('note.deleted', place));
    await emitContactsChanged(tx, identity.accountId, [contact]);
  });
}

const auditOf = (action: string, { contactId, noteId }: NotePlace) => ({
  action,
  subjectType: 'contact',
  subjectId: contactId,
  detail: { note_id: noteId },
});

function readBody(body: string): string {
  const text = cleanText(body);
  if (text === '') throw refuseField('body', 'Write something first.');
  return text;
}

async function requireNote(tx: Tx, { contactId, noteId }: NotePlace) {
  const note = await lockNote(tx, contactId, noteId);
  if (note === null) throw new Refusal('not_found', 'There is no such note.');
  return note;
}

/** A note is changed by its author, and by those above its author. */
async function requireOwnNote(tx: Tx, identity: Identity, place: NotePlace): Promise<void> {
  const note = await requireNote(tx, place);
  const mayChange =
    note.author_id === identity.userId ||
    reachOf(identity.roles) === 'account' ||
    (await isAbove(tx, identity.userId, note.author_id));
  if (!mayChange) throw new Refusal('access_denied', 'Only its author may change this note.');
}
