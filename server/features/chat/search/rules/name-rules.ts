import { nicknamesOf } from '#rules/contacts/nicknames.ts';
import { isState } from '#rules/places/us-states.ts';
import { cityNamed } from '../words/us-cities.ts';
import { isSurname } from '../words/surnames.ts';
import { TIES } from '../words/filler-words.ts';
import { fieldsAt } from '../words/field-words.ts';
import { phrase } from '../words/phrases.ts';
import { filter, type Part, type Rule, type Text } from '../reading.ts';
import { saidBetween, titleCase } from '../answer/said-words.ts';

export const TITLES = [
  'mr',
  'mister',
  'missus',
  'misses',
  'madam',
  'mrs',
  'ms',
  'miss',
  'dr',
  'doctor',
  'senor',
  'senora',
  'sr',
  'sra',
  'don',
  'dona',
  'rev',
  'reverend',
  'pastor',
];
/** Words that may end a name. */
const SUFFIXES = ['jr', 'sr', 'ii', 'iii', 'iv'];
const PARTICLES = [
  'de',
  'del',
  'la',
  'las',
  'los',
  'van',
  'von',
  'der',
  'den',
  'da',
  'dos',
  'di',
  'st',
  'mc',
  'mac',
  'bin',
  'al',
  'el',
  'le',
  'du',
  'jr',
  'sr',
  'ii',
  'iii',
];
/** First names that are months, places or words as well. */
const ALSO_NAMES = (
  'april may june august austin georgia virginia dallas jackson houston tyler lincoln madison charlotte savannah phoenix orlando ' +
  'chandler denver jordan mason raleigh florence carson logan gilbert irving marion victoria eugene carolina montana dakota sydney ' +
  'paris brooklyn cleveland troy frank will bill mark grant jack rose grace faith hope joy summer autumn misty'
).split(' ');

const isCapital = (said: string) => /^\p{Lu}/u.test(said);
export const isFirstName = (text: string): boolean => nicknamesOf(text).length > 0 || ALSO_NAMES.includes(text);
export const isParticle = (text: string): boolean => PARTICLES.includes(text);

/** Only letters and the characters between them in names. */
export const isNameLike = (said: string): boolean => /^[\p{L}\p{M}][\p{L}\p{M}.'’]*$/u.test(said);

export const named = (q: string): Part => ({ kind: 'name', q, forgiving: true });

/** End of the name that starts at `at`: capitalized words, particles, parts of one word. */
function nameEnd({ words, isKnown }: Text, at: number, first: boolean): number {
  let to = at;
  for (let index = at; index < Math.min(words.length, at + 5); index += 1) {
    const word = words[index];
    if (word === undefined || (index > at && word.afterBreak) || !isNameLike(word.said)) break;
    const goesOn = word.joined || (isCapital(word.said) && !isKnown(word.text)) || (first && index === at);
    const isSuffix = index > at + 1 && SUFFIXES.includes(word.text);
    const behindParticle = index > at && isParticle(words[index - 1]?.text ?? '') && !isKnown(word.text);
    if (!goesOn && !isSuffix && !behindParticle && !(isParticle(word.text) && index < words.length - 1)) break;
    // A particle alone ends no name.
    if (!isParticle(word.text) || SUFFIXES.includes(word.text) || index === at) to = index + 1;
  }
  return to;
}

/** `Mr. Nguyen`, `mrs de la cruz`. */
const TITLE_RULE: Rule = {
  words: TITLES,
  read: (text, at) => {
    if (!TITLES.includes(text.words[at]?.text ?? '') || text.words[at + 1] === undefined) return null;
    if (text.words[at + 1]?.afterBreak) return null;
    // `Mr. and Mrs. Lopez` have one name.
    const isPair = text.words[at + 1]?.text === 'and' && TITLES.includes(text.words[at + 2]?.text ?? '');
    const start = at + (isPair ? 3 : 1);
    const to = titledEnd(text, start);
    return to > start ? { to, parts: [named(saidBetween(text.sentence, text.words, start, to))] } : null;
  },
};

/** After a title the next words are a name even in lower case: the first one in any case. */
function titledEnd(text: Text, at: number): number {
  const isNext = (index: number) => {
    const word = text.words[index];
    return word !== undefined && !(index > at && word.afterBreak) && isNameLike(word.said);
  };
  let to = at;
  while (to < at + 4 && isNext(to) && isParticle(text.words[to]?.text ?? '')) to += 1;
  if (!isNext(to) || TIES.has(text.words[to]?.text ?? '')) return at;
  to += 1;
  while (to < at + 4 && isNext(to) && !text.isKnown(text.words[to]?.text ?? '')) to += 1;
  return to;
}

const CARD = phrase('contact? card|file|record|info|information|details|account|page|profile', () => []);

/** `Maria Delgado's phone number`, `Bobby Joe Thacker's card`: the person, regardless of the detail requested. */
const NAME_WITH_FIELD_RULE: Rule = {
  words: [],
  read: (text, at) => {
    const to = nameEnd(text, at, true);
    const last = text.words[to - 1];
    const field = last?.owner == null || to - at < 2 ? null : (fieldsAt(text, to) ?? CARD.read(text, to));
    if (!field || !isCapital(text.words[at]?.said ?? '') || text.isKnown(text.words[at]?.text ?? '')) return null;
    const said = saidBetween(text.sentence, text.words, at, to).replace(/['’]s?$/u, '');
    return { to: field.to, parts: [named(said)] };
  },
};

/** `April Jones`, `Georgia Smith`: a first name that is also a word, with a last name that isn't. */
const FULL_NAME_RULE: Rule = {
  words: [],
  read: (text, at) => {
    const [first, last] = text.words.slice(at, at + 2);
    if (!first || !last || last.afterBreak || !isCapital(first.said) || !isCapital(last.said)) return null;
    const isCode = isState(last.text) && last.said === last.said.toUpperCase();
    if (!isFirstName(first.text) || isCode || text.isKnown(last.text) || !isNameLike(last.said)) return null;
    const to = nameEnd(text, at, true);
    return to > at + 1 ? { to, parts: [named(saidBetween(text.sentence, text.words, at, to))] } : null;
  },
};

/** A part of a name: no word of the rules or the account, and no place. */
const isNamePart = (text: Text, at: number, from: number): boolean => {
  const word = text.words[at];
  if (word === undefined || (at > from && word.afterBreak) || !isNameLike(word.said)) return false;
  if (isParticle(word.text) || SUFFIXES.includes(word.text)) return true;
  return (isFirstName(word.text) || !text.isKnown(word.text)) && cityNamed(word.text) === undefined;
};

const namePartsEnd = (text: Text, from: number): number => {
  let to = from;
  while (to < from + 3 && isNamePart(text, to, from)) to += 1;
  return to;
};

/** `Gutierrez, Rosalinda`, `Ferguson Sr, William`: a comma puts the last name first. */
const LAST_FIRST_RULE: Rule = {
  words: [],
  read: (text, at) => {
    const { words, sentence } = text;
    const comma = namePartsEnd(text, at);
    const to = namePartsEnd(text, comma);
    const [last, first, next] = [words[comma - 1], words[comma], words[to]];
    if (comma === at || to === comma || !last || !first) return null;
    if (sentence.slice(last.to, first.from).trim() !== ',' || SUFFIXES.includes(first.text)) return null;
    const isEnd = next === undefined || next.afterBreak || TIES.has(next.text);
    const isWhole = at === 0 && next === undefined;
    const isWritten = words.slice(at, to).every(({ said }) => isCapital(said));
    if (!isEnd || !(isWhole || isWritten || isFirstName(first.text))) return null;
    const end = words[to - 1];
    const isInitial = end?.said.length === 1 && sentence[end.to] === '.';
    // Two last names are two people.
    if (isSurname(first.text) && !isFirstName(first.text)) return null;
    return {
      to,
      parts: [
        named(
          `${saidBetween(sentence, words, comma, to)}${isInitial ? '.' : ''} ${saidBetween(sentence, words, at, comma)}`,
        ),
      ],
    };
  },
};

/** One word after `last name`, which is a separate filter. */
const nameWord = (lead: Rule, parts: (said: string) => Part[], most: number): Rule => ({
  words: lead.words,
  ...(lead.starts && { starts: lead.starts }),
  read: (text, at) => {
    const found = lead.read(text, at);
    if (found === null) return null;
    const isPart = (index: number) => {
      const word = text.words[index];
      if (word === undefined || word.afterBreak || !isNameLike(word.said)) return false;
      return word.joined || isCapital(word.said) || !text.isKnown(word.text);
    };
    let { to } = found;
    while (to < found.to + most && isPart(to)) to += 1;
    return to > found.to ? { to, parts: parts(saidBetween(text.sentence, text.words, found.to, to)) } : null;
  },
});

const lead = (pattern: string): Rule => phrase(pattern, () => []);
const WITH = 'with|has|have|having|by|whose|and? a|the|their|of? ';
const STARTS = 'that|which|and? start|starts|starting|begin|begins|beginning with|in';

const FIELD_RULES: readonly Rule[] = (
  [
    ['last_name', 'last_name|last_names|surname|surnames|lastname|family_name'],
    ['first_name', 'first_name|first_names|firstname|given_name'],
  ] as const
).flatMap(([field, words]) => [
  nameWord(lead(`${WITH}${words} is|of|are? ${STARTS}`), (said) => [filter(field, titleCase(said), 'starts_with')], 1),
  nameWord(lead(`${WITH}${words} is|of|are|named?`), (said) => [filter(field, titleCase(said))], 2),
]);

/** `named Maria`, `by the name of Bob Smith`, `someone called Ana`. */
const NAMED_RULE = nameWord(
  lead(
    'who_are|is|somebody|someone|person|contact|anybody|anyone|a|that_is|whos? named|by_the_name_of|goes_by|somebody_called|someone_called|the_name_is|name_is|whose_name_is|under_the_name|the_name',
  ),
  (said) => [named(said)],
  4,
);

export const NAME_RULES: readonly Rule[] = [
  LAST_FIRST_RULE,
  TITLE_RULE,
  FULL_NAME_RULE,
  NAME_WITH_FIELD_RULE,
  ...FIELD_RULES,
  NAMED_RULE,
];
