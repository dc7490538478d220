import { type PointerEvent, useCallback, useState } from 'react';
import type { CalendarEvent } from '#contract/events.contract.ts';
import { type Edge, movedBy } from '#rules/events/calendar-view.ts';
import type { EventTimes } from '../../machines/events/calendar.machine.ts';

/** Minutes that a dragged event snaps to. */
const STEP = 15;
/** CSS pixels that a pointer moves before it drags. Ours. */
const DRAG_FROM = 5;
const DAY_MINUTES = 1_440;

export interface Drag {
  readonly key: string;
  readonly minutes: number;
  readonly edge: Edge;
}

const swallow = (click: MouseEvent) => {
  click.stopPropagation();
  forget();
};
const forget = () => {
  for (const type of ['pointerdown', 'keydown'] as const) removeEventListener(type, forget, true);
  removeEventListener('click', swallow, true);
};

/** The click that ends a drag opens nothing; a later one does. */
function swallowClick(): void {
  addEventListener('click', swallow, true);
  for (const type of ['pointerdown', 'keydown'] as const) addEventListener(type, forget, true);
}

/** Drags an event over days and hours, or one of its ends over hours. */
export function useEventDrag(onMove: (event: CalendarEvent, times: EventTimes) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const begin = useCallback(
    (down: PointerEvent<HTMLElement>, event: CalendarEvent, edge: Edge) => {
      const day = down.currentTarget.closest<HTMLElement>('.cal-day');
      if (down.button !== 0 || down.pointerType === 'touch' || day === null || !event.may_change) return;
      down.stopPropagation();
      const from = { x: down.clientX, y: down.clientY };
      const { width, height } = day.getBoundingClientRect();
      let [minutes, hasDragged] = [0, false];
      const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
        const [dx, dy] = [clientX - from.x, clientY - from.y];
        if (!hasDragged && Math.hypot(dx, dy) < DRAG_FROM) return;
        hasDragged = true;
        const days = edge === 'both' ? Math.round(dx / width) : 0;
        minutes = days * DAY_MINUTES + Math.round(((dy / height) * DAY_MINUTES) / STEP) * STEP;
        setDrag({ key: event.key, minutes, edge });
      };
      const stop = () => {
        removeEventListener('pointermove', move);
        removeEventListener('pointerup', drop);
        removeEventListener('pointercancel', stop);
        removeEventListener('keydown', cancel);
        setDrag(null);
      };
      const drop = () => {
        stop();
        if (hasDragged) swallowClick();
        const times = hasDragged && minutes !== 0 ? movedBy(event, minutes, edge) : null;
        if (times !== null) onMove(event, times);
      };
      const cancel = ({ key }: globalThis.KeyboardEvent) => {
        if (key === 'Escape') stop();
      };
      addEventListener('pointermove', move);
      addEventListener('pointerup', drop);
      addEventListener('pointercancel', stop);
      addEventListener('keydown', cancel);
    },
    [onMove],
  );
  return { drag, begin };
}
