import { useSelector } from '@xstate/store-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { SHEET_MAX_WIDTH } from '../../machines/_dock/dock.machine.ts';
import { type FloatingPanel, panelPlacesStore } from '../../store/panel-places.store.ts';
import { boxOfPanel, observeBoxes, tellBox } from '../_frame/panel-boxes.ts';
import {
  type Box,
  boxOf,
  clearOf,
  HOME,
  isLarge,
  nextCorner,
  type PanelPlace,
  sheetClearOf,
  stepOf,
  within,
} from '../_frame/panel-place.ts';
import { useFocusSeen } from '../_frame/use-focus-seen.ts';

/** CSS pixels that a pointer moves before it drags. Ours. */
const DRAG_FROM = 4;
/** These float above every panel. */
const ABOVE = '[role=menu], .popover';
const DIALOG = '[role=dialog], [role=alertdialog]';

const isNarrow = (): boolean => innerWidth <= SHEET_MAX_WIDTH;

const windowSize = () => ({ width: innerWidth, height: innerHeight });
const sizeOf = (panel: HTMLElement | null) => ({
  width: panel?.offsetWidth ?? 0,
  height: panel?.offsetHeight ?? 0,
});

export interface PanelPlacing {
  readonly style: CSSProperties;
  /** A sheet moves to the top while the focus is below it. */
  readonly isAtTop: boolean;
  /** Handlers of the grip: arrow keys move the panel, a click moves it to the next corner, dragging moves it along. */
  readonly grip: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onClick: () => void;
  };
  /** Handler of the head: dragging moves the panel. */
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
}

interface Panel {
  readonly name: FloatingPanel;
  /** Default position, until the user moves it. */
  readonly home?: PanelPlace;
  /** The panel that stays where it is while this one makes way. */
  readonly yieldsTo?: FloatingPanel;
  readonly onFold: () => void;
}

/**
 * Position of a panel: where the user put it, fully inside the window, never over the focused element or a panel with
 * priority. A sheet without such a position folds.
 */
export function usePanelPlace(
  panel: RefObject<HTMLElement | null>,
  { name, home = HOME, yieldsTo, onFold }: Panel,
): PanelPlacing {
  const own = useSelector(panelPlacesStore, ({ context }) => context.places[name]) ?? home;
  const other = useSyncExternalStore(observeBoxes, () => (yieldsTo === undefined ? null : boxOfPanel(yieldsTo)));
  const [away, setAway] = useState<PanelPlace | null>(null);
  const [isAtTop, setAtTop] = useState(false);
  const hasDragged = useRef(false);
  const place = away ?? own;
  const shown = () => within(place, sizeOf(panel.current), windowSize());

  const move = (next: PanelPlace) => {
    setAway(null);
    panelPlacesStore.trigger.moved({ panel: name, place: within(next, sizeOf(panel.current), windowSize()) });
  };
  const makeWay = (current: PanelPlace, ...taken: readonly Box[]) => {
    const standing = { current, own, home };
    const [size, view] = [sizeOf(panel.current), windowSize()];
    const all = other === null ? taken : [...taken, other];
    setAway(clearOf(all, standing, size, view) ?? clearOf(taken, standing, size, view));
  };
  useFocusSeen(panel, (focus, hasMoved, focused) => {
    const [size, view] = [sizeOf(panel.current), windowSize()];
    const isSheet = isNarrow();
    // A dialog floats above a sheet.
    if (isLarge(focus, view) || focused.closest(isSheet ? `${ABOVE}, ${DIALOG}` : ABOVE) !== null) return;
    if (!isSheet) {
      makeWay(shown(), focus);
      return;
    }
    const side = sheetClearOf(focus, size, view);
    setAtTop(side === 'above');
    if (side === 'folded' && hasMoved) onFold();
  });
  useLayoutEffect(() => {
    if (yieldsTo !== undefined && !isNarrow()) makeWay(within(own, sizeOf(panel.current), windowSize()));
    // oxlint-disable-next-line react/exhaustive-deps -- it moves aside, and back, when either has moved
  }, [other, own]);
  useEffect(() => {
    tellBox(name, isNarrow() ? null : boxOf(shown(), sizeOf(panel.current), windowSize()));
  });
  useEffect(() => () => tellBox(name, null), [name]);

  return {
    // The style sheet keeps it within the window.
    style: { '--right': `${place.right}px`, '--bottom': `${place.bottom}px` } as CSSProperties,
    isAtTop,
    grip: {
      onKeyDown: (event) => {
        const next = stepOf(event.key, event.shiftKey, shown(), home);
        if (next === null) return;
        event.preventDefault();
        move(next);
      },
      onClick: () => {
        if (!hasDragged.current) move(nextCorner(shown(), sizeOf(panel.current), windowSize(), home));
        hasDragged.current = false;
      },
    },
    onPointerDown: (event) => {
      const isGrip = event.target instanceof Element && event.target.closest('.panel-grip') !== null;
      if (event.button !== 0 || isNarrow()) return;
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
