import { useEffect } from 'react';
import { isCommandKey } from '../_app/command-keys.ts';

export interface ListKeys {
  readonly onMove: (by: 1 | -1) => void;
  readonly onOpen: () => void;
  readonly onSelect: () => void;
  readonly onSearch: () => void;
  readonly onNew: () => void;
  readonly onClear: () => void;
}

const isControl = (target: EventTarget | null) => target instanceof HTMLElement && target.closest('button, a') !== null;

/** Single keys of a list: j k and arrows move, x selects, Enter opens, / searches, n makes a new one, Escape clears. */
export function useListKeys(keys: ListKeys) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isCommandKey(event)) return;
      const act = actionOf(event, keys);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [keys]);
}

function actionOf(event: KeyboardEvent, keys: ListKeys): (() => void) | null {
  switch (event.key) {
    case 'j':
    case 'ArrowDown':
      return () => keys.onMove(1);
    case 'k':
    case 'ArrowUp':
      return () => keys.onMove(-1);
    case 'Enter':
      return isControl(event.target) ? null : keys.onOpen;
    case 'x':
      return keys.onSelect;
    case '/':
      return keys.onSearch;
    case 'n':
      return keys.onNew;
    case 'Escape':
      return keys.onClear;
    default:
      return null;
  }
}
