import { type CalendarEvent, events } from '#contract/events.contract.ts';
import { conflictsOf, instantsOf } from '#rules/events/calendar-view.ts';
import { useApp } from '../_base/use-app.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useResource } from '../_base/use-resource.ts';
import { Note } from '../_kit/display/Note.tsx';
import { formatTime } from '../_kit/format/format-when.ts';
import { rangeDate, timeWords, zoneWords } from './event-words.ts';

interface ConflictNoteProps {
  draft: {
    readonly all_day?: boolean;
    readonly start_date?: string | null;
    readonly start_time?: string;
    readonly end_time?: string;
    readonly zone?: string;
  };
  /** `null`: a new event. */
  of: CalendarEvent | null;
  userId: number;
  contact: CalendarEvent['contact'];
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** What the contact's clock shows then, and events at the same time. */
export function ConflictNote({ draft, of, userId, contact }: ConflictNoteProps) {
  const { user } = useApp();
  const own = IANA_ZONES[user.timezone];
  const { all_day: isAllDay = false, start_date: day, start_time: start = '', end_time: end = '', zone = own } = draft;
  const isTimed = !isAllDay && typeof day === 'string' && DAY.test(day) && start !== '' && end > start;
  const times = isTimed ? instantsOf({ start_date: day, start_time: start, end_date: day, end_time: end }, zone) : null;
  const range = times === null || typeof day !== 'string' ? null : rangeDate(day);
  const read = useResource(
    events.list,
    range === null ? null : { query: { start_date: range, end_date: range, zone, downline_user_id: String(userId) } },
  );
  if (times === null) return null;
  const found = read.isEarlier ? [] : conflictsOf(read.data?.data ?? [], times, of?.key ?? null);
  const theirs = contact?.zone ?? null;
  return (
    <>
      {contact === null || theirs === null || theirs === zone ? null : (
        <p className="meta soft">
          {formatTime(times.starts_at, theirs)} for {contact.name}, {zoneWords(theirs)}
        </p>
      )}
      {found.length === 0 ? null : (
        <Note tone="warn" title="Overlaps with another event">
          {found.map((one) => `${one.title}, ${timeWords(one, own)}`).join('; ')}
        </Note>
      )}
    </>
  );
}
