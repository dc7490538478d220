import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isCommandKey } from '../_base/command-keys.ts';
import type { GotoItem } from './nav-items.ts';

/** Milliseconds between g and the letter of a page. Ours: what is pressed later means something else. */
const SEQUENCE_MS = 1_500;

interface Opened {
  readonly onFind: () => void;
  readonly onHelp: () => void;
}

/** Keys of every page: Ctrl K finds anything, ? shows all keys, g and a letter goes to a page. */
export function useShortcuts(nav: readonly GotoItem[], { onFind, onHelp }: Opened): void {
  const navigate = useNavigate();
  const wentAt = useRef(-SEQUENCE_MS);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        onFind();
        return;
      }
      if (!isCommandKey(event)) return;
      const isPage = event.timeStamp - wentAt.current < SEQUENCE_MS && event.key !== '?';
      const target = isPage ? nav.find(({ goto }) => goto === event.key) : undefined;
      wentAt.current = event.key === 'g' && !isPage ? event.timeStamp : -SEQUENCE_MS;
      if (!isPage && event.key !== '?') return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === '?') onHelp();
      else if (target !== undefined && target.locked === undefined) void navigate({ href: target.href });
    };
    // Before the keys of the page: after g every letter is a page's.
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  });
}
