import { type RefObject, useState } from 'react';
import { type DockCorner, dockClearOf } from './panel-place.ts';
import { useFocusSeen } from './use-focus-seen.ts';

/** Where the launcher stands: above a dialog it is never over what has the focus there. */
export function useDockCorner(dock: RefObject<HTMLElement | null>, isAbove: boolean): DockCorner {
  const [clear, setClear] = useState<DockCorner>('lower-right');
  useFocusSeen(dock, (focus, _, focused) => {
    const size = { width: dock.current?.offsetWidth ?? 0, height: dock.current?.offsetHeight ?? 0 };
    const isInDialog = focused.closest('.scrim') !== null;
    setClear(isInDialog ? dockClearOf(focus, size, { width: innerWidth, height: innerHeight }) : 'lower-right');
  });
  return isAbove ? clear : 'lower-right';
}
