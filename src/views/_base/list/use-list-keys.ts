import { useEffect } from 'react';
import { isCommandKey, isFree } from '../command-keys.ts';

export interface ListKeys {
  readonly onMove: (by: 1 | -1) => void;
  readonly onOpen: () => void;
  /** `through` includes all rows since the last one selected. */
  readonly onSelect: (through: boolean) => void;
  /** Absent: calling is unavailable here. */
  readonly onCall?: () => void;
  /** Absent: the browser selects everything. */
  readonly onSelectPage?: () => void;
  readonly onSearch: () => void;
  readonly onNew: () => void;
  readonly onClear: () => void;
}

const isControl = (target: EventTarget | null) => target instanceof HTMLElement && target.closest('button, a') !== null;

/** Ctrl+A, or Command+A, outside of what is typed. */
const isPageKey = (event: KeyboardEvent): boolean =>
  event.key === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey && isFree(event);

/** Single keys of a list: j k and arrows move, x selects and Shift+x a run, Ctrl+A the page, Enter opens, c calls, / searches, n makes a new one, Escape clears. */
export function useListKeys(keys: ListKeys) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = isPageKey(event) ? keys.onSelectPage : isCommandKey(event) ? actionOf(event, keys) : null;
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
      return () => keys.onSelect(false);
    case 'X':
      return () => keys.onSelect(true);
    case 'c':
      return keys.onCall ?? null;
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
