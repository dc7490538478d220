/** Writes a number as far as it is typed, as its country does: libphonenumber's AsYouType. */
export type AsYouType = (typed: string) => string;

/**
 * Returns typed digits with dashes (core §5): `15125550142` → `1-512-555-0142`; ten digits get the leading 1. `write`
 * is `null` until it has loaded. An extension follows: `5125550100x45` → `1-512-555-0100 x45`.
 */
export function shownNumber(typed: string, write: AsYouType | null): string {
  const [number = '', extension] = typed.split('x');
  const shown = shownDigits(number, write);
  return extension === undefined ? shown : `${shown} x${extension}`;
}

function shownDigits(typed: string, write: AsYouType | null): string {
  if (write === null || typed.includes('*')) return typed;
  const shown = write(typed)
    .replace(/[()]/g, '')
    .replace(/[\s-]+/g, '-')
    .replace(/-$/, '');
  return /^[2-9]\d{9}$/.test(typed) ? `1-${shown}` : shown;
}

/** Typed characters, without the added dashes and leading 1. */
const isTyped = (character: string): boolean => /[\d+*x]/.test(character);

/** The place in what is shown that has so many typed characters behind it. */
export function placeWith(behind: number, shown: string): number {
  let place = shown.length;
  for (let left = behind; left > 0 && place > 0; place -= 1) if (isTyped(shown[place - 1] ?? '')) left -= 1;
  return place;
}

/** Keypad edits that turn the typed text into another one: characters to erase at the end, then the rest to type. */
export function keysTo(typed: string, next: string): { readonly erased: number; readonly text: string } {
  let same = 0;
  while (same < typed.length && typed[same] === next[same]) same += 1;
  return { erased: typed.length - same, text: next.slice(same) };
}
