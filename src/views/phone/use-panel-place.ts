import { useSelector } from '@xstate/store-react';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { phonePlaceStore } from '../../store/phone-place.store.ts';
import { clearOf, HOME, isLarge, nextCorner, type PanelPlace, sheetClearOf, stepOf, within } from './panel-place.ts';
import { useFocusSeen } from './use-focus-seen.ts';

/** CSS pixels that a pointer moves before it drags. Ours. */
const DRAG_FROM = 4;
/** Up to this width the panel is a sheet. Source: look.md. */
const NARROW = '(max-width: 720px)';
const MENU = '[role=menu]';
const DIALOG = '[role=dialog], [role=alertdialog]';

const windowSize = () => ({ width: innerWidth, height: innerHeight });
const sizeOf = (panel: HTMLElement | null) => ({
  width: panel?.offsetWidth ?? 0,
  height: panel?.offsetHeight ?? 0,
});

export interface PanelPlacing {
  readonly style: CSSProperties;
  /** A sheet lies at the top while the focus is below. */
  readonly isAtTop: boolean;
  /** Of the grip: arrow keys move the panel, a press takes it to the next corner, a drag goes along. */
  readonly grip: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onClick: () => void;
  };
  /** Of the head: a drag moves the panel. */
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
}

/**
 * Where the panel stands: where the person put it, all of it in the window, and never over what has the focus. A sheet
 * that finds no such place folds.
 */
export function usePanelPlace(panel: RefObject<HTMLElement | null>, onFold: () => void): PanelPlacing {
  const own = useSelector(phonePlaceStore, ({ context }) => context.place) ?? HOME;
  const [away, setAway] = useState<PanelPlace | null>(null);
  const [isAtTop, setAtTop] = useState(false);
  const hasDragged = useRef(false);
  const place = away ?? own;
  const shown = () => within(place, sizeOf(panel.current), windowSize());

  const move = (next: PanelPlace) => {
    setAway(null);
    phonePlaceStore.trigger.moved({ place: within(next, sizeOf(panel.current), windowSize()) });
  };
  useFocusSeen(panel, (focus, hasMoved, focused) => {
    const [size, view] = [sizeOf(panel.current), windowSize()];
    const isSheet = matchMedia(NARROW).matches;
    // A dialog lies above a sheet.
    if (isLarge(focus, view) || focused.closest(isSheet ? `${MENU}, ${DIALOG}` : MENU) !== null) return;
    if (!isSheet) {
      setAway(clearOf(focus, { current: shown(), own }, size, view));
      return;
    }
    const side = sheetClearOf(focus, size, view);
    setAtTop(side === 'above');
    if (side === 'folded' && hasMoved) onFold();
  });

  return {
    // The style sheet keeps it within the window.
    style: { '--right': `${place.right}px`, '--bottom': `${place.bottom}px` } as CSSProperties,
    isAtTop,
    grip: {
      onKeyDown: (event) => {
        const next = stepOf(event.key, event.shiftKey, shown());
        if (next === null) return;
        event.preventDefault();
        move(next);
      },
      onClick: () => {
        if (!hasDragged.current) move(nextCorner(shown(), sizeOf(panel.current), windowSize()));
        hasDragged.current = false;
      },
    },
    onPointerDown: (event) => {
      const isGrip = event.target instanceof Element && event.target.closest('.phone-grip') !== null;
      if (event.button !== 0 || matchMedia(NARROW).matches) return;
      if (!isGrip && event.target instanceof Element && event.target.closest('button') !== null) return;
      hasDragged.current = false;
      const [from, begun] = [{ x: event.clientX, y: event.clientY }, shown()];
      const drag = ({ clientX, clientY }: globalThis.PointerEvent) => {
        const [dx, dy] = [clientX - from.x, clientY - from.y];
        if (Math.hypot(dx, dy) < DRAG_FROM && !hasDragged.current) return;
        hasDragged.current = true;
        move({ right: begun.right - dx, bottom: begun.bottom - dy });
      };
      const end = () => {
        removeEventListener('pointermove', drag);
        removeEventListener('pointerup', end);
        removeEventListener('pointercancel', end);
      };
      addEventListener('pointermove', drag);
      addEventListener('pointerup', end);
      addEventListener('pointercancel', end);
    },
  };
}
