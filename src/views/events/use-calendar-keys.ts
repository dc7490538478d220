import { useEffect } from 'react';
import type { CalendarView } from '#rules/events/calendar-view.ts';
import { isCommandKey } from '../_base/command-keys.ts';

export interface CalendarKeys {
  readonly onTurn: (by: 1 | -1) => void;
  readonly onView: (view: CalendarView) => void;
  readonly onToday: () => void;
  readonly onNew: () => void;
  readonly onSearch: () => void;
  readonly onClear: () => void;
}

/** Single keys of the calendar: arrows turn, m w d and a choose a view, t goes to today, n adds an event, / searches, Escape closes. */
export function useCalendarKeys(keys: CalendarKeys) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = isCommandKey(event) ? actionOf(event, keys) : null;
      if (act === null) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}

const VIEWS: Readonly<Record<string, CalendarView>> = { m: 'month', w: 'week', d: 'day', a: 'agenda' };

function actionOf({ key, target }: KeyboardEvent, keys: CalendarKeys): (() => void) | null {
  const view = VIEWS[key];
  if (view !== undefined) return () => keys.onView(view);
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      return target === document.body ? () => keys.onTurn(key === 'ArrowLeft' ? -1 : 1) : null;
    case 't':
      return keys.onToday;
    case 'n':
      return keys.onNew;
    case '/':
      return keys.onSearch;
    case 'Escape':
      return keys.onClear;
    default:
      return null;
  }
}
