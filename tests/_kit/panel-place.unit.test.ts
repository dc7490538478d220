import { describe, expect, test } from 'vitest';
import {
  boxOf,
  clearOf,
  dockClearOf,
  HOME,
  isLarge,
  nextCorner,
  overlaps,
  sheetClearOf,
  stepOf,
  within,
} from '../../src/views/_frame/panel-place.ts';

const PANEL = { width: 280, height: 496 };
const WINDOW = { width: 1440, height: 900 };
const LOWER_LEFT = { right: 1140, bottom: 60 };
const UPPER_LEFT = { right: 1140, bottom: 396 };
const UPPER_RIGHT = { right: 20, bottom: 396 };

describe('the place of the panel', () => {
  test('stays in the window, with a margin', () => {
    expect(within({ right: -40, bottom: 5_000 }, PANEL, WINDOW)).toEqual({ right: 8, bottom: 396 });
    expect(within({ right: 20, bottom: 60 }, PANEL, { width: 200, height: 300 })).toEqual({ right: 8, bottom: 8 });
  });

  test('goes through the corners by presses on the grip, from anywhere to the first', () => {
    const path = [HOME];
    for (let press = 0; press < 4; press += 1) path.push(nextCorner(path.at(-1) ?? HOME, PANEL, WINDOW));

    expect(path).toEqual([HOME, LOWER_LEFT, UPPER_LEFT, UPPER_RIGHT, HOME]);
    expect(nextCorner({ right: 333, bottom: 100 }, PANEL, WINDOW)).toEqual(HOME);
  });

  test('moves by arrow keys, further with Shift, and home by Home', () => {
    const at = { right: 100, bottom: 100 };
    expect(
      ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'a'].map((key) => stepOf(key, false, at)),
    ).toEqual([
      { right: 116, bottom: 100 },
      { right: 84, bottom: 100 },
      { right: 100, bottom: 116 },
      { right: 100, bottom: 84 },
      HOME,
      null,
    ]);
    expect(stepOf('ArrowLeft', true, at)).toEqual({ right: 196, bottom: 100 });
  });
});

describe('what has the focus', () => {
  const under = { left: 1200, top: 600, right: 1300, bottom: 632 };
  const aside = { left: 300, top: 600, right: 400, bottom: 632 };
  const places = { current: HOME, own: HOME };

  test('is below the panel, or not', () => {
    expect(boxOf(HOME, PANEL, WINDOW)).toEqual({ left: 1140, top: 344, right: 1420, bottom: 840 });
    expect([overlaps(boxOf(HOME, PANEL, WINDOW), under), overlaps(boxOf(HOME, PANEL, WINDOW), aside)]).toEqual([
      true,
      false,
    ]);
  });

  test('sends it to the first corner that is clear, and leaves it where it does not matter', () => {
    expect(clearOf([under], places, PANEL, WINDOW)).toEqual(LOWER_LEFT);
    expect(clearOf([aside], places, PANEL, WINDOW)).toEqual(HOME);
  });

  test('brings it back to its own place once that is clear and the other is not', () => {
    const lowerLeft = { left: 100, top: 600, right: 200, bottom: 632 };
    expect(clearOf([aside], { current: LOWER_LEFT, own: HOME }, PANEL, WINDOW)).toEqual(LOWER_LEFT);
    expect(clearOf([lowerLeft], { current: LOWER_LEFT, own: HOME }, PANEL, WINDOW)).toEqual(HOME);
    expect(clearOf([under], { current: LOWER_LEFT, own: HOME }, PANEL, WINDOW)).toEqual(LOWER_LEFT);
  });

  test('moves a sheet up, and collapses it when there is no room', () => {
    const [sheet, phone] = [
      { width: 374, height: 496 },
      { width: 390, height: 844 },
    ];
    const at = (top: number) => ({ left: 20, top, right: 200, bottom: top + 32 });
    expect([100, 600, 400].map((top) => sheetClearOf(at(top), sheet, phone))).toEqual(['below', 'above', 'folded']);
    // The launcher is below it, where it is nearest to the thumb.
    expect(sheetClearOf(at(800), sheet, phone)).toBe('below');
  });

  test('is nothing to flee from when it fills the window', () => {
    expect([isLarge({ left: 0, top: 0, right: 1000, bottom: 40 }, WINDOW), isLarge(under, WINDOW)]).toEqual([
      true,
      false,
    ]);
    expect(clearOf([{ left: 0, top: 0, right: 1440, bottom: 900 }], places, PANEL, WINDOW)).toBeNull();
  });
});

describe('two panels', () => {
  const MAX = { width: 352, height: 536 };
  const BESIDE = { right: 312, bottom: 60 };
  const phone = boxOf(HOME, PANEL, WINDOW);
  const standing = { current: BESIDE, own: BESIDE, home: BESIDE };

  test('are side by side until moved', () => {
    expect(clearOf([phone], standing, MAX, WINDOW)).toEqual(BESIDE);
  });

  test('are kept apart: the one that yields goes to its corner, else to the side of the other', () => {
    const moved = boxOf({ right: 400, bottom: 60 }, PANEL, WINDOW);
    expect(clearOf([moved], standing, MAX, WINDOW)).toEqual({ right: 1068, bottom: 60 });

    const small = { width: 900, height: 600 };
    const inMiddle = boxOf({ right: 250, bottom: 40 }, PANEL, small);
    expect(clearOf([inMiddle], standing, MAX, small)).toEqual({ right: 540, bottom: 40 });
    expect(clearOf([inMiddle, { left: 40, top: 300, right: 80, bottom: 320 }], standing, MAX, small)).toBeNull();
  });

  test('have corners and a home of their own', () => {
    expect(nextCorner({ right: 500, bottom: 100 }, MAX, WINDOW, BESIDE)).toEqual(BESIDE);
    expect(stepOf('Home', false, { right: 500, bottom: 100 }, BESIDE)).toEqual(BESIDE);
  });
});

test("the launcher takes the first corner that doesn't cover the focus in a dialog", () => {
  const [dock, zoomed] = [
    { width: 120, height: 40 },
    { width: 720, height: 450 },
  ];
  const line = (left: number, right: number) => ({ left, top: 400, right, bottom: 432 });

  expect([line(300, 400), line(500, 620), line(100, 620)].map((focus) => dockClearOf(focus, dock, zoomed))).toEqual([
    'lower-right',
    'lower-left',
    'upper-left',
  ]);
  expect(dockClearOf({ left: 0, top: 0, right: 720, bottom: 450 }, dock, zoomed)).toBe('lower-right');
});
