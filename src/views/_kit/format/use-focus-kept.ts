import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Where the focus was in a frame. */
interface FocusPlace {
  readonly element: HTMLElement;
  /** Which of the selectors it answers to, and which one of those it is. -1: none. */
  readonly group: number;
  readonly at: number;
}

const OVER_THE_PAGE = '[role=dialog], [role=alertdialog]';

/**
 * The focus stays in a frame when what had it is taken away by a render: it goes to what stands at the same place now,
 * else to the first that one of the selectors finds. A dialog gives it back to where it was.
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
