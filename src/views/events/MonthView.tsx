import { isOn } from '#rules/events/calendar-view.ts';
import { classes } from '../_kit/format/class-names.ts';
import { formatCounted } from '../_kit/format/format-count.ts';
import type { ViewProps } from './calendar-parts.ts';
import { EventChip } from './EventChip.tsx';
import { dayWords, weekdayWords } from './event-words.ts';
import { goToCell, useCellKeys } from './use-cell-keys.ts';

/** Days that each arrow key goes. */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
/** Events that a day shows before the others are counted. */
const SHOWN = 3;

interface MonthViewProps extends ViewProps {
  /** A day of the month. */
  day: string;
}

/** Weeks of a month. Arrow keys go from day to day; Enter adds an event. */
export function MonthView(props: MonthViewProps) {
  const { days, day, today, events, zone, onNew, onDay } = props;
  const keys = useCellKeys(days.length, Math.max(0, days.indexOf(day)));
  return (
    <section className="cal-month" aria-label="Days of the month">
      {days.slice(0, 7).map((one) => (
        <span key={one} className="meta quiet cal-weekday" aria-hidden="true">
          {weekdayWords(one)}
        </span>
      ))}
      {days.map((one, cell) => {
        const found = events.filter((event) => isOn(event, one, zone));
        const shown = found.length > SHOWN ? found.slice(0, SHOWN - 1) : found;
        const isOther = one.slice(0, 7) !== day.slice(0, 7);
        return (
          <div key={one} className={classes('cal-date', isOther && 'is-other', one === today && 'is-today')}>
            <button
              type="button"
              className="cal-number num"
              data-cell={cell}
              tabIndex={cell === keys.current ? 0 : -1}
              aria-label={`${dayWords(one)}, ${formatCounted(found.length, 'event', 'events')}. Add an event`}
              {...(one === today && { 'aria-current': 'date' as const })}
              onFocus={() => keys.onFocus(cell)}
              onKeyDown={(event) => goToCell(event, STEPS)}
              onClick={() => onNew(one)}
            >
              {Number(one.slice(8))}
            </button>
            {shown.map((event) => (
              <EventChip key={event.key} {...props} event={event} day={one} />
            ))}
            {shown.length < found.length ? (
              <button type="button" className="cal-more meta" onClick={() => onDay(one)}>
                {found.length - shown.length} more<span className="sr"> on {dayWords(one)}</span>
              </button>
            ) : null}
          </div>
        );
      })}
    </section>
  );
}
