import { charactersOf, wordsOf } from './fonts/font-runs.ts';

/** Width of a text of one line, in points, at a size. */
export type Measure = (text: string, line: number, size: number) => number;

export interface Fitted {
  readonly size: number;
  readonly lines: readonly { readonly text: string /** Of the given lines, from 0. */; readonly of: number }[];
}

export interface Space {
  readonly width: number;
  readonly height: number;
  readonly largest: number;
  readonly smallest: number;
}

/** Height of a line, of the size. Source: Inter, ascent and descent. */
export const LINE_HEIGHT = 1.21;

/** Points between two sizes that are tried. Ours. */
const STEP = 0.5;

/** Sizes below which lines are rather broken than shrunk, of the largest. Ours: names stay easy to read. */
const RATHER_BROKEN = 0.8;

type WidthOf = (part: string) => number;

/** Wraps a text to a width: between words, at a hyphen, or within a word that is too wide on its own. */
export function wrap(text: string, width: number, widthOf: WidthOf): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  // Added up, because measuring the whole line at each word would take most of a letter's time.
  let used = 0;
  for (const { part, glue } of partsOf(text, width, widthOf)) {
    const longer = used + widthOf(`${glue}${part}`);
    if (line !== '' && longer <= width) {
      line += `${glue}${part}`;
      used = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = part;
    used = widthOf(line);
    if (used > width) {
      const pieces = cut(line, width, widthOf);
      line = pieces.pop() ?? '';
      lines.push(...pieces);
      used = widthOf(line);
    }
  }
  return [...lines, line];
}

const partsOf = (text: string, width: number, widthOf: WidthOf) =>
  text.split(' ').flatMap((chunk) =>
    wordsOf(chunk)
      .flatMap((word) => (widthOf(word) <= width ? [word] : word.split(/(?<=-)/u)))
      .map((part, at) => ({ part, glue: at === 0 ? ' ' : '' })),
  );

/** Signs of a word that are looked at for one line. Ours: more than a line holds, however long the word is. */
const CUT_SIGNS = 300;

/** A word line by line, each of as many signs as fit, and at least one. */
function cut(word: string, width: number, widthOf: WidthOf): string[] {
  const signs = charactersOf(word);
  const lines: string[] = [];
  for (let from = 0; from < signs.length; ) {
    const near = signs.slice(from, from + CUT_SIGNS);
    let kept = 1;
    let tooMany = near.length + 1;
    while (tooMany - kept > 1) {
      const tried = (kept + tooMany) >> 1;
      if (widthOf(near.slice(0, tried).join('')) <= width) kept = tried;
      else tooMany = tried;
    }
    lines.push(near.slice(0, kept).join(''));
    from += kept;
  }
  return lines;
}

/** The largest size at which lines fit into a space: shrunk a little, then broken, then shrunk more, in the end cut. */
export function fitLines(lines: readonly string[], space: Space, measure: Measure): Fitted {
  const { width, height, largest, smallest } = space;
  const fits = (count: number, size: number) => count * size * LINE_HEIGHT <= height;
  for (let size = largest; size >= largest * RATHER_BROKEN; size -= STEP) {
    if (fits(lines.length, size) && lines.every((text, of) => measure(text, of, size) <= width))
      return { size, lines: lines.map((text, of) => ({ text, of })) };
  }
  const brokenAt = (size: number) =>
    lines.flatMap((text, of) =>
      wrap(text, width, (part) => measure(part, of, size)).map((part) => ({ text: part, of })),
    );
  for (let size = largest; size >= smallest; size -= STEP) {
    const broken = brokenAt(size);
    if (fits(broken.length, size)) return { size, lines: broken };
  }
  return {
    size: smallest,
    lines: cutLines(brokenAt(smallest), lines.length, Math.floor(height / (smallest * LINE_HEIGHT))),
  };
}

type Lines = Fitted['lines'];

/** Every line keeps its beginning; the longest lose most. */
function cutLines(broken: Lines, count: number, most: number): Lines {
  const kept = Array.from({ length: count }, (_, of) => broken.filter((line) => line.of === of));
  while (kept.flat().length > most) {
    const longest = kept.reduce((a, b) => (b.length > a.length ? b : a));
    if (longest.length < 2) break;
    longest.pop();
    const last = longest.pop();
    if (last !== undefined)
      longest.push({ ...last, text: `${charactersOf(last.text).slice(0, -1).join('').trimEnd()}…` });
  }
  return kept.flat().slice(0, most);
}
