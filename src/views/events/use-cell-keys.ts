import { type KeyboardEvent, useRef, useState } from 'react';

/** One of many buttons in rows and columns that is reached by Tab; arrow keys go to the others. */
export function useCellKeys(cells: number, home: number) {
  const [at, setAt] = useState(home);
  const part = useRef<HTMLDivElement>(null);
  const current = Math.min(at, cells - 1);
  const go = (to: number) => {
    setAt(to);
    part.current?.querySelector<HTMLElement>(`[data-cell="${to}"]`)?.focus();
  };
  return {
    part,
    current,
    tabIndexOf: (cell: number) => (cell === current ? 0 : -1),
    /** The same function with every render. */
    onFocus: setAt as (cell: number) => void,
    /** `steps`: how far each arrow key goes. */
    onKeyDown: (event: KeyboardEvent, steps: Readonly<Record<string, number>>) => {
      const by = steps[event.key];
      const isCell = event.target instanceof HTMLElement && event.target.dataset['cell'] !== undefined;
      if (by === undefined || !isCell || event.ctrlKey || event.metaKey || event.altKey) return;
      const to = current + by;
      event.preventDefault();
      event.stopPropagation();
      if (to >= 0 && to < cells) go(to);
    },
  };
}
