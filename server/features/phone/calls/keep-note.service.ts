import type { Tx } from '../../../db/tx.ts';
import { emitContactsChanged } from '../../contacts/contact-events.ts';
import { touchContact } from '../../contacts/contacts.service.ts';
import { keepOwnedNote, readNoteBody } from '../../contacts/change/notes.service.ts';
import { type CallRow, changeCall } from './calls.sql.ts';

/**
 * Notes of a call become a note of its contact once the call has ended, and follow later edits in the call; otherwise
 * the note stays as edited. The contact was touched. `before`: the call until now, when the notes change.
 */
export async function keepNote(tx: Tx, call: CallRow, at: Date, before: CallRow = call): Promise<CallRow> {
  const { user_id: userId, contact_id: contactId, ended_at: endedAt } = call;
  if (userId === null || endedAt === null) return call;
  const whose = { accountId: call.account_id, userId, actorId: call.actor_id ?? userId };
  const requestId = `call-${call.id}`;
  let noteId = call.note_id;
  let body = call.note;
  if (before.contact_id !== null && before.contact_id !== contactId && noteId !== null) {
    const place = { contactId: before.contact_id, noteId };
    body = (await readNoteBody(tx, place)) ?? body;
    await keepOwnedNote(tx, { ...whose, ...place, body: '' }, requestId, at);
    noteId = null;
  }
  if (contactId !== null) {
    if (noteId === null || call.note !== before.note) {
      noteId = await keepOwnedNote(tx, { ...whose, contactId, noteId, body }, requestId, at);
    }
    await emitContactsChanged(tx, call.account_id, await touchContact(tx, contactId, endedAt));
  }
  return noteId === call.note_id ? call : changeCall(tx, call.id, { note_id: noteId });
}
