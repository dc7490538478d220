export interface Size {
  readonly width: number;
  readonly height: number;
}

/** CSS pixels from the right and the lower edge of the window. */
export interface PanelPlace {
  readonly right: number;
  readonly bottom: number;
}

/** CSS pixels from the left and the upper edge of the window. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Above the launchers, at the lower right. Source: the mock of the phone. */
export const HOME: PanelPlace = { right: 20, bottom: 60 };
/** CSS pixels that stay free at the edges of the window. Ours. */
const MARGIN = 8;
/** CSS pixels between two panels. Ours. */
const GAP = 12;
/** CSS pixels of one arrow key on the grip, and with Shift. Ours. */
const STEP = 16;
const LONG_STEP = 96;

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(value, Math.max(least, most)));

/** The nearest place at which all of the panel is in the window. */
export const within = (place: PanelPlace, panel: Size, view: Size): PanelPlace => ({
  right: between(MARGIN, place.right, view.width - panel.width - MARGIN),
  bottom: between(MARGIN, place.bottom, view.height - panel.height - MARGIN),
});

/** Default corner of a panel, and the order in which pressing the grip moves it through the corners. */
function corners(panel: Size, view: Size, home: PanelPlace): readonly PanelPlace[] {
  const left = view.width - panel.width - HOME.right;
  const top = view.height - panel.height - MARGIN;
  const upper = { right: home.right, bottom: top };
  return [home, { right: left, bottom: home.bottom }, { right: left, bottom: top }, upper].map((corner) =>
    within(corner, panel, view),
  );
}

const isAt = (a: PanelPlace, b: PanelPlace) => a.right === b.right && a.bottom === b.bottom;

/** The corner after the one it is in; from elsewhere the first. */
export function nextCorner(place: PanelPlace, panel: Size, view: Size, home = HOME): PanelPlace {
  const all = corners(panel, view, home);
  const at = all.findIndex((corner) => isAt(corner, place));
  return all[(at + 1) % all.length] ?? home;
}

/** Destination of an arrow key; `null`: another key. */
export function stepOf(key: string, isLong: boolean, { right, bottom }: PanelPlace, home = HOME): PanelPlace | null {
  const step = isLong ? LONG_STEP : STEP;
  switch (key) {
    case 'ArrowLeft':
      return { right: right + step, bottom };
    case 'ArrowRight':
      return { right: right - step, bottom };
    case 'ArrowUp':
      return { right, bottom: bottom + step };
    case 'ArrowDown':
      return { right, bottom: bottom - step };
    case 'Home':
      return home;
    default:
      return null;
  }
}

export const boxOf = ({ right, bottom }: PanelPlace, panel: Size, view: Size): Box => ({
  left: view.width - right - panel.width,
  top: view.height - bottom - panel.height,
  right: view.width - right,
  bottom: view.height - bottom,
});

export const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** An element that fills most of the window is visible next to any panel. */
export const isLarge = ({ left, top, right, bottom }: Box, view: Size): boolean =>
  right - left > view.width / 2 || bottom - top > view.height / 2;

/**
 * Position in which a sheet does not cover the focused element: bottom, top, or folded only. The launcher is at the
 * bottom.
 */
export function sheetClearOf(focus: Box, panel: Size, view: Size): 'below' | 'above' | 'folded' {
  const foot = view.height - HOME.bottom;
  if (focus.bottom <= foot - panel.height || focus.top >= foot) return 'below';
  return focus.top >= panel.height + MARGIN ? 'above' : 'folded';
}

interface Standing {
  readonly current: PanelPlace;
  /** Position chosen by the user. */
  readonly own: PanelPlace;
  readonly home?: PanelPlace;
}

/**
 * Position in which the panel covers none of these boxes, such as the focused element (WCAG 2.4.11): the current one,
 * otherwise the user's, otherwise a corner, otherwise next to the first box. `null`: none.
 */
export function clearOf(
  taken: readonly Box[],
  { current, own, home = HOME }: Standing,
  panel: Size,
  view: Size,
): PanelPlace | null {
  const places = [current, within(own, panel, view), ...corners(panel, view, home), ...besides(taken, panel, view)];
  return places.find((place) => !taken.some((box) => overlaps(boxOf(place, panel, view), box))) ?? null;
}

/** At the left and at the right of a box. */
const besides = ([box]: readonly Box[], panel: Size, view: Size): readonly PanelPlace[] =>
  box === undefined
    ? []
    : [view.width - box.left + GAP, view.width - box.right - GAP - panel.width].map((right) =>
        within({ right, bottom: view.height - box.bottom }, panel, view),
      );

/** Corners for the launcher, in order of preference; in the upper right, dialogs have their close button. */
const DOCK_CORNERS = ['lower-right', 'lower-left', 'upper-left'] as const;
export type DockCorner = (typeof DOCK_CORNERS)[number];

/** Returns the first corner in which the launcher doesn't cover the focused element; else the first of all. */
export function dockClearOf(focus: Box, dock: Size, view: Size): DockCorner {
  const [width, height] = [dock.width + HOME.right, dock.height + MARGIN];
  const boxes: Record<DockCorner, Box> = {
    'lower-right': { left: view.width - width, top: view.height - height, right: view.width, bottom: view.height },
    'lower-left': { left: 0, top: view.height - height, right: width, bottom: view.height },
    'upper-left': { left: 0, top: 0, right: width, bottom: height },
  };
  return DOCK_CORNERS.find((corner) => !overlaps(boxes[corner], focus)) ?? 'lower-right';
}
