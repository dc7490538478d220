import type { Brand } from '#brands/brand.ts';
import type { Boot } from '#contract/_boot.contract.ts';

export const FONT_SIZES = ['small', 'default', 'large'] as const;
export const PRIMARY_COLORS = ['brand', 'orange', 'green', 'pink', 'yellow', 'purple'] as const;
export const BACKGROUNDS = ['default', 'dark'] as const;

/** Display options of one user. `brand`: the brand's own color, none chosen. */
export interface DisplayOptions {
  size: (typeof FONT_SIZES)[number];
  primary: (typeof PRIMARY_COLORS)[number];
  background: (typeof BACKGROUNDS)[number];
}

export const DEFAULT_DISPLAY: DisplayOptions = { size: 'default', primary: 'brand', background: 'default' };

/** Shows the whole document in these options. */
export function applyDisplay(document: Document, { size, primary, background }: DisplayOptions): void {
  const { dataset } = document.documentElement;
  dataset['size'] = size;
  dataset['primary'] = primary;
  dataset['bg'] = background;
}

/**
 * Applies the brand's colors, name and icon to the document. A constructed sheet passes a strict content security
 * policy.
 */
export function applyBrand(document: Document, brand: Brand, { styles, icon_color }: Boot): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [sheet];
  document.documentElement.dataset['brand'] = brand.key;
  document.title = brand.name;
  document.querySelector('link[rel=icon]')?.setAttribute('href', iconOf(brand, icon_color));
}

/** The mark in the brand's primary, as a picture that needs no request. */
function iconOf({ mark }: Brand, color: string): string {
  const paths = mark.map(({ d, stroke }) =>
    stroke === null
      ? `<path d="${d}" fill="${color}"/>`
      : `<path d="${d}" fill="none" stroke="${color}" stroke-width="${stroke}" stroke-linecap="round"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${paths.join('')}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
