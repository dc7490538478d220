import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Last focus position in a frame. */
interface FocusPlace {
  readonly element: HTMLElement;
  /** The selector it matches, and its index among the matches. -1: none. */
  readonly group: number;
  readonly at: number;
}

const OVER_THE_PAGE = '[role=dialog], [role=alertdialog]';

/**
 * Keeps the focus in a frame when a render removes the focused element: it moves to the element now at the same
 * position, otherwise to the first match of a selector. A dialog restores it.
 */
export function useFocusKept<Frame extends HTMLElement>(...selectors: readonly string[]): RefObject<Frame | null> {
  const frame = useRef<Frame>(null);
  const last = useRef<FocusPlace | null>(null);

  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      if (frame.current?.contains(target)) last.current = placeOf(frame.current, selectors, target);
      else if (target.closest(OVER_THE_PAGE) === null) last.current = null;
    };
    const forget = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest(OVER_THE_PAGE) === null) last.current = null;
    };
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget);
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the selectors of a frame are fixed
  }, []);

  useLayoutEffect(() => {
    if (frame.current === null || last.current === null || document.activeElement !== document.body) return;
    nextIn(frame.current, selectors, last.current)?.focus();
  });
  return frame;
}

function placeOf(frame: HTMLElement, selectors: readonly string[], element: HTMLElement): FocusPlace {
  const group = selectors.findIndex((selector) => element.matches(selector));
  const at = group === -1 ? 0 : [...frame.querySelectorAll(selectors[group] ?? '')].indexOf(element);
  return { element, group, at };
}

function nextIn(frame: HTMLElement, selectors: readonly string[], { element, group, at }: FocusPlace) {
  if (element.isConnected) return element;
  const same = group === -1 ? [] : [...frame.querySelectorAll<HTMLElement>(selectors[group] ?? '')];
  const beside = same[Math.min(at, same.length - 1)];
  if (beside !== undefined) return beside;
  for (const selector of selectors) {
    const found = frame.querySelector<HTMLElement>(selector);
    if (found !== null) return found;
  }
  return null;
}
