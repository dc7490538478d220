import { deleteNote, listNotes, restoreNote } from '#contract/contacts/notes.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { useUndo } from './use-undo.ts';

const STALE = [listNotes, readTimeline];

/** Removes a note of a contact, with an Undo that brings the very same one back. */
export function useNoteRemoval(contactId: number): (noteId: number) => void {
  const { toasts } = useApp();
  const offerUndo = useUndo(restoreNote, { invalidates: STALE, undone: 'Note restored' });
  const remove = useSubmit(deleteNote, {
    invalidates: STALE,
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
    onDone: (_reply, { params }) =>
      offerUndo('Note deleted', { params: { id: Number(params.id), noteId: Number(params.noteId) } }),
  });
  return (noteId) => remove.submit({ params: { id: contactId, noteId } });
}
