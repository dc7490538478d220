import { FileUp, NotebookPen, Trash2, UserPlus } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { type Contact, createNote, deleteNote, listNotes, type Note } from '#contract/contacts.contract.ts';
import { IANA_ZONES } from '#rules/time-zone.ts';
import { useApp } from '../_app/use-app.ts';
import { useResource } from '../_app/use-resource.ts';
import { useLastingSubmit } from '../_app/use-lasting-submit.ts';
import { useNow } from '../_app/use-now.ts';
import { useSubmit } from '../_app/use-submit.ts';
import { Button } from '../_kit/Button.tsx';
import { ErrorPanel } from '../_kit/ErrorPanel.tsx';
import { formatCount } from '../_kit/format-count.ts';
import { formatTime, formatWhen } from '../_kit/format-when.ts';
import { Icon } from '../_kit/Icon.tsx';
import { IconButton } from '../_kit/IconButton.tsx';
import { Anchor } from '../_kit/Link.tsx';
import { SkeletonLines } from '../_kit/Skeleton.tsx';

/** What happened with this person, newest first: notes, and how they came here. */
export function Timeline({ contact }: { contact: Contact }) {
  const notes = useResource(listNotes, { params: { id: contact.id } });
  return (
    <section aria-label="History" className="timeline">
      <h2 className="label">History</h2>
      {notes.error && !notes.data ? (
        <ErrorPanel
          title="The notes could not be loaded"
          text={notes.error.message}
          requestId={notes.error.requestId}
          actions={<Button onClick={notes.reload}>Try again</Button>}
        />
      ) : null}
      {notes.pending ? <SkeletonLines lines={3} label="Loading notes" /> : null}
      <ol>
        {(notes.data?.data ?? []).map((note) => (
          <NoteEvent key={note.id} note={note} contact={contact} />
        ))}
        <Event icon={contact.imported ? FileUp : UserPlus} at={contact.created_at}>
          {contact.imported ? (
            <>
              <b>Imported</b> from{' '}
              <Anchor href={`/imports/${contact.imported.import_id}`}>{contact.imported.file_name}</Anchor>, row{' '}
              {formatCount(contact.imported.row_number)}
            </>
          ) : (
            <b>Added</b>
          )}
        </Event>
      </ol>
    </section>
  );
}

function NoteEvent({ note, contact }: { note: Note; contact: Contact }) {
  const { user, toasts } = useApp();
  const again = useLastingSubmit(createNote, {
    invalidates: [listNotes],
    onDone: () => toasts.show({ tone: 'good', text: 'Note restored' }),
    onFailed: (error, retry) =>
      toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } }),
  });
  const remove = useSubmit(deleteNote, {
    invalidates: [listNotes],
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
    onDone: () =>
      toasts.show({
        tone: 'info',
        text: 'Note deleted',
        action: { label: 'Undo', run: () => again({ params: { id: contact.id }, body: { body: note.body } }) },
      }),
  });
  return (
    <Event
      icon={NotebookPen}
      at={note.created_at}
      body={note.body}
      aside={
        note.author.id === user.id && !contact.deleted_at ? (
          <IconButton
            icon={Trash2}
            size="small"
            label="Delete note"
            onClick={() => remove.submit({ params: { id: contact.id, noteId: note.id } })}
          />
        ) : null
      }
    >
      <b>{note.author.id === user.id ? 'You' : note.author.name}</b> noted
    </Event>
  );
}

interface EventProps {
  icon: LucideIcon;
  at: string;
  body?: string;
  aside?: React.ReactNode;
  children: React.ReactNode;
}

function Event({ icon, at, body, aside, children }: EventProps) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  const when = formatWhen(at, zone, now);
  return (
    <li className="event">
      <span className="event-icon">
        <Icon of={icon} />
      </span>
      <div className="grow">
        <p className="event-head">
          <span>{children}</span>
          <time dateTime={at} title={formatTime(at, zone)} className="meta quiet num">
            {when}
          </time>
          {aside}
        </p>
        {body ? <p className="event-body">{body}</p> : null}
      </div>
    </li>
  );
}
