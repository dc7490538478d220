import { type RefObject, useEffect, useRef } from 'react';
import type { Box } from './panel-place.ts';

/**
 * Reports the focus position outside floating panels: when a panel appears, and, as moved, when the focus moves there.
 */
export function useFocusSeen(
  float: RefObject<HTMLElement | null>,
  onFocus: (focus: Box, hasMoved: boolean, focused: HTMLElement) => void,
): void {
  const latest = useRef(onFocus);
  useEffect(() => {
    latest.current = onFocus;
  });
  useEffect(() => {
    let frame = 0;
    const look = (hasMoved: boolean) => {
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement) || focused === document.body) return;
      if (!float.current?.contains(focused)) latest.current(focused.getBoundingClientRect(), hasMoved, focused);
    };
    const lookTwice = () => {
      // Immediately, because Tab may move within a frame; and in the next frame, because the page may have scrolled
      // since.
      look(true);
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => look(true));
    };
    look(false);
    document.addEventListener('focusin', lookTwice);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', lookTwice);
    };
  }, [float]);
}
