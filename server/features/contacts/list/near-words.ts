import { nicknamesOf } from '#rules/contacts/nicknames.ts';
import { wordDistance } from '#rules/contacts/word-distance.ts';
import type { SearchWord } from './contact-search.ts';

/** Other spelling: within the text, as a separate word, or phone numbers with a space between them. */
export interface Spelling {
  readonly kind: 'part' | 'word' | 'phones';
  readonly text: string;
}

/** A word and its possible meanings. */
export interface NearWord extends SearchWord {
  readonly near: readonly Spelling[];
}

/** A word of the dictionary that shares a key with one that was typed (migration 0020). */
export interface Candidate {
  /** Place of the typed word, from 1. */
  readonly asked: number;
  /** The typed word, folded and without signs. */
  readonly folded: string;
  readonly word: string;
  /** Phonetic match. */
  readonly alike: boolean;
}

/** Maximum spellings looked up per word. Our choice: each is a lookup of its own. */
const MAX_SPELLINGS = 10;

/** Minimum letters for a match within a longer word: `gonzalez` in `gonzalez-ruiz`. Our choice. */
const WITHIN_FROM = 5;

/** Letters that may differ in a word of so many. Ours: in a short one every letter counts. */
function allowance(letters: number, alike: boolean): number {
  if (letters < 3) return 0;
  return letters >= 7 || (alike && letters >= 4) ? 2 : 1;
}

const lettersOf = (word: string) => word.replace(/[\p{P}\p{S}\s]+/gu, '');

/** Doubled letters count once: `gonnzalez`, `philip`. */
const undoubled = (word: string) => word.replace(/(.)\1+/gu, '$1');

interface Near {
  readonly word: string;
  readonly alike: boolean;
  /** 0: the same letters. */
  readonly distance: number;
}

function nearTo({ folded, word, alike }: Candidate): Near {
  const letters = lettersOf(word);
  const apart = wordDistance(folded, letters);
  if (apart === 0) return { word, alike, distance: 0 };
  const letter = undoubled(folded) === undoubled(letters) ? 1 : apart;
  // The first letter is rarely wrong.
  return { word, alike, distance: folded[0] === letters[0] ? letter : letter + 0.5 };
}

/** The candidates that are near enough, the nearest first. A word that is a name itself is only mistaken by ear. */
function nearest(candidates: readonly Candidate[]): Near[] {
  const all = candidates.map((candidate) => ({ ...nearTo(candidate), letters: candidate.folded.length }));
  const isName = all.some(({ distance }) => distance === 0);
  return all
    .filter(({ distance, alike, letters }) =>
      isName ? distance < 1 || (alike && distance === 1) : Math.floor(distance) <= allowance(letters, alike),
    )
    .toSorted((a, b) => a.distance - b.distance || Number(b.alike) - Number(a.alike) || (a.word < b.word ? -1 : 1));
}

const spell = (text: string): Spelling => ({ kind: text.length < WITHIN_FROM ? 'word' : 'part', text });

/** Possible meanings of a word, from nearby dictionary entries: other characters, forms or letters. */
export function spellingsOf(text: string, candidates: readonly Candidate[]): Spelling[] {
  const folded = candidates[0]?.folded ?? lettersOf(text.toLowerCase());
  const near = nearest(candidates);
  const [same, other] = [near.filter(({ distance }) => distance === 0), near.filter(({ distance }) => distance > 0)];
  const all = [...same.map(({ word }) => word), ...nicknamesOf(folded), ...other.map(({ word }) => word)];
  return [...new Set(all)].slice(0, MAX_SPELLINGS).map(spell);
}

/** US phone numbers with one different digit or two neighbors swapped. Only for complete numbers. */
export function nearPhones(digits: string): Spelling[] {
  const number = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  if (number.length !== 10) return [];
  const places = Array.from(number, (_, i) => i);
  const wrong = places.flatMap((i) =>
    Array.from('0123456789', (digit) => `${number.slice(0, i)}${digit}${number.slice(i + 1)}`),
  );
  const swapped = places
    .slice(1)
    .map((i) => `${number.slice(0, i - 1)}${number[i]}${number[i - 1]}${number.slice(i + 1)}`);
  const others = [...new Set([...wrong, ...swapped])].filter((other) => other !== number);
  return [{ kind: 'phones', text: others.map((other) => `+1${other}`).join(' ') }];
}
