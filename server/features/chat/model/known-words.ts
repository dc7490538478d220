import { type Looked, leavesOf } from './claims.ts';
import { COMMON_WORDS } from './common-words.ts';

/** Letters from which on a text of the model's own is known again inside a longer one. Ours. */
const OWN_TEXT = 20;

/** A letter that looks like another one is of another script. */
const FOREIGN_LETTER = /[^\P{L}\p{Script=Latin}]/u;

/** One name with a dot inside, such as a host, or an address of mail. */
const ADDRESS = /[\p{L}\p{N}_.+-]*@[\p{L}\p{N}_.@-]*|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]*\p{L}[\p{L}\p{N}-]*)+/gu;

export const hasAddress = (text: string): boolean => text.search(ADDRESS) >= 0;

export interface KnownWords {
  /** Returns whether a text consists of common English or Spanish words and of words from tools or the user. */
  readonly hold: (text: string) => boolean;
}

/**
 * Permitted words: addresses only from a tool's own text, other words from tools, the user or the common vocabulary.
 */
export function knownWordsOf(said: readonly unknown[], looked: readonly Looked[]): KnownWords {
  const known = new Set<string>();
  const addresses = new Set<string>();
  const note = (text: string): void => {
    for (const word of wordsIn(text)) known.add(word);
    if (text.includes('@') && !/\s/.test(text)) addresses.add(text.toLowerCase());
  };
  for (const text of textsOf(said)) note(text);
  for (const { input, told } of looked) {
    const own = textsOf(input);
    for (const text of textsOf(told)) if (!isEcho(text, own)) note(text);
  }
  return {
    hold: (text) =>
      !FOREIGN_LETTER.test(text) &&
      (text.match(ADDRESS) ?? []).every((found) => addresses.has(found.replace(/[.-]+$/, '').toLowerCase())) &&
      text
        .replace(ADDRESS, ' ')
        .split(/[.!?\n]+/)
        .every((sentence) => {
          const words = wordsIn(sentence);
          const common = words.filter((word) => COMMON_WORDS.has(word));
          return common.length * 3 >= words.length && words.every((word) => COMMON_WORDS.has(word) || known.has(word));
        }),
  };
}

const textsOf = (value: unknown): string[] =>
  leavesOf(value).flatMap(({ leaf }) => (typeof leaf === 'string' ? leaf : []));

const isEcho = (text: string, own: readonly string[]): boolean =>
  own.some((one) => one.includes(text) || (one.length > OWN_TEXT && text.includes(one)));

/** Small and without accents. */
const wordsIn = (text: string): string[] => withoutAccents(text).match(/\p{L}+/gu) ?? [];

export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
