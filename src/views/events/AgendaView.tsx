import { CalendarDays, Plus } from 'lucide-react';
import { isOn } from '#rules/events/calendar-view.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { classes } from '../_kit/format/class-names.ts';
import { formatTime } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import type { ViewProps } from './calendar-parts.ts';
import { dayWords, leadWords, restWords } from './event-words.ts';

/** The events of two weeks as a list by day, for phones and screen readers. */
export function AgendaView({ days, today, events, zone, openKey, onOpen, onNew }: ViewProps) {
  const filled = days
    .map((day) => ({ day, found: events.filter((event) => isOn(event, day, zone)) }))
    .filter(({ found }) => found.length > 0);
  if (filled.length === 0)
    return (
      <EmptyState
        icon={CalendarDays}
        title="No events in these two weeks"
        text="Add an appointment, a call or a meeting."
        action={
          <Button icon={Plus} onClick={() => onNew(days[0] ?? today)}>
            New event
          </Button>
        }
      />
    );
  return (
    <div className="cal-agenda">
      {filled.map(({ day, found }) => (
        <section key={day} aria-label={dayWords(day)}>
          <h2 className="meta quiet">{day === today ? `Today, ${dayWords(day)}` : dayWords(day)}</h2>
          <ul className="card">
            {found.map((event) => (
              <li key={event.key}>
                <button
                  type="button"
                  className={classes('cal-row', `is-${event.type}`, event.key === openKey && 'is-open')}
                  onClick={() => onOpen(event)}
                >
                  <span className="num soft cal-when">
                    {event.all_day ? 'All day' : formatTime(event.starts_at, zone)}
                  </span>
                  <span className="cal-bar" aria-hidden="true" />
                  <span className="grow cal-what">
                    <span className="med cut">{leadWords(event)}</span>
                    <span className="meta soft cut">{restWords(event)}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
