/** Small things that people say to any intent. Pure functions. */

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Lower case, one space, no marks at the ends: `The first one!` is `the first one`. */
const plain = (said: string) =>
  said
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** `the first one`, `2nd`, `the last contact`. */
const ORDINAL = new RegExp(
  `^(?:(?:open|show|show me|pick|take|choose|i mean|its|it's) )?(?:the )?(?:(${ORDINALS.join('|')}|last)|(\\d{1,2})(?:st|nd|rd|th))(?: (?:one|contact|person))?(?: please)?$`,
);
/** `2`, `two`, `#2`, `number 4`, `option two`: a bare number is an index, and `show 2` may be a count. */
const NUMBER = new RegExp(
  `^(?:(?:open|pick|take|choose|i mean|its|it's) )?(?:the )?(?:(?:number|no|nr|option|choice|card|contact) )?(\\d{1,2}|${NUMBERS.join('|')})(?: please)?$`,
);
const SHOWN_NUMBER = new RegExp(`^show(?: me)? (?:the )?(?:number|no|nr) (\\d{1,2}|${NUMBERS.join('|')})(?: please)?$`);

/** The position mentioned, from 1; `last` is `count`. `null` when none is. */
function placeSaid(said: string, count: number): number | null {
  const words = plain(said);
  const [, word, nth] = ORDINAL.exec(words) ?? [];
  if (word !== undefined) return word === 'last' ? count : ORDINALS.indexOf(word) + 1;
  const number = nth ?? (NUMBER.exec(words) ?? SHOWN_NUMBER.exec(words))?.[1];
  if (number === undefined) return null;
  return NUMBERS.includes(number) ? NUMBERS.indexOf(number) + 1 : Number(number);
}

/**
 * Index of the chosen item among `count`, from 0: `the first one`, `second`, `the 3rd one`, `2`, `number 4`, `the last
 * one`. `null` when none is named, or it doesn't exist.
 */
export function parseOrdinal(said: string, count: number): number | null {
  const place = placeSaid(said, count);
  return place !== null && place >= 1 && place <= count ? place - 1 : null;
}

/** True when one of several items is named, even one that doesn't exist; a bare number may mean anything. */
export const isOrdinal = (said: string): boolean => ORDINAL.test(plain(said));

const YES_WORDS =
  "yes|yep|yeah|yup|ya|sure|ok|okay|right|correct|exactly|that's (?:right|it|the one|him|her)|thats (?:right|it|the one|him|her)|that one|go ahead|please do|do it|do so|open it|show (?:it|them)|sí|si";
const NO_WORDS =
  'no|nope|nah|not (?:that one|him|her|them|it)|wrong one|none(?: of (?:them|those|these))?|neither|no thanks|no thank you';
/** One of them or several, with polite words behind: `Yes please do`, `no, not that one`. */
const sentenceOf = (words: string): RegExp => new RegExp(`^(?:${words})(?: (?:${words}|please|thanks|thank you))*$`);
const YES = sentenceOf(YES_WORDS);
const NO = sentenceOf(NO_WORDS);
const LEAVE_OUT =
  /^(?:leave (?:it|that|this|them) out|without (?:it|that)|skip (?:it|that|this)|drop (?:it|that|this)|ignore (?:it|that|this)|never ?mind(?: that)?|forget (?:it|that))$/;

/** Label of the option that removes an uncertain part. */
export const LEAVE_IT_OUT = 'Leave it out';

export const isYes = (said: string): boolean => YES.test(plain(said));
export const isNo = (said: string): boolean => NO.test(plain(said));
export const isLeaveOut = (said: string): boolean => LEAVE_OUT.test(plain(said));
