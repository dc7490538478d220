import { cutText } from '#rules/imports/cut-text.ts';

/** Characters of a model's words at most. Ours: an answer in a small panel. */
export const WORDS_MAX = 2_000;

/** Keeps only the label of a link: only tools can provide something to open. */
const LINKS: readonly (readonly [RegExp, string])[] = [
  // Pictures fetch by themselves.
  [/!\[[^\]]*\]\s*(?:\([^)]*\)?|\[[^\]]*\])?/g, ''],
  [/\[([^\]]*)\]\s*\([^)]*\)?/g, '$1'],
  [/\[([^\]]+)\]\s*\[[^\]]*\]/g, '$1'],
  [/^\s*\[[^\]]+\]:\s*\S+.*$/gm, ''],
  [/<\/?[a-z!][^>]*>?/gi, ''],
  [/\b(?:(?:javascript|vbscript)\s*:|blob:|data:[a-z]+\/)\s*\S*/gi, ''],
  [/\b[a-z][a-z\d+.-]*:\/\/\S*/gi, ''],
  [/\b(?:mailto|tel|sms):(?=\S)/gi, ''],
  [/(?<![\w@.])(?:www\.\S+|(?:[a-z\d-]+\.)+[a-z]{2,}\/\S*)/gi, ''],
  [/(?<![:/\w])\/\/[a-z\d-]+\.\S*/gi, ''],
];

const MARKS: readonly (readonly [RegExp, string])[] = [
  [/^\s*```.*$/gm, ''],
  [/^\s{0,3}#{1,6}\s+/gm, ''],
  [/\*\*|__|`/g, ''],
  [/^\s{0,3}>\s?/gm, ''],
  [/^\s*\*\s+/gm, '- '],
];

/**
 * Turns a model's text into plain text: no links or pictures, no Markdown or markup, no invisible or direction-changing
 * letters, and limited in length.
 */
export function plainWords(written: string): string {
  const seen = written.normalize('NFKC').replace(/[^\P{C}\n]/gu, (letter) => (letter === '\t' ? ' ' : ''));
  return shorten(
    stripped(seen)
      .replace(/[ \u00a0]+/g, ' ')
      .replace(/ +$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  );
}

/** Removing one may leave another: repeats until nothing is found. */
function stripped(text: string): string {
  const next = [...MARKS, ...LINKS].reduce((words, [pattern, left]) => words.replace(pattern, left), text);
  return next === text ? text : stripped(next);
}

/** At the end of a sentence, if one ends in the second half. */
function shorten(text: string): string {
  if (text.length <= WORDS_MAX) return text;
  const cut = wholeSentences(text.slice(0, WORDS_MAX));
  return cut.length > WORDS_MAX / 2 ? cut : cutText(text, WORDS_MAX);
}

/** Up to the last complete sentence or line. */
export const wholeSentences = (text: string): string => /^[^]*(?:[.!?](?=\s)|(?=\n))/.exec(text)?.[0].trimEnd() ?? '';
