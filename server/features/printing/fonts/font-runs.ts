import bidiFactory, { type Bidi } from 'bidi-js';
import type { HanForm } from './slices.ts';

// Its types tell of an ES module, which it isn't.
const bidi = (bidiFactory as unknown as () => Bidi)();
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a reader takes for one character: with its marks, and an emoji whole. */
export const charactersOf = (text: string): string[] => Array.from(CHARACTERS.segment(text), ({ segment }) => segment);

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
const UNSPACED = /[\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Words of a text without spaces, as some scripts are written, each with the punctuation that follows. */
export function wordsOf(text: string): string[] {
  if (!UNSPACED.test(text)) return [text];
  const words: string[] = [];
  for (const { segment, isWordLike } of WORDS.segment(text)) {
    if (isWordLike === true || words.length === 0) words.push(segment);
    else words.push(`${words.pop() ?? ''}${segment}`);
  }
  return words;
}

/** How a paragraph is set, also line by line. */
export interface Manner {
  readonly isRtl: boolean;
  readonly han: HanForm;
}

export const mannerOf = (paragraph: string): Manner => ({
  isRtl: bidi.getEmbeddingLevels(paragraph).paragraphs[0]?.level === 1,
  han: hanOf(paragraph),
});

/** Form of the Chinese characters of a text: by the other characters, since they alone don't tell. */
function hanOf(text: string): HanForm {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp';
  return /\p{Script=Hangul}/u.test(text) ? 'kr' : 'sc';
}

/** Part of a line in one font and direction. */
export interface Run<Font> {
  readonly text: string;
  readonly font: Font;
  readonly isRtl: boolean;
}

/** SARA AM in its two parts, with the ring below a tone: fonts expect that order, and fontkit leaves it out. */
export const inThaiOrder = (text: string): string =>
  text.replace(/([\u0E31\u0E34-\u0E37\u0E47-\u0E4E]*)\u0E33/g, '\u0E4D$1\u0E32');

/** Shown as nothing in any font. */
const FONTLESS = /^\p{Default_Ignorable_Code_Point}+$/u;

/** A line in parts, from left to right. */
export function runsOf<Font>(line: string, isRtl: boolean, fontOf: (character: string) => Font): Run<Font>[] {
  const embedding = bidi.getEmbeddingLevels(line, isRtl ? 'rtl' : 'ltr');
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels);
  const runs: { text: string; readonly font: Font; readonly level: number }[] = [];
  const runAt: (typeof runs)[number][] = [];
  for (const character of charactersOf(line)) {
    const at = runAt.length;
    const level = embedding.levels[at] ?? 0;
    const last = runs.at(-1);
    const font = last !== undefined && FONTLESS.test(character) ? last.font : fontOf(character);
    const run = last?.font === font && last.level === level ? last : { text: '', font, level };
    if (run !== last) runs.push(run);
    run.text += mirrored.get(at) ?? character;
    for (let unit = 0; unit < character.length; unit += 1) runAt.push(run);
  }
  const seen = new Set(bidi.getReorderedIndices(line, embedding).flatMap((index) => runAt[index] ?? []));
  return Array.from(seen, ({ text, font, level }) => ({ text: inThaiOrder(text), font, isRtl: level % 2 === 1 }));
}
