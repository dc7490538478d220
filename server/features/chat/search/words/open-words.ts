import { TIES } from './filler-words.ts';
import { isFirstName, isNameLike, isParticle } from '../rules/name-rules.ts';
import type { Text } from '../reading.ts';
import { fold } from '../answer/said-words.ts';
import { isSurname } from './surnames.ts';

/** A stretch of words that no rule has claimed. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** Context of the words. */
export interface Around {
  /** True when the words are the whole message: without other conditions or words for people. */
  readonly isAll: boolean;
  /** A word for people follows directly: `Humana clients`. */
  readonly isBeforePeople: boolean;
}

/** Behind these a capital makes no name: `on Humana`, `with Aetna`. */
const NO_NAME_BEHIND = [
  'on',
  'with',
  'at',
  'about',
  'by',
  'has',
  'have',
  'having',
  'of',
  'under',
  'through',
  'using',
  'via',
  'in',
  'not',
  'without',
  'from',
  'had',
  'got',
  'their',
  'the',
  'wants',
  'want',
  'since',
  'before',
  'after',
  'until',
  'during',
];

/** `find`, `look up`, `pull up`, `busca`. */
const LOOKING_UP = ['find', 'up', 'busca', 'buscar'];

/** Words of a name at most. Ours: more of them are a sentence. */
const MOST = 5;

const isCapital = (said: string): boolean => /^\p{Lu}/u.test(said);

/** Returns whether unclaimed words are a name; otherwise they are asked about. */
export function isName(
  { words, isKnown, vocabulary }: Text,
  { from, to }: Run,
  { isAll, isBeforePeople }: Around,
): boolean {
  const run = words.slice(from, to);
  const telling = run.filter(({ text }) => !isParticle(text));
  if (run.length > MOST || telling.length === 0 || !run.every(({ said }) => isNameLike(said)) || isBeforePeople)
    return false;
  const before = words[from]?.afterBreak === true ? undefined : words[from - 1]?.text;
  const hasCapitals = telling.every(({ said }) => isCapital(said));
  // `marcus stribling` is no user, though a user is called Marcus.
  const isOfUser = (text: string) =>
    telling.some((word) => !isKnown(word.text)) &&
    vocabulary.words.owners.some(({ name }) => fold(name).split(' ').includes(text));
  const isStrange = telling.every(
    ({ text, joined }) => joined || !isKnown(text) || isFirstName(text) || isOfUser(text),
  );
  if (before !== undefined && NO_NAME_BEHIND.includes(before)) return false;
  // The first word of a sentence has a capital anyway.
  const isSentenceStart = from === 0 && telling.length === 1;
  // `lopez in houston`: a last name before a place isn't a property.
  const tie = words[to];
  const isBeforeTie = tie !== undefined && (tie.afterBreak || /^(?:in|from|at|near)$/.test(tie.text));
  if (telling.length === 1 && isBeforeTie && isSurname(telling[0]?.text ?? '') && isStrange) return true;
  if (hasCapitals && (!isSentenceStart || isFirstName(telling[0]?.text ?? ''))) return true;
  if (!isStrange) return false;
  if (isAll) return run.length <= 3 || isParticle(run[1]?.text ?? '');
  if (isFirstName(telling[0]?.text ?? '') && telling.length > 1) return true;
  // `find kowalczyk in Ohio`: a person is looked up; words that end like a property are not names.
  const next = words[to];
  const isLookedUp =
    before !== undefined && LOOKING_UP.includes(before) && (!next || next.afterBreak || TIES.has(next.text));
  return isLookedUp && telling.every(({ text }) => !/(?:s|ed|ing)$/.test(text));
}
