import { foldName } from '#rules/contacts/person-name.ts';

/** Words of questions, which are no part of a name. */
const ASKING = new Set(
  `65 a about address advantage aep again age agent all allow allowed also am an and another answer any anyone anything arrive
  arrived   are as at be best better birthday bounce bounced brief briefing bring by call called calls can carrier carriers cell change
  changed changes children client company consent consents contact conversation conversations could cover coverage
  covered day days delivered dial did different discuss discussed dnc do does due e-mail eligibility eligible else email
  emailed enroll enrollment enrolment everything ending ends end expire expires expiring family fill find fit fits follow follow-up
  follow-ups followup for from gap gaps get give go had happened has have he hello her hey hi highlights him his home
  household how husband i iep in incomplete info information insight insights insurance insured into is it its kids
  know known lack lacks last lately latest lead legal let like linked live lives look mail mailed married matter matters may
  me medicare medigap message missed missing mobile month my need needs new news next not note notes now number oep
  of ok okay old on open opted or our out over overdue overview owe owner page part partner pending people person
  phone plan plans please policies policy prepare profile pull reach reached recent recently recommend record referred
  read refresh relatives renew renewal renews reply respond right said say see send sent shall she should show since some something
  spoke spouse status step steps still suggest supplement summarise summarize summary switch take talk talked talking tell text
  texted thank thanks that the their them there they thing things think this those time times to today todo todos
  told tomorrow tonight turn turning turns up upcoming update updates urgent us want wants was we week what what's
  whats when when's where which who who's whose why wife will with would year yesterday yet you your`
    .split(/\s+/)
    .filter(Boolean),
);

/** The time of the user's own call does not describe the contact: `Rosalind Okafor before my 4:30 call`. */
const OCCASION =
  /\b(?:before|after|ahead of|prior to|for) (?:my|our|the|a|an|today's|tomorrow's)\b[^,.;?!]*?\b(?:call|meeting|visit|appointment|talk)\b/i;
/** Words in front of a name. */
const NAMING = new Set(
  'about call called email find for has have is mail message of on open phone reach text to up with does did'.split(
    ' ',
  ),
);
const CAPITAL = /^\p{Lu}/u;
/** A number or an address, which certainly identifies someone. */
const REACHED_AT = /^[\d+(]|@/;

/** Words of questions that are names too. */
const NAMES_TOO = /^(?:May|Will|Page|Best|Day|Child|Still|New)$/;
/** At the beginning they are names only where they end like one: `May Johnson's number`, and not `Will Ana turn 65`. */
const BEGINS_NAME = /^\p{Lu}\p{L}+ \p{Lu}[\p{L}'’-]*?(?:['’]s\b|[,:;.?!]|$| (?:is|has)\b)/u;

export interface MentionedName {
  /** A name, a number or an address; empty: none. */
  readonly name: string;
  /** True when it looks like a name, and not just like an unknown word. */
  readonly isSure: boolean;
  /** The word before it, in lower case; empty: none. */
  readonly before: string;
}

const isAsking = (word = ''): boolean => ASKING.has(word.toLowerCase().replaceAll('’', "'"));
const hasCapital = (word = ''): boolean => CAPITAL.test(word) && !isAsking(word);
/** `Plan G`, `Part B` */
const LETTERED = /^(?:plan|part)$/i;
const OWNED = /['’]s$/i;

/** Rest of a message without the question words. */
export function nameIn(message: string): MentionedName {
  const said = message
    .split(/[\s,;:!?()"“”]+/)
    .map((word) => word.replaceAll(/^[.'’]+|[.'’]+$/g, ''))
    .filter((word) => word !== '');
  const words = said.map((word) => word.replace(OWNED, ''));
  const isName = (word: string, at: number): boolean => {
    if (/^[a-z]$/i.test(word) && LETTERED.test(words[at - 1] ?? '')) return false;
    if (!isAsking(word) && !isAsking(said[at])) return word !== '';
    if (!NAMES_TOO.test(word)) return false;
    if (at === 0) return BEGINS_NAME.test(message);
    return (
      OWNED.test(said[at] ?? '') ||
      NAMING.has(words[at - 1]?.toLowerCase() ?? '') ||
      hasCapital(words[at + 1]) ||
      (at > 1 && hasCapital(words[at - 1]))
    );
  };
  const places = runIn(
    words.flatMap((word, at) => (isName(word, at) ? at : [])),
    words,
  );
  const [first = -1] = places;
  if (first < 0) return { name: '', isSure: false, before: '' };
  const before = words[first - 1]?.toLowerCase() ?? '';
  const isSure =
    places.some((at) => OWNED.test(said[at] ?? '') || (at > 0 && CAPITAL.test(words[at] ?? ''))) ||
    places.length === words.length ||
    REACHED_AT.test(words[first] ?? '') ||
    NAMING.has(before);
  return { name: places.map((at) => words[at]).join(' '), isSure, before };
}

/** If one of them is capitalized: that word with its neighbors; the first word of a message is capitalized anyway. */
function runIn(places: readonly number[], words: readonly string[]): readonly number[] {
  const capitals = places.filter((at) => at > 0 && CAPITAL.test(words[at] ?? ''));
  let [from = -1] = capitals;
  let to = capitals.at(-1) ?? -1;
  if (from < 0) return places;
  while (places.includes(from - 1)) from -= 1;
  while (places.includes(to + 1)) to += 1;
  return places.filter((at) => at >= from && at <= to);
}

/** Two to four words with a capital each: `May Johnson`, `Will D. Page`. */
const FULL_NAME = /^\p{Lu}[\p{L}\p{M}'’.-]*(?:\s+\p{Lu}[\p{L}\p{M}'’.-]*){1,3}$/u;

/** Returns whether a message is entirely a name, even if one of its words could be a question word. */
export const isFullName = (message: string): boolean => FULL_NAME.test(message);

export const withoutOccasion = (message: string): string =>
  message.replace(OCCASION, ' ').replaceAll(/\s+/g, ' ').trim();

const wordsOf = (text: string): string[] =>
  text
    .split(/[\s,-]+/)
    .map(foldName)
    .filter(Boolean);

/** True when every word of `said` belongs to this person. */
export function isOf(said: string, ...texts: readonly string[]): boolean {
  const known = new Set(texts.flatMap(wordsOf));
  const words = wordsOf(said);
  return words.length > 0 && words.every((word) => known.has(word));
}

/** True when any word of `said` begins a word of this name. */
export const sharesWord = (said: string, name: string): boolean =>
  wordsOf(said).some((word) => wordsOf(name).some((known) => known.startsWith(word)));

export const isReachedAt = (said: string): boolean => REACHED_AT.test(said);
