import { readFile } from 'node:fs/promises';
import subsetFont from 'subset-font';
import { inThaiOrder } from './font-runs.ts';
import { filesWith, type HanForm } from './slices.ts';

/** A character, with the form that its text asks for. */
export interface Wanted {
  readonly character: string;
  readonly han: HanForm;
}

/** Widths of strokes, by Inter's Regular and SemiBold. */
const WEIGHTS = { plain: 400, strong: 600 } as const;

/** One font file in the weights of a print: with the characters it was loaded for, and no others. */
export type FontBytes = { readonly [weight in keyof typeof WEIGHTS]: Buffer };

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/** Code points of a character that a font must have; joiners and selectors of variants only choose among its shapes. */
export const codesOf = (character: string): number[] =>
  Array.from(character).flatMap((sign) => (IGNORABLE.test(sign) ? [] : [sign.codePointAt(0) ?? 0]));

const keyOf = ({ character, han }: Wanted): string => `${han} ${character}`;

/**
 * Fonts of one print beyond Inter, each opened by `open` once it is loaded. A family is cut into files of some hundred
 * characters, and of those only the wanted ones are kept.
 */
export function otherFonts<Font>(open: (bytes: FontBytes) => { font: Font; has: (code: number) => boolean }) {
  const found = new Map<string, Font>();
  /** Files that haven't been tried for a character; none are left for one that no font has. */
  const untried = new Map<string, string[]>();

  async function load(wanted: Iterable<Wanted>): Promise<void> {
    const due = new Map(Array.from(wanted, (one) => [keyOf(one), one]));
    while (due.size > 0) {
      const byFile = new Map<string, Wanted[]>();
      for (const [key, one] of due) {
        const files = untried.get(key) ?? filesWith(codesOf(one.character), one.han);
        untried.set(key, files);
        const file = found.has(key) ? undefined : files.shift();
        if (file === undefined) due.delete(key);
        else byFile.set(file, [...(byFile.get(file) ?? []), one]);
      }
      for (const [file, ones] of byFile) {
        const { font, has } = open(await bytesOf(file, ones));
        for (const one of ones) if (codesOf(one.character).every(has)) found.set(keyOf(one), font);
      }
    }
  }

  /** Font of a character that was loaded. The other forms of Chinese characters are as wide, and better than none. */
  const fontOf = ({ character, han }: Wanted): Font | null => {
    for (const form of [han, 'sc', 'jp', 'kr'] as const) {
      const font = found.get(keyOf({ character, han: form }));
      if (font !== undefined) return font;
    }
    return null;
  };
  return { load, fontOf };
}

async function bytesOf(file: string, wanted: readonly Wanted[]): Promise<FontBytes> {
  const written = wanted.map(({ character }) => character).join('');
  const text = ` ${written}${inThaiOrder(written)}`;
  const cut = await subsetFont(await readFile(file), text, { targetFormat: 'truetype' });
  const inWeight = (wght: number) => subsetFont(cut, text, { variationAxes: { wght } });
  return { plain: await inWeight(WEIGHTS.plain), strong: await inWeight(WEIGHTS.strong) };
}
