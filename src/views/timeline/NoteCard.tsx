import { NotebookPen, Pencil, Pin, Trash2 } from 'lucide-react';
import type { Contact } from '#contract/contacts.contract.ts';
import { listNotes, type Note, NOTE_MAX, updateNote } from '#contract/contacts/notes.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { formatDate, formatTime, formatWhen } from '../_kit/format/format-when.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { NoteEditor } from './NoteEditor.tsx';
import { forgetDraft, useDraft } from './use-draft.ts';
import { useNoteRemoval } from './use-note-removal.ts';

/** One note; its author changes it in place, and what is typed survives a reload. */
export function NoteCard({ note, contact }: { note: Note; contact: Contact }) {
  const { user } = useApp();
  const zone = IANA_ZONES[user.timezone];
  const now = useNow();
  const remove = useNoteRemoval(contact.id);
  const key = `note:${note.id}`;
  const [draft, write] = useDraft(key);
  const update = useSubmit(updateNote, {
    invalidates: [listNotes, readTimeline],
    onDone: (_reply, { body }) => forgetDraft(key, body.body),
  });
  const isOwn = note.author.id === user.id && contact.deleted_at === null;
  const isEdited = note.updated_at !== note.created_at;
  return (
    <li className="event">
      <span className="event-icon">
        <Icon of={note.pinned ? Pin : NotebookPen} />
      </span>
      <div className="grow">
        <p className="event-head">
          <span>
            <b>{writerOf(note, user.id)}</b>
            {isEdited ? (
              <span
                className="meta quiet"
                title={`${formatDate(note.updated_at, zone)} ${formatTime(note.updated_at, zone)}`}
              >
                {' '}
                edited
              </span>
            ) : null}
          </span>
          <time dateTime={note.created_at} title={formatTime(note.created_at, zone)} className="meta quiet num">
            {formatWhen(note.created_at, zone, now)}
          </time>
          {isOwn && draft === '' ? (
            <>
              <IconButton icon={Pencil} size="small" label="Edit note" onClick={() => write(note.body)} />
              <IconButton icon={Trash2} size="small" label="Delete note" onClick={() => remove(note.id)} />
            </>
          ) : null}
        </p>
        {isOwn && draft !== '' ? (
          <NoteEditor
            label="Edit note"
            text={draft}
            maxLength={NOTE_MAX}
            failure={update.error?.message ?? null}
            busy={update.state === 'submitting'}
            refusal={draft.trim() ? undefined : 'Write something first.'}
            onWrite={(text) => write(text === '' ? ' ' : text)}
            onSave={() => update.submit({ params: { id: contact.id, noteId: note.id }, body: { body: draft } })}
            onGiveUp={() => write('')}
          />
        ) : (
          <p className="event-body">{note.body}</p>
        )}
      </div>
    </li>
  );
}

function writerOf({ author, written_by }: Note, userId: number): string {
  if (written_by !== null) return `${written_by.name}, as ${author.name}`;
  return author.id === userId ? 'You' : author.name;
}
