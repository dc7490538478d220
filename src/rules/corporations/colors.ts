/** Contrast that text needs. Source: WCAG 2.2, 1.4.3. */
export const TEXT_CONTRAST = 4.5;

const HEX = /^#[0-9a-f]{6}$/;

/** Colors of a corporation's page, as `#rrggbb`; empty: the default. */
export interface PageColors {
  /** Headings and buttons. */
  readonly color_1: string;
  /** Links. */
  readonly color_2: string;
  /** Background. */
  readonly color_3: string;
}

/** What stands for an empty color. */
export const DEFAULT_COLORS: PageColors = { color_1: '#14343b', color_2: '#0b5e73', color_3: '#ffffff' };

/** The colors of a page; a default where one is empty or isn't written out yet. */
export const shownColors = (colors: { readonly [Name in keyof PageColors]?: string | undefined }): PageColors => {
  const shown = (name: keyof PageColors) => {
    const color = (colors[name] ?? '').toLowerCase();
    return HEX.test(color) ? color : DEFAULT_COLORS[name];
  };
  return { color_1: shown('color_1'), color_2: shown('color_2'), color_3: shown('color_3') };
};

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21, rounded down to a tenth, so that no failing pair reads as passing. Source: WCAG 2.2, contrast ratio. */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a);
  return Math.floor(((light + 0.05) / (dark + 0.05)) * 10) / 10;
}

/** Black or white, whichever reads better on a color. */
export const inkOn = (color: string): string =>
  contrastOf('#ffffff', color) >= contrastOf('#000000', color) ? '#ffffff' : '#000000';

export interface ColorFault {
  readonly field: 'color_1' | 'color_2';
  readonly message: string;
}

/** The first color that can't be read on the background. `null`: all can. */
export function colorFault(colors: Partial<PageColors>): ColorFault | null {
  const { color_3: background, ...texts } = shownColors(colors);
  for (const [field, what] of [
    ['color_1', 'Headings'],
    ['color_2', 'Links'],
  ] as const) {
    const ratio = contrastOf(texts[field], background);
    if (ratio < TEXT_CONTRAST)
      return {
        field,
        message: `${what} need a contrast of ${TEXT_CONTRAST}:1 against the background. This color has ${ratio}:1.`,
      };
  }
  return null;
}
