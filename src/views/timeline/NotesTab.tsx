import { NotebookPen, Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { listNotes } from '#contract/contacts/notes.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { TextField } from '../_kit/controls/TextField.tsx';
import { LogPage } from './LogPage.tsx';
import { NoteCard } from './NoteCard.tsx';
import { NoteForm } from './NoteForm.tsx';
import { PinnedNote } from './PinnedNote.tsx';
import './timeline.css';

/** Notes on a page. Ours: more than most contacts have. */
const NOTES = 50;

/** Notes of a contact: the pinned one, a form for a new one, and all of them with a search. */
export function NotesTab({ contact }: { contact: Contact }) {
  const { user } = useApp();
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const q = useDeferredValue(typed.trim());
  const query = { page, limit: NOTES, ...(q && { q }) };
  const notes = useResource(listNotes, { params: { id: contact.id }, query });
  const mayWrite = contact.deleted_at === null && user.permissions.includes('contacts.write');
  const pinned = notes.data?.data.find((note) => note.pinned);
  return (
    <>
      {q === '' && page === 1 && notes.data ? (
        <PinnedNote contactId={contact.id} note={pinned ?? null} mayWrite={mayWrite} />
      ) : null}
      {mayWrite ? (
        <div className="composer">
          <NoteForm contactId={contact.id} />
        </div>
      ) : null}
      <div className="notes-search">
        <TextField
          label="Search in notes"
          labelHidden
          type="search"
          icon={Search}
          placeholder="Search in notes"
          value={typed}
          maxLength={200}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(1);
          }}
        />
      </div>
      <LogPage
        label="Notes"
        page={notes}
        empty={
          q
            ? { icon: NotebookPen, title: 'No notes match', text: 'Try fewer words.' }
            : { icon: NotebookPen, title: 'No notes yet', text: 'Notes about this contact appear here.' }
        }
        onPage={setPage}
        row={(note) => (note.pinned && q === '' ? null : <NoteCard key={note.id} note={note} contact={contact} />)}
      />
    </>
  );
}
