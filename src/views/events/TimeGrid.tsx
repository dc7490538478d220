import { type CSSProperties, memo, useLayoutEffect, useRef } from 'react';
import { blocksOn, isLong, isOn, isWeekend, LEAST_MINUTES, type Placed, placed } from '#rules/events/calendar-view.ts';
import { clockText, wallClocks } from '#rules/time/zoned-time.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { useTicks } from '../_base/use-ticks.ts';
import { classes } from '../_kit/format/class-names.ts';
import { formatCounted } from '../_kit/format/format-count.ts';
import { formatTime } from '../_kit/format/format-when.ts';
import { X } from 'lucide-react';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import type { Teammate, ViewProps } from './calendar-parts.ts';
import { EventChip } from './EventChip.tsx';
import { dayWords, eventSentence, hourWords, leadWords, restWords, weekdayWords, zoneWords } from './event-words.ts';
import { goToCell, useCellKeys } from './use-cell-keys.ts';
import { type Drag, useEventDrag } from './use-event-drag.ts';
import './time-grid.css';

const DAY_MINUTES = 1_440;
const SLOT = 30;
const SLOTS = DAY_MINUTES / SLOT;
/** The hour that is at the top at first. */
const MORNING = 8;
const MINUTE_MS = 60_000;
/** Half hours that each arrow key goes. */
const STEPS = { ArrowLeft: -SLOTS, ArrowRight: SLOTS, ArrowUp: -1, ArrowDown: 1 };

const clock = wallClocks();
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Hours of one day or of a week. Arrow keys go from half hour to half hour; Enter adds an event there. */
export function TimeGrid(props: ViewProps) {
  const { days, today, events, zone, onDay, team, onTeam } = props;
  const shown = columnsOf(props);
  const taken = team === null ? NONE_TAKEN : takenSlots(events, days[0] ?? today, zone);
  const scroll = useRef<HTMLDivElement>(null);
  const home = Math.max(0, days.indexOf(today)) * SLOTS + MORNING * 2;
  const keys = useCellKeys(shown.length * SLOTS, home);
  const dragging = useEventDrag(props.onMove);
  const columns = { '--days': shown.length } as CSSProperties;
  useLayoutEffect(() => {
    const area = scroll.current;
    if (area !== null) area.scrollTop = (area.scrollHeight / HOURS.length) * MORNING;
  }, []);
  return (
    <div className="cal-hours" style={columns}>
      <div className="cal-head">
        <span className="meta quiet cal-zone">{zoneWords(zone)}</span>
        {shown.map(({ key, day, who, events: own }) => (
          <div key={key} className={classes(day === today && 'is-today')}>
            {who === null ? (
              <button type="button" className="cal-day-name" onClick={() => onDay(day)} aria-label={dayWords(day)}>
                <span className="meta">{weekdayWords(day)}</span>
                <b className="num">{Number(day.slice(8))}</b>
              </button>
            ) : (
              <span className="cal-who">
                <b className="cut">{who.name}</b>
                <IconButton
                  icon={X}
                  size="small"
                  label={`Remove ${who.name}`}
                  onClick={() => onTeam((team ?? []).map(({ id }) => id).filter((id) => id !== who.id))}
                />
              </span>
            )}
            {own
              .filter((event) => isLong(event) && isOn(event, day, zone))
              .map((event) => (
                <EventChip key={event.key} {...props} event={event} day={day} />
              ))}
          </div>
        ))}
      </div>
      <div className="cal-scroll" ref={scroll}>
        <section className="cal-body" aria-label="Hours">
          <div className="cal-labels" aria-hidden="true">
            {HOURS.slice(1).map((hour) => (
              <span key={hour} className="meta quiet num" style={{ top: `${(hour / 24) * 100}%` }}>
                {hourWords(hour * 60)}
              </span>
            ))}
          </div>
          {shown.map(({ key, day, who, events: own }, column) => (
            <DayColumn
              key={key}
              {...props}
              events={own}
              who={who}
              taken={taken}
              day={day}
              column={column}
              cell={Math.floor(keys.current / SLOTS) === column ? keys.current : null}
              onCell={keys.onFocus}
              drag={dragging.drag}
              begin={team === null ? dragging.begin : NO_DRAG}
            />
          ))}
        </section>
      </div>
    </div>
  );
}

interface Column {
  readonly key: string;
  readonly day: string;
  /** `null`: the columns are days. */
  readonly who: Teammate | null;
  readonly events: ViewProps['events'];
}

/** A column a day, or one a person. */
const columnsOf = ({ days, team, events, today }: ViewProps): Column[] =>
  team === null
    ? days.map((day) => ({ key: day, day, who: null, events }))
    : team.map((who) => ({
        key: `person ${who.id}`,
        day: days[0] ?? today,
        who,
        events: events.filter(({ user }) => user.id === who.id),
      }));

const NONE_TAKEN: ReadonlySet<number> = new Set();
/** Across columns of people, a drag would say another day. */
const NO_DRAG = () => undefined;

/** Half hours of a day in which someone has an event. */
function takenSlots(events: ViewProps['events'], day: string, zone: string): ReadonlySet<number> {
  const blocks = blocksOn(events, day, zone);
  const slots = Array.from({ length: SLOTS }, (_, slot) => slot);
  return new Set(slots.filter((slot) => blocks.some(({ from, to }) => from < (slot + 1) * SLOT && to > slot * SLOT)));
}

interface DayColumnProps extends ViewProps, ReturnType<typeof useEventDrag> {
  day: string;
  column: number;
  who: Teammate | null;
  /** Half hours in which someone of the team is busy. */
  taken: ReadonlySet<number>;
  /** The one that Tab reaches; `null`: it is on another day. */
  cell: number | null;
  onCell: (cell: number) => void;
}

/** Half hours and events of a day. It is drawn again only for what it shows. */
const DayColumn = memo(function DayColumn(props: DayColumnProps) {
  const { day, column, cell: reached, onCell, today, events, zone, onNew, who, taken } = props;
  const blocks = placed(blocksOn(events, day, zone));
  return (
    <div className={classes('cal-day', isWeekend(day) && 'is-weekend')}>
      {Array.from({ length: SLOTS }, (_, slot) => {
        const cell = column * SLOTS + slot;
        return (
          <button
            key={cell}
            type="button"
            className={classes('cal-slot', taken.has(slot) && 'is-taken')}
            data-cell={cell}
            tabIndex={cell === reached ? 0 : -1}
            aria-label={`${who === null ? '' : `${who.name}, `}${slotWords(day, slot * SLOT, blocks)}`}
            onFocus={() => onCell(cell)}
            onKeyDown={(event) => goToCell(event, STEPS)}
            onClick={() => onNew(`${day}T${clockText(slot * SLOT)}`, who?.id)}
          />
        );
      })}
      {blocks.map((block) => (
        <EventBlock key={block.event.key} {...props} block={block} />
      ))}
      {day === today ? <NowLine zone={zone} /> : null}
    </div>
  );
});

function slotWords(day: string, minute: number, blocks: readonly Placed[]): string {
  const count = blocks.filter(({ from, to }) => from < minute + SLOT && to > minute).length;
  const time = hourWords(minute - (minute % 60)).replace(' ', minute % 60 === 0 ? ':00 ' : ':30 ');
  return `${dayWords(day)}, ${time}, ${count === 0 ? 'free' : formatCounted(count, 'event', 'events')}. Add an event`;
}

interface EventBlockProps extends DayColumnProps {
  block: Placed;
}

const percent = (minutes: number): string => `${(minutes / DAY_MINUTES) * 100}%`;

function EventBlock({ block, day, zone, openKey, onOpen, drag, begin }: EventBlockProps) {
  const { event } = block;
  const isOpen = event.key === openKey;
  const style = styleOf(block, drag?.key === event.key ? drag : null);
  return (
    <button
      type="button"
      className={classes(
        'cal-block',
        `is-${event.type}`,
        isOpen && 'is-open',
        block.to - block.from <= 30 && 'is-short',
      )}
      style={style}
      aria-label={eventSentence(event, day, zone)}
      aria-pressed={isOpen}
      onPointerDown={(down) => begin(down, event, 'both')}
      onClick={() => onOpen(event)}
    >
      {event.may_change ? (
        <span className="cal-grip is-start" onPointerDown={(down) => begin(down, event, 'start')} />
      ) : null}
      <span className="med cut">{leadWords(event)}</span>
      <span className="meta soft cut">
        {formatTime(event.starts_at, zone)}, {restWords(event)}
      </span>
      {event.may_change ? (
        <span className="cal-grip is-end" onPointerDown={(down) => begin(down, event, 'end')} />
      ) : null}
    </button>
  );
}

/** Place of an event on its day, or where it is dragged to. */
function styleOf({ from, to, column, columns }: Placed, drag: Drag | null): CSSProperties {
  const days = drag?.edge === 'both' ? Math.round(drag.minutes / DAY_MINUTES) : 0;
  const minutes = (drag?.minutes ?? 0) - days * DAY_MINUTES;
  const start = drag?.edge === 'end' ? from : from + minutes;
  const end = drag?.edge === 'start' ? to : to + minutes;
  return {
    top: percent(start),
    height: percent(Math.max(LEAST_MINUTES, end - start)),
    left: `${((column + days * columns) / columns) * 100}%`,
    width: `${100 / columns}%`,
    ...(drag !== null && { zIndex: 3 }),
  };
}

function NowLine({ zone }: { zone: string }) {
  const now = useTicks(MINUTE_MS, clockNow);
  return <i className="cal-now" style={{ top: percent(clock(zone, now).minute) }} aria-hidden="true" />;
}
