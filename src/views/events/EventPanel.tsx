import { Minus, Plus, Trash2, X } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { CalendarEvent } from '#contract/events.contract.ts';
import { movedBy } from '#rules/events/calendar-view.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import type { EventTimes } from '../../machines/events/calendar.machine.ts';
import type { NewEvent } from './new-event.ts';

const EventForm = lazyPart(() => import('./EventForm.tsx'), 'EventForm');

const QUARTER = 15;

interface EventPanelProps {
  /** `null`: not found among the events that are shown. */
  event: CalendarEvent | NewEvent | null;
  isLoading: boolean;
  userId: number;
  onMove: (event: CalendarEvent, times: EventTimes) => void;
  onRemove: (event: CalendarEvent) => void;
  onDone: (reply: unknown) => void;
  onClose: () => void;
}

/** One event beside the calendar: what it is, its moves, and its end. */
export function EventPanel({ event, isLoading, userId, onMove, onRemove, onDone, onClose }: EventPanelProps) {
  const isNew = event !== null && !('id' in event);
  const title = event === null ? 'Event' : isNew ? 'New event' : event.title;
  const around = (inner: ReactNode, leave: () => void) => (
    <aside className="side cal-panel" aria-label={title}>
      <header>
        <h2 className="grow cut">{title}</h2>
        <IconButton icon={X} size="small" label="Close" onClick={leave} />
      </header>
      {event !== null && 'id' in event && event.may_change && !event.all_day ? (
        <Moves event={event} onMove={onMove} />
      ) : null}
      {inner}
    </aside>
  );
  const loading = around(<SkeletonLines lines={8} label="Loading the event" />, onClose);
  if (event === null)
    return isLoading
      ? loading
      : around(
          <ErrorPanel
            title="Couldn't find this event"
            text="It may have been moved or deleted."
            requestId={undefined}
          />,
          onClose,
        );
  return (
    <Suspense fallback={loading}>
      <EventForm
        event={event}
        title={title}
        userId={userId}
        onDone={onDone}
        onClose={onClose}
        frame={around}
        aside={
          'id' in event && event.may_change ? (
            <Button look="danger" icon={Trash2} onClick={() => onRemove(event)}>
              Delete
            </Button>
          ) : null
        }
      />
    </Suspense>
  );
}

/** The same as dragging: the event or its end, a quarter of an hour at a time. */
function Moves({ event, onMove }: { event: CalendarEvent; onMove: EventPanelProps['onMove'] }) {
  const move = (minutes: number, edge: 'both' | 'end') => () => {
    const times = movedBy(event, minutes, edge);
    if (times !== null) onMove(event, times);
  };
  return (
    <section className="row wrap cal-moves" aria-label="Move">
      <Button size="small" icon={Minus} onClick={move(-QUARTER, 'both')} aria-label="15 minutes earlier">
        15 min
      </Button>
      <Button size="small" icon={Plus} onClick={move(QUARTER, 'both')} aria-label="15 minutes later">
        15 min
      </Button>
      <Button size="small" onClick={move(-QUARTER, 'end')} disabled={movedBy(event, -QUARTER, 'end') === null}>
        Shorter
      </Button>
      <Button size="small" onClick={move(QUARTER, 'end')}>
        Longer
      </Button>
    </section>
  );
}
