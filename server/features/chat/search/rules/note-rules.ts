import { saidBetween } from '../answer/said-words.ts';
import { ask, type Claim, filter, type Rule, type Text } from '../reading.ts';
import { SLOTS } from '../slots.ts';
import { PEOPLE_WORDS } from '../words/filler-words.ts';
import { TYPE_WORDS } from '../words/type-words.ts';
import { phrase } from '../words/phrases.ts';

const SAYS =
  'about|on|mention|mentions|mentioning|mentioned|say|says|saying|said|contain|contains|containing|regarding|with|including';
const OWN = 'the|their|his|her|my|our|a|any|some';
const LEAD = phrase(`in|with|have|has|had|whose? ${OWN}? note|notes that|which? ${SAYS}`, () => []);
const MENTIONS = phrase('who|that|which? mention|mentions|mentioned|mentioning', () => []);
const IN_NOTES = phrase(`in|on|inside ${OWN}? note|notes`, () => []);
/** Words of a note at most. Ours: more of them are another condition. */
const NOTE_WORDS = 6;

/** A part in quotation marks from here on. */
const quotedAt = ({ sentence, words }: Text, at: number): { readonly value: string; readonly to: number } | null => {
  const start = words[at]?.from ?? 0;
  const value = /^["“]([^"”]{1,120})["”]/.exec(sentence.slice(start - 1))?.[1];
  const end = start + (value?.length ?? 0);
  return value === undefined ? null : { value: value.trim(), to: words.findLastIndex((word) => word.to <= end) + 1 };
};

/** Up to the next condition. */
function textEnd(text: Text, start: number): number {
  const isOver = (index: number) =>
    index >= start + NOTE_WORDS ||
    (index > start && text.words[index]?.afterBreak === true) ||
    (index > start && /^(?:in|from|and|who|with)$/.test(text.words[index]?.text ?? 'in'));
  let to = start;
  while (text.words[to] !== undefined && !isOver(to)) to += 1;
  return to;
}

const NO_DAYS = 'I can search what notes say, not when they were written.';

/** The text of a note from here on; days in it are a question, because a note is found by its words alone. */
function contains(text: Text, at: number, start: number, end: number, to: number): Claim | null {
  let [from, last] = [start, end];
  while (/^(?:a|an|the|their|his|her)$/.test(text.words[from]?.text ?? '')) from += 1;
  while (/^(?:on|for|about|to|of)$/.test(text.words[last - 1]?.text ?? '')) last -= 1;
  if (last <= from) return null;
  const isPeople = last === from + 1 && [...PEOPLE_WORDS, ...TYPE_WORDS].includes(text.words[from]?.text ?? '');
  if (isPeople) return null;
  let lead = at;
  while (/^(?:with|have|has|whose|who|that|a|any|their|my|our)$/.test(text.words[lead]?.text ?? '')) lead += 1;
  const isDated = text.words.slice(from, last).some((_, place) => SLOTS.when(text, from + place) !== null);
  if (isDated) return { to, parts: [ask(NO_DAYS, [], saidBetween(text.sentence, text.words, lead, to))] };
  const values = saidBetween(text.sentence, text.words, from, last).split(/\s+or\s+/i);
  return { to, parts: [filter('note', values, 'contains')] };
}

/** `notes that mention a cruise`, `a note about knee surgery`. */
const NOTE_RULE: Rule = {
  words: LEAD.words,
  read: (text, at) => {
    const start = LEAD.read(text, at)?.to;
    if (start === undefined || text.words[start] === undefined) return null;
    const quoted = quotedAt(text, start);
    if (quoted) return { to: quoted.to, parts: [filter('note', quoted.value, 'contains')] };
    const to = textEnd(text, start);
    return contains(text, at, start, to, to);
  },
};

/** `who mention knee surgery in their notes`. */
const MENTION_RULE: Rule = {
  words: MENTIONS.words,
  read: (text, at) => {
    const start = MENTIONS.read(text, at)?.to;
    if (start === undefined) return null;
    for (let end = start + 1; end <= start + NOTE_WORDS; end += 1) {
      const notes = IN_NOTES.read(text, end);
      if (notes) return contains(text, at, start, end, notes.to);
    }
    return null;
  },
};

/** More about the notes follows. */
const isSaying = ({ words }: Text, at: number): boolean =>
  /^(?:about|on|that|which|from|by|for|mentioning|saying|regarding|with|since|in|before|after|this|last)$/.test(
    words[at]?.text ?? '',
  ) && words[at]?.afterBreak === false;
const NO_SUCH_NOTES = 'I can search for what a note says or for no notes at all, not for notes without some words.';

const THERE = 'on_file|at_all|yet|on_them|on_record';

/** `no notes`, `with notes`. */
export const NOTE_RULES: readonly Rule[] = [
  NOTE_RULE,
  MENTION_RULE,
  phrase(
    `that|who? no|without|without_any|without_a|with_no|have_no|has_no|dont_have_any|missing note|notes ${THERE}?`,
    (_, { text, at, to }) =>
      isSaying(text, to)
        ? [ask(NO_SUCH_NOTES, [], saidBetween(text.sentence, text.words, at, to))]
        : [filter('note', '', 'empty')],
  ),
  phrase(`that|who? with|have|has|having|with_a|have_a|has_a|with_any note|notes ${THERE}?`, (_, { text, to }) =>
    isSaying(text, to) ? null : [filter('note', '', 'not_empty')],
  ),
];
