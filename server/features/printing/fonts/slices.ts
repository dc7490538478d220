import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Regional form of Chinese characters: simplified Chinese, Japanese or Korean. */
export type HanForm = 'sc' | 'jp' | 'kr';

/** Families that have what Inter lacks, in the order in which they are asked: the Chinese has single letters of others. */
const FAMILIES: Readonly<Record<HanForm, readonly string[]>> = {
  sc: familiesOf('sc', 'jp', 'kr'),
  jp: familiesOf('jp', 'sc', 'kr'),
  kr: familiesOf('kr', 'sc', 'jp'),
};

function familiesOf(...han: readonly HanForm[]): string[] {
  return ['noto-emoji', ...['arabic', 'hebrew', 'devanagari', 'thai', ...han].map((name) => `noto-sans-${name}`)];
}

const { resolve } = createRequire(import.meta.url);

/** Files of a family by the characters they may have. Its ranges name some characters that the files lack. */
type Slices = ReadonlyMap<number, readonly string[]>;

/** Ranges of the families that were needed so far. */
const read = new Map<string, Slices>();

function slicesOf(family: string): Slices {
  const known = read.get(family);
  if (known !== undefined) return known;
  const ranges = resolve(`@fontsource-variable/${family}/unicode.json`);
  const slices = new Map<number, string[]>();
  for (const [name, list] of Object.entries<string>(JSON.parse(readFileSync(ranges, 'utf8')))) {
    // Others hold Latin or signs, and some letters once more, which would be cut off from their neighbors.
    if (!name.startsWith('[') && !family.endsWith(name)) continue;
    const file = join(dirname(ranges), 'files', `${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`);
    for (const range of list.split(',')) {
      const [from = 0, to = from] = range
        .slice('U+'.length)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      for (let code = from; code <= to; code += 1) {
        const files = slices.get(code);
        if (files === undefined) slices.set(code, [file]);
        else files.push(file);
      }
    }
  }
  read.set(family, slices);
  return slices;
}

/** Files that may have all these characters, the best first. */
export function filesWith([first = 0, ...others]: readonly number[], han: HanForm): string[] {
  return FAMILIES[han].flatMap((family) => {
    const slices = slicesOf(family);
    return (slices.get(first) ?? []).filter((file) =>
      others.every((code) => slices.get(code)?.includes(file) === true),
    );
  });
}
