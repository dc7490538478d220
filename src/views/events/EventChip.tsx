import type { CalendarEvent } from '#contract/events.contract.ts';
import { classes } from '../_kit/format/class-names.ts';
import { formatTime } from '../_kit/format/format-when.ts';
import type { ViewProps } from './calendar-parts.ts';
import { eventSentence, leadWords } from './event-words.ts';

interface EventChipProps extends Pick<ViewProps, 'zone' | 'openKey' | 'onOpen'> {
  event: CalendarEvent;
  day: string;
}

/** An event in one line. */
export function EventChip({ event, day, zone, openKey, onOpen }: EventChipProps) {
  return (
    <button
      type="button"
      className={classes('cal-chip', `is-${event.type}`, event.key === openKey && 'is-open')}
      aria-label={eventSentence(event, day, zone)}
      aria-pressed={event.key === openKey}
      onClick={() => onOpen(event)}
    >
      {event.all_day ? null : <span className="meta num">{formatTime(event.starts_at, zone).replace(':00', '')}</span>}
      <span className="cut">{leadWords(event)}</span>
    </button>
  );
}
