import { Trash2 } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { readContact } from '#contract/contacts.contract.ts';
import { removeActivity, restoreActivity } from '#contract/timeline/activities.contract.ts';
import { readTimeline, type TimelineEntry } from '#contract/timeline.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { formatCount } from '../_kit/format/format-count.ts';
import { formatDate, formatTime } from '../_kit/format/format-when.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { DISPOSITION_WORDS } from '../phone/calls/call-words.ts';
import { EmailState } from './EmailState.tsx';
import { entryWords } from './entry-words.ts';
import { useNoteRemoval } from './use-note-removal.ts';
import { useUndo } from './use-undo.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const RecordingPlayer = lazyPart(() => import('../phone/calls/RecordingPlayer.tsx'), 'RecordingPlayer');

/** One timeline entry: who did what, as whom, and the text. */
export function TimelineEvent({ entry, contact }: { entry: TimelineEntry; contact: Contact }) {
  const { user } = useApp();
  const zone = IANA_ZONES[user.timezone];
  const { icon, did, body } = entryWords(entry);
  return (
    <li className="event">
      <span className="event-icon">
        <Icon of={icon} />
      </span>
      <div className="grow">
        <p className="event-head">
          <span>
            <Who entry={entry} /> {did} <More entry={entry} />
          </span>
          <time dateTime={entry.at} title={formatDate(entry.at, zone)} className="meta quiet num">
            {formatTime(entry.at, zone)}
          </time>
          <Removal entry={entry} contact={contact} />
        </p>
        {body ? <p className="event-body">{body}</p> : null}
        {entry.what.of === 'call' ? <Recorded call={entry.what} contactId={contact.id} /> : null}
        {entry.what.of === 'mail' ? <EmailState mail={entry.what} contact={contact} /> : null}
      </div>
    </li>
  );
}

/** "You", "Dana Whitfield, as Marcus Reed", or the workflow itself. */
function Who({ entry: { actor, acting_as, what } }: { entry: TimelineEntry }) {
  const { user } = useApp();
  if (actor === null) return what.of === 'origin' ? <b>Someone</b> : null;
  const name = actor.id === user.id && acting_as === null ? 'You' : actor.name;
  return (
    <>
      <b>{name}</b>
      {acting_as === null ? null : `, as ${acting_as.name},`}
    </>
  );
}

/** Additions to an entry: a file, whether it was undone, whether a note was edited. */
function More({ entry: { what, actor } }: { entry: TimelineEntry }): ReactNode {
  if (what.of === 'note') return what.edited ? <span className="meta quiet">edited</span> : null;
  if (what.of === 'call') return <Disposed call={what} actor={actor} />;
  if (what.of === 'event') return <Times event={what} />;
  if (what.of === 'origin') return what.import === null ? null : <ImportLink row={what.import} />;
  if (what.of === 'bulk') return what.undone ? <span className="meta quiet">undone</span> : null;
  if (what.of !== 'import') return null;
  return (
    <>
      <ImportLink row={what} /> {what.undone ? <span className="meta quiet">undone</span> : null}
    </>
  );
}

type Planned = Extract<TimelineEntry['what'], { of: 'event' }>;

/** When an event is, or was to be. */
function Times({ event: { action, from_at: from, to_at: to } }: { event: Planned }) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const when = (at: string) => `${formatDate(at, zone)}, ${formatTime(at, zone)}`;
  if (action === 'moved' && from !== null && to !== null) return `from ${when(from)} to ${when(to)}`;
  const at = to ?? from;
  return at === null ? null : `for ${when(at)}`;
}

type Called = Extract<TimelineEntry['what'], { of: 'call' }>;

function Disposed({ call: { id, disposition }, actor }: { call: Called; actor: TimelineEntry['actor'] }) {
  const { user } = useApp();
  const isTheirs = actor?.id === user.id || user.downline_count > 0;
  return (
    <>
      {disposition === null ? null : <span className="meta quiet">{DISPOSITION_WORDS[disposition]}</span>}{' '}
      {isTheirs && user.permissions.includes('phone.call') ? <Link href={`/calls/${id}`}>Outcome</Link> : null}
    </>
  );
}

function Recorded({ call, contactId }: { call: Called; contactId: number }) {
  if (call.file_id === null) return null;
  return (
    <Suspense>
      <RecordingPlayer file={{ contactId, fileId: call.file_id }} label="the recording" />
    </Suspense>
  );
}

function ImportLink({
  row: { id, file_name, row_number },
}: {
  row: { id: number; file_name: string; row_number: number };
}) {
  return (
    <>
      from <Link href={`/imports/${id}`}>{file_name}</Link>, row {formatCount(row_number)}
    </>
  );
}

/** Retracts the user's own entry. */
function Removal({ entry: { what, actor, acting_as }, contact }: { entry: TimelineEntry; contact: Contact }) {
  const { user } = useApp();
  const writer = acting_as ?? actor;
  if (writer?.id !== user.id || contact.deleted_at !== null) return null;
  if (what.of === 'note') return <NoteRemoval contactId={contact.id} noteId={what.id} />;
  return what.of === 'activity' ? <ActivityRemoval contactId={contact.id} activityId={what.id} /> : null;
}

function NoteRemoval({ contactId, noteId }: { contactId: number; noteId: number }) {
  const remove = useNoteRemoval(contactId);
  return <IconButton icon={Trash2} size="small" label="Delete note" onClick={() => remove(noteId)} />;
}

const STALE = [readTimeline, readContact];

function ActivityRemoval({ contactId, activityId }: { contactId: number; activityId: number }) {
  const { toasts } = useApp();
  const params = { id: contactId, activityId };
  const offerUndo = useUndo(restoreActivity, { invalidates: STALE, undone: 'Restored' });
  const remove = useSubmit(removeActivity, {
    invalidates: STALE,
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
    onDone: () => offerUndo('Removed from the timeline', { params }),
  });
  return <IconButton icon={Trash2} size="small" label="Remove" onClick={() => remove.submit({ params })} />;
}
