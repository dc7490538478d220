import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import { LANGUAGES } from '#contract/contacts.contract.ts';
import { fieldsAt } from './words/field-words.ts';
import { plus, startOf, type Unit } from '#rules/time/days.ts';
import { choicesAt, type Chosen } from './answer/choices.ts';
import { DECADES, numberAt } from './words/numbers.ts';
import { ownersAt } from './owners.ts';
import { lengthAt, monthAt, periodAt } from './words/periods.ts';
import { isHeard, type Period, type Span, type Text, type When } from './reading.ts';
import { type ContactType, typeAt } from './words/type-words.ts';
import type { Choice, ChoiceField } from './words/vocabulary.ts';

/** Values of a phrase's slots. */
export interface SlotValues {
  readonly number: number;
  /** 10 to 119. */
  readonly age: number;
  readonly period: Period;
  readonly when: When;
  /** Period without activity: from this day on. `null`: it ended before today, which no filter expresses. */
  readonly gap: string | null;
  readonly length: { readonly count: number; readonly unit: Unit };
  /** 1 to 12 each. */
  readonly months: readonly number[];
  readonly languages: readonly string[];
  readonly types: readonly ContactType[];
  readonly fields: { readonly fields: readonly ContactFilter['field'][]; readonly either: boolean };
  readonly choices: Chosen;
  readonly tags: Chosen;
  readonly statuses: Chosen;
  readonly agentflow: Chosen;
  readonly groups: Chosen;
  readonly sources: Chosen;
  readonly categories: Chosen;
  readonly pools: Chosen;
  /** Each with the possible people. */
  readonly owners: readonly (readonly Choice[])[];
  readonly people: readonly (readonly Choice[])[];
}

type Slot<Value> = (text: Text, at: number) => { readonly value: Value; readonly to: number } | null;

const OR = ['and', 'or', 'y', 'o', 'and_or', 'plus'];

/**
 * One or more of a kind, as people list them: `TN and KY`, `hot or callback`, `May, June`. With a slot for the further
 * ones, they may also be side by side before an `or`: `jan feb or march`.
 */
export function listOf<Value>(one: Slot<Value>, further: Slot<Value> | null = null): Slot<Value[]> {
  return (text, at) => {
    const first = one(text, at);
    if (first === null) return null;
    const values = [first.value];
    let { to } = first;
    let sure = { count: 1, to };
    for (;;) {
      const word = text.words[to];
      const isJoined = word !== undefined && OR.includes(word.text);
      const isListed = isJoined || word?.afterBreak === true || word?.joined === true;
      if (further === null && !isListed) break;
      const next = (further ?? one)(text, isJoined ? to + 1 : to);
      if (next === null) break;
      values.push(next.value);
      if (isJoined || (isListed && sure.to === to)) sure = { count: values.length, to: next.to };
      ({ to } = next);
    }
    return { value: values.slice(0, sure.count), to: sure.to };
  };
}

/** Months that are first names as well. */
const NAMES = ['jan', 'april', 'may', 'june', 'august'];
/** Words behind the month of May; behind others it is the verb. */
const BEHIND_MAY = [
  ...OR,
  ...'birthday birthdays bday bdays in of from with who please clients leads people newest oldest sorted by'.split(' '),
];

/** Month behind another: not the name of `March, Jan Smith` nor the verb of `November and may need`. */
const furtherMonth: Slot<number> = (text, at) => {
  const found = monthAt(text, at);
  const [month, behind] = [text.words[at]?.text ?? '', text.words[found?.to ?? at]];
  if (found === null || behind === undefined || behind.afterBreak) return found;
  const isVerb = month === 'may' && !BEHIND_MAY.includes(behind.text) && monthAt(text, found.to) === null;
  return isVerb || (NAMES.includes(month) && !text.isKnown(behind.text)) ? null : found;
};

/** A number before one of these is none of years. */
const NO_AGE = (
  'day days week weeks month months hour hours minute minutes mile miles mi percent dollars bucks k grand times calls kids ' +
  'children pounds lbs quarters policies policy notes texts emails appointments'
).split(' ');

const age: Slot<number> = (text, at) => {
  const ordinal = /^(\d{2,3})(?:th|st|nd|rd)?s?$/.exec(text.words[at]?.text ?? '');
  const said = ordinal ? Number(ordinal[1]) : DECADES[text.words[at]?.text ?? ''];
  const found = said === undefined ? numberAt(text, at) : { value: said, to: at + 1 };
  const isOther = found !== null && NO_AGE.includes(text.words[found.to]?.text ?? '');
  return found !== null && !isOther && found.value >= 10 && found.value < 120 ? found : null;
};

const open = (past: Partial<Span>, next: Partial<Span>): When => ({ past, next });

const SINCE = ['since', 'desde'];
const BEFORE = ['before', 'prior_to', 'until', 'up_to', 'earlier_than', 'by'];
const AFTER = ['after', 'later_than'];

const behind = (text: Text, ways: readonly string[], at: number): number | null => {
  const way = ways.map((written) => written.split('_')).find((heard) => isHeard(text, heard, at));
  return way === undefined ? null : at + way.length;
};

const UNITS: readonly Unit[] = ['week', 'month', 'quarter', 'year'];

/** `by the end of the year`, `before the end of next month`: until its last day. */
const untilEnd = (text: Text, at: number): { value: When; to: number } | null => {
  const start = behind(text, ['by_the_end_of', 'before_the_end_of', 'until_the_end_of', 'by_end_of'], at);
  if (start === null) return null;
  const place = start + (text.words[start]?.text === 'the' ? 1 : 0);
  const unit = UNITS.find((known) => known === text.words[place]?.text);
  if (unit !== undefined) {
    const last = dayBefore(plus(startOf(text.today, unit), 1, unit));
    return { value: open({ last }, { last }), to: place + 1 };
  }
  const found = periodAt(text, start);
  const [past, next] = [found?.value.past.last, found?.value.next.last];
  return found && past && next ? { value: open({ last: past }, { last: next }), to: found.to } : null;
};

/** `over a month ago`: the days before that day. */
const overAgo: Slot<When> = (text, at) => {
  const found = isHeard(text, ['over'], at) ? periodAt(text, at + 1) : null;
  if (found === null || text.words[found.to - 1]?.text !== 'ago') return null;
  const side = { last: dayBefore(found.value.past.first) };
  return { value: open(side, side), to: found.to };
};

const when: Slot<When> = (text, at) => {
  const end = untilEnd(text, at) ?? overAgo(text, at);
  if (end !== null) return end;
  const [since, before, after] = [SINCE, BEFORE, AFTER].map((ways) => behind(text, ways, at));
  const start = since ?? before ?? after ?? at;
  const found = rangeAt(text, at) ?? periodAt(text, start);
  if (found === null || found === undefined) return null;
  const { past, next } = found.value;
  const { to } = found;
  if (since) return { value: open({ first: past.first }, { first: next.first }), to };
  if (before) {
    // `by Friday` holds on Friday too, `by March` and `before Friday` only before it.
    const isIncluded = text.words[at]?.text !== 'before' && text.words[at]?.text !== 'prior';
    const last = ({ first, last: end }: Span) => (isIncluded && first === end ? first : dayBefore(first));
    return { value: open({ last: last(past) }, { last: last(next) }), to };
  }
  if (after) return { value: open({ first: dayAfter(past.last) }, { first: dayAfter(next.last) }), to };
  return { value: found.value, to };
};

const dayBefore = (day: string) => plus(day, -1, 'day');
const dayAfter = (day: string | null) => (day === null ? null : plus(day, 1, 'day')) ?? '9999-12-31';

/** `between March and May`, `from June 1 to June 15`, `nov 1-15`. */
const rangeAt = (text: Text, at: number): { value: Period; to: number } | null => {
  const isLed = ['between', 'from'].includes(text.words[at]?.text ?? '');
  const first = periodAt(text, isLed ? at + 1 : at);
  const joint = first && text.words[first.to];
  if (!first || !joint || joint.afterBreak) return null;
  const isHyphen = joint.joined && text.sentence[joint.from - 1] !== '/';
  const isJoint = ['to', 'through', 'until', 'thru'].includes(joint.text) || (isLed && joint.text === 'and');
  const start = first.to + (isHyphen ? 0 : 1);
  const last = isJoint || isHyphen ? (periodAt(text, start) ?? sameMonth(text, first.value, start)) : null;
  if (last === null) return null;
  const isYearSaid = text.words.slice(at, first.to).some(({ text: word }) => /\d{4}/.test(word));
  const span = (side: 'past' | 'next'): Span => {
    const [from, to] = [first.value[side].first, last.value[side].last];
    // The day before the one that it goes up to: `from November to January`.
    return { first: !isYearSaid && to !== null && to < from ? plus(from, -1, 'year') : from, last: to };
  };
  const [past, next] = [span('past'), span('next')];
  const isForward = [past, next].every((side) => (side.last ?? '9999') >= side.first);
  return isForward ? { value: { past, next }, to: last.to } : null;
};

/** `15` behind `nov 1-`. */
function sameMonth({ words }: Text, { past, next }: Period, at: number): { value: Period; to: number } | null {
  const day = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(words[at]?.text ?? '')?.[1];
  const isDay = past.first === past.last && next.first === next.last && day !== undefined;
  if (!isDay || Number(day) > 28 || Number(day) <= Number(past.first.slice(8))) return null;
  const of = ({ first }: Span): Span => ({ first, last: `${first.slice(0, 8)}${day.padStart(2, '0')}` });
  return { value: { past: of(past), next: of(next) }, to: at + 1 };
}

const gap: Slot<string | null> = (text, at) => {
  const since = behind(text, SINCE, at);
  const given = since === null ? null : periodAt(text, since);
  if (given !== null) return { value: given.value.past.first, to: given.to };
  const lead = behind(
    text,
    [
      'in',
      'for',
      'within',
      'en',
      'in_over',
      'in_at_least',
      'in_more_than',
      'for_over',
      'for_at_least',
      'for_more_than',
      'in_about',
      'in_the_past',
      'in_like',
    ].toReversed(),
    at,
  );
  const length = lead === null ? null : lengthAt(text, lead);
  if (length !== null) return { value: plus(text.today, -length.value.count, length.value.unit), to: length.to };
  const period = periodAt(text, at);
  if (period === null) return null;
  const { first, last } = period.value.past;
  return { value: last === null || last >= text.today ? first : null, to: period.to };
};

const language: Slot<string> = ({ words }, at) => {
  const said = words[at]?.text ?? '';
  const value =
    said === 'espanol' ? 'spanish' : said === 'ingles' ? 'english' : LANGUAGES.find((known) => known === said);
  return value === undefined ? null : { value, to: at + 1 };
};

const choices =
  (fields: readonly ChoiceField[] | null): Slot<Chosen> =>
  (text, at) =>
    choicesAt(text, at, fields);

export const SLOTS: { readonly [Name in keyof SlotValues]: Slot<SlotValues[Name]> } = {
  number: numberAt,
  age,
  period: periodAt,
  when,
  gap,
  length: lengthAt,
  // `jan feb or march`.
  months: listOf(monthAt, furtherMonth),
  languages: listOf(language),
  types: listOf(typeAt),
  fields: fieldsAt,
  choices: choices(null),
  tags: choices(['tag']),
  statuses: choices(['status']),
  agentflow: choices(['agentflow_status']),
  groups: choices(['group']),
  sources: choices(['source']),
  categories: choices(['category']),
  pools: choices(['pool']),
  owners: (text, at) => ownersAt(text, at, true),
  people: (text, at) => ownersAt(text, at, false),
};
