import { STATE_CODES } from '#rules/places/us-places.ts';
import { stateName } from '#rules/places/us-states.ts';
import { wordDistance } from '#rules/contacts/word-distance.ts';
import { ASKING_WORDS, PEOPLE_WORDS } from './filler-words.ts';
import { isFirstName, TITLES } from '../rules/name-rules.ts';
import { TYPE_WORDS } from './type-words.ts';
import { KNOWN_WORDS, RULE_WORDS } from '../rules/rules.ts';
import { fold, type Word } from '../answer/said-words.ts';
import { CITY_WORDS } from './us-cities.ts';
import { wordTable } from '../../word-table.ts';
import type { Vocabulary } from './vocabulary.ts';

const STATE_WORDS = STATE_CODES.flatMap((code) => fold(stateName(code)).split(' '));

/** The most common words around a search. */
const ASKED_WITH = ['anything', 'show', 'find', 'give', 'need', 'want', 'please', 'search', 'display', 'looking'];

/** Possible intended words behind a typo; short words are similar to everything. */
const TARGETS: readonly string[] = [...new Set([...RULE_WORDS, ...PEOPLE_WORDS, ...ASKED_WITH, ...STATE_WORDS])].filter(
  (word) => word.length >= 4 && !TITLES.includes(word) && /^\p{L}+$/u.test(word),
);
const CITIES = [...new Set(CITY_WORDS)].filter((word) => word.length >= 5);
const PLACE_WORDS = new Set([...STATE_WORDS, ...CITY_WORDS]);

export const isStateWord = (text: string): boolean => STATE_WORDS.includes(text);

/** By the first letter, which people rarely get wrong. */
type Targets = ReadonlyMap<string, readonly string[]>;

const byLetter = (words: readonly string[]): Targets => Map.groupBy(words, ([letter = '']) => letter);

/** The words of an account with those of the rules; behind a word for places also those of cities. */
const targetsOf = (vocabulary: Vocabulary): { readonly all: Targets; readonly places: Targets } => {
  const known = targeted.get(vocabulary);
  if (known !== undefined) return known;
  const own = [...vocabulary.spoken]
    .filter((word) => word.length >= 5 && /^\p{L}+$/u.test(word))
    .flatMap((word) => (word.endsWith('s') ? [word] : [word, `${word}s`]));
  const targets = { all: byLetter([...TARGETS, ...own]), places: byLetter([...TARGETS, ...own, ...CITIES]) };
  targeted.set(vocabulary, targets);
  return targets;
};
const targeted = new WeakMap<Vocabulary, { readonly all: Targets; readonly places: Targets }>();

/** Maximum typos in a word of this length. Our choice: in a short word each letter counts. */
const slipsIn = (length: number): number => (length < 4 ? 0 : length < 9 ? 1 : 2);

/** The intended word: the same first letter, few typos, and no other word as close. */
function meant(text: string, targets: Targets): string | null {
  let [best, distance]: [string | null, number] = [null, slipsIn(text.length) + 1];
  for (const target of targets.get(text[0] ?? '') ?? []) {
    if (Math.abs(target.length - text.length) >= distance + 1 || !isComparable(text, target)) continue;
    const far = wordDistance(text, target);
    if (far > distance || (far === distance && target === best)) continue;
    // Two equally close words: undecided.
    best = far === distance ? null : target;
    distance = far;
  }
  return distance <= slipsIn(text.length) ? best : null;
}

/**
 * In a four-letter word one letter may be missing or the ending wrong (`texs`, `dayz`); other words are too similar.
 */
const isComparable = (text: string, target: string): boolean =>
  text.length > 4
    ? target.length > 3
    : target.length === 5 || (target.slice(0, 3) === text.slice(0, 3) && text.endsWith('z'));

/** Short forms of one letter, as in text messages. */
const SHORT = wordTable<string>({ w: 'with', n: 'and', u: 'you', r: 'are' });

/** `plan n` is a plan. */
const LETTERED = ['plan', 'plans', 'part', 'supplement', 'medigap', 'letter'];

/** `clients w a birthday`, `clients n leads`; a capital letter is an initial. */
function written(words: readonly Word[]): readonly Word[] {
  return words.map((word, index) => {
    const text = SHORT[word.text];
    const [before, next] = [words[index - 1], words[index + 1]];
    const isOther = word.said !== word.text || word.joined || next?.joined || LETTERED.includes(before?.text ?? '');
    return text === undefined || isOther ? word : { ...word, text };
  });
}

/** Names of choices say the long form: `app out` for the status `Application out`. */
const LONG = wordTable<string>({
  app: 'application',
  apps: 'applications',
  appt: 'appointment',
  appts: 'appointments',
});

/** Spelled as they sound, with another first letter. */
const BY_EAR = wordTable<string>({ fone: 'phone', fones: 'phones', numbr: 'number' });

function longForm(text: string, { spoken }: Vocabulary): string | null {
  const heard = BY_EAR[text];
  if (heard !== undefined && !spoken.has(text)) return heard;
  const long = LONG[text];
  if (long === undefined || spoken.has(text)) return null;
  return spoken.has(long) || spoken.has(long.replace(/s$/, '')) ? long : null;
}

export interface Mended {
  readonly words: readonly Word[];
  /** By the word's position: its assumed meaning. */
  readonly taken: ReadonlyMap<number, string>;
}

/**
 * The words with slips of the keys put right, as far as that is beyond doubt. Names stay as they are: what has a capital
 * in the middle of a sentence, first names, and the only strange word.
 */
export function mend(said: readonly Word[], vocabulary: Vocabulary): Mended {
  const words = written(said);
  const taken = new Map<number, string>();
  const { all, places } = targetsOf(vocabulary);
  const tried = new Map<string, string | null>();
  const isKnown = (text: string) => KNOWN_WORDS.has(text) || vocabulary.spoken.has(text) || PLACE_WORDS.has(text);
  const isLone = words.filter(({ text }) => !ASKING_WORDS.has(text)).length === 1;
  const mended = words.map((word, index) => {
    const long = longForm(word.text, vocabulary);
    if (long !== null) {
      taken.set(index, long);
      return { ...word, text: long };
    }
    const isName = index > 0 && /^\p{Lu}/u.test(word.said);
    const isPlain = /^\p{L}+$/u.test(word.text) && word.owner === null && !word.joined;
    const isCut = isKnown(word.text.replace(/s$/, '')) || isKnown(`${word.text}s`);
    if (!isPlain || isName || isKnown(word.text) || isCut || isFirstName(word.text)) return word;
    // Many last names are similar to city names: cities are considered only after a preposition of place.
    const isPlace = ['in', 'from', 'en'].includes(words[index - 1]?.text ?? '');
    const key = `${word.text} ${isPlace}`;
    const text = tried.has(key) ? (tried.get(key) ?? null) : meant(word.text, isPlace ? places : all);
    tried.set(key, text);
    // One strange word alone is a name: only a word for people is nearer.
    if (text === null || (isLone && !PEOPLE_WORDS.has(text) && !TYPE_WORDS.includes(text))) return word;
    taken.set(index, text);
    return { ...word, text };
  });
  return { words: mended, taken };
}
