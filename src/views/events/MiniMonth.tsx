import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { daysOf, turned } from '#rules/events/calendar-view.ts';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { classes } from '../_kit/format/class-names.ts';
import { dayWords, monthWords, weekdayWords } from './event-words.ts';

interface MiniMonthProps {
  /** Days that the calendar shows. */
  shown: readonly string[];
  day: string;
  today: string;
  onDay: (day: string) => void;
}

/** A month to choose a day from. */
export function MiniMonth({ shown, day, today, onDay }: MiniMonthProps) {
  const [turnedTo, setTurned] = useState<{ of: string; day: string } | null>(null);
  const month = turnedTo?.of === day ? turnedTo.day : day;
  const turn = (by: 1 | -1) => setTurned({ of: day, day: turned('month', month, by) });
  const days = daysOf('month', month);
  return (
    <section className="cal-mini" aria-label="Mini calendar">
      <div className="row">
        <h2 className="grow med cut cal-mini-name">{monthWords(month)}</h2>
        <IconButton icon={ChevronLeft} size="small" label="Previous month" onClick={() => turn(-1)} />
        <IconButton icon={ChevronRight} size="small" label="Next month" onClick={() => turn(1)} />
      </div>
      <div className="cal-mini-days">
        {days.slice(0, 7).map((one) => (
          <span key={one} className="meta quiet" aria-hidden="true">
            {weekdayWords(one).slice(0, 1)}
          </span>
        ))}
        {days.map((one) => (
          <button
            key={one}
            type="button"
            className={classes(
              'num',
              shown.includes(one) && 'is-shown',
              one.slice(0, 7) !== month.slice(0, 7) && 'is-other',
              one === today && 'is-today',
            )}
            aria-label={dayWords(one)}
            aria-pressed={one === day}
            onClick={() => onDay(one)}
          >
            {Number(one.slice(8))}
          </button>
        ))}
      </div>
    </section>
  );
}
