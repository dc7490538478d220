import type { SearchWord } from './contact-search.ts';
import { type Candidate, type NearWord, nearPhones, type Spelling, spellingsOf } from './near-words.ts';

/** Possible meanings of a search. */
export interface CloseWords {
  readonly words: readonly NearWord[];
  /** Spellings of all words together: `de la cruz` for `delacruz` and the other way round. */
  readonly whole: readonly string[];
}

/** Dictionary entries near each of these texts, in order. */
export type LookUp = (texts: readonly string[]) => Promise<readonly (readonly Candidate[])[]>;

/** Words that may be one name written apart. Our choice. */
const MAX_PARTS = 4;

/** Spellings of an address or of its parts that are tried. Ours. */
const MAX_ADDRESSES = 12;

const isNumber = (text: string) => /^\d+$/.test(text);
const lettersOf = (word: string) => word.replace(/[^\p{L}]+/gu, '');

/** Lookups for a word: for an address its domain and the names before it. */
function piecesOf({ text }: SearchWord): string[] {
  if (isNumber(text)) return [];
  if (!text.includes('@')) return [text];
  const [local = '', domain = ''] = text.split('@');
  return [domain, ...local.split(/[^\p{L}]+/u)].filter((piece) => piece.length > 2);
}

/** An address whose domain or names are spelled as the dictionary has them. */
function addressSpellings(text: string, found: ReadonlyMap<string, readonly Spelling[]>): Spelling[] {
  const [local = '', domain = ''] = text.split('@');
  const domains = [domain, ...(found.get(domain) ?? []).map((spelling) => spelling.text)];
  const locals = [local];
  for (const piece of local.split(/[^\p{L}]+/u)) {
    for (const spelling of found.get(piece) ?? []) locals.push(local.replace(piece, lettersOf(spelling.text)));
  }
  const all = domains.flatMap((behind) => locals.map((before) => `${before}@${behind}`));
  return [...new Set(all)]
    .filter((address) => address !== text)
    .slice(0, MAX_ADDRESSES)
    .map((address) => ({ kind: 'part', text: address }));
}

/** Possible meanings of these words; `null` when nothing is near any of them. */
export async function closeWords(words: readonly SearchWord[], lookUp: LookUp): Promise<CloseWords | null> {
  const pieces = [...new Set(words.flatMap(piecesOf))];
  const isName =
    words.length > 1 && words.length <= MAX_PARTS && words.every(({ text }) => /^[\p{L}'’-]+$/u.test(text));
  const joined = isName ? [words.map(({ text }) => text).join('')] : [];
  const candidates = await lookUp([...pieces, ...joined]);
  const found = new Map(pieces.map((piece, i) => [piece, spellingsOf(piece, candidates[i] ?? [])]));
  const nearOf = ({ text }: SearchWord): readonly Spelling[] => {
    if (isNumber(text)) return nearPhones(text);
    return text.includes('@') ? addressSpellings(text, found) : (found.get(text) ?? []);
  };
  const near = words.map((word) => ({ ...word, near: nearOf(word) }));
  const sameLetters = (candidates[pieces.length] ?? []).filter(({ folded, word }) => lettersOf(word) === folded);
  const whole = joined.length > 0 ? sameLetters.map(({ word }) => word) : [];
  return whole.length > 0 || near.some((word) => word.near.length > 0) ? { words: near, whole } : null;
}
