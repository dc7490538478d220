import { type RefObject, useState } from 'react';
import { type DockCorner, dockClearOf } from '../../_frame/panel-place.ts';
import { useFocusSeen } from '../../_frame/use-focus-seen.ts';

/** Position of the launcher: above a dialog it never covers the focused element. MAX's launcher is next to it. */
export function useDockCorner(dock: RefObject<HTMLElement | null>, isAbove: boolean): DockCorner {
  const [clear, setClear] = useState<DockCorner>('lower-right');
  useFocusSeen(dock, (focus, _, focused) => {
    const lane = [...document.querySelectorAll<HTMLElement>('.dock')];
    const width = lane.reduce((sum, { offsetWidth }) => sum + offsetWidth, 0);
    const size = { width, height: dock.current?.offsetHeight ?? 0 };
    const isInDialog = focused.closest('.scrim') !== null;
    setClear(isInDialog ? dockClearOf(focus, size, { width: innerWidth, height: innerHeight }) : 'lower-right');
  });
  return isAbove ? clear : 'lower-right';
}
