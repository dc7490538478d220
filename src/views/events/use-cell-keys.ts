import { type KeyboardEvent, useState } from 'react';

/** Reaches one of many buttons, with `data-cell`, by Tab, and the others by arrow keys. */
export function useCellKeys(cells: number, home: number) {
  const [at, setAt] = useState(home);
  const current = Math.min(at, cells - 1);
  return {
    current,
    /** The same function with every render. */
    onFocus: setAt as (cell: number) => void,
  };
}

/** Goes to the button that an arrow key leads to; `steps` says how far each goes. */
export function goToCell(event: KeyboardEvent<HTMLElement>, steps: Readonly<Record<string, number>>): void {
  const by = steps[event.key];
  if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  const to = Number(event.currentTarget.dataset['cell']) + by;
  event.currentTarget.closest('.cal-month, .cal-body')?.querySelector<HTMLElement>(`[data-cell="${to}"]`)?.focus();
}
