import { MONTH_WORDS } from '#rules/contacts/scope-sentence.ts';
import { parsePlainDate } from '#rules/time/plain-date.ts';
import { plus, plusDays, plusMonths, startOf, type Unit, weekdayOf } from '#rules/time/days.ts';
import { HOLIDAY_WORDS, holidayAt } from './holidays.ts';
import { numberAt } from './numbers.ts';
import { seasonSpan } from './seasons.ts';
import { wordTable } from '../../word-table.ts';
import type { Period, Span, Text } from '../reading.ts';

/**
 * Days as people name them: `today`, `this quarter`, `the last 30 days`, `next 6 months`, `October 1`, `in January`,
 * `2025`.
 */
export interface PeriodAt {
  readonly value: Period;
  readonly to: number;
}

type Reader = (text: Text, at: number) => PeriodAt | null;

const UNIT_WORDS = wordTable<Unit>({
  ...Object.fromEntries(['day', 'days', 'dia', 'dias'].map((word) => [word, 'day' as const])),
  ...Object.fromEntries(['week', 'weeks', 'wk', 'wks', 'semana', 'semanas'].map((word) => [word, 'week' as const])),
  ...Object.fromEntries(['month', 'months', 'mo', 'mos', 'mes', 'meses'].map((word) => [word, 'month' as const])),
  ...Object.fromEntries(['quarter', 'quarters', 'qtr', 'trimestre'].map((word) => [word, 'quarter' as const])),
  ...Object.fromEntries(['year', 'years', 'yr', 'yrs', 'ano', 'anos'].map((word) => [word, 'year' as const])),
});
const NEAR = wordTable<number>({
  ...Object.fromEntries(['this', 'current', 'este', 'esta'].map((word) => [word, 0])),
  ...Object.fromEntries(['last', 'past', 'previous'].map((word) => [word, -1])),
  ...Object.fromEntries(['next', 'coming', 'upcoming', 'following'].map((word) => [word, 1])),
});
const SINGLE_DAYS = wordTable<number>({
  today: 0,
  todays: 0,
  hoy: 0,
  tonight: 0,
  yesterday: -1,
  yesterdays: -1,
  ayer: -1,
  tomorrow: 1,
  tomorrows: 1,
  manana: 1,
});
const MONTHS = wordTable<number>(
  Object.fromEntries(
    MONTH_WORDS.flatMap((name, index) => {
      const word = name.toLowerCase();
      return [word, word.slice(0, 3), word.slice(0, 4)].map((form) => [form, index + 1] as const);
    }).concat(
      'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'
        .split(' ')
        .map((word, index) => [word, index + 1] as const),
    ),
  ),
);
/** Short forms that are words of their own. */
const NO_MONTHS = ['mar', 'dece', 'janu', 'octo', 'nove', 'febr', 'augu', 'marc', 'apri'];
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const LEADS = [
  'in',
  'on',
  'during',
  'within',
  'over',
  'for',
  'from',
  'form',
  'en',
  'el',
  'la',
  'the',
  'by',
  'of',
  'these',
];

const PARTS_OF_DAY = ['morning', 'afternoon', 'evening'];

/** Words used in dates. */
export const PERIOD_WORDS: readonly string[] = [
  ...Object.keys(UNIT_WORDS),
  ...Object.keys(NEAR),
  ...Object.keys(SINGLE_DAYS),
  ...Object.keys(MONTHS),
  ...WEEKDAYS,
  ...PARTS_OF_DAY,
  ...HOLIDAY_WORDS,
  'weekend',
  'couple',
];

const sure = (first: string, last: string | null): Period => ({ past: { first, last }, next: { first, last } });
const whole = (first: string, unit: Unit): Span => ({ first, last: plusDays(plus(first, 1, unit), -1) });
const lone = (text: Text, at: number) => text.words[at]?.owner ?? text.words[at]?.text ?? '';

const singleDay: Reader = (text, at) => {
  if (text.words[at]?.text === 'this' && PARTS_OF_DAY.includes(text.words[at + 1]?.text ?? '')) {
    return { value: sure(text.today, text.today), to: at + 2 };
  }
  const far = SINGLE_DAYS[lone(text, at)];
  if (far === undefined) return null;
  const day = plusDays(text.today, far);
  return { value: sure(day, day), to: at + 1 };
};

/** `this week`, `last month`, `next quarter`, `el mes pasado`. */
const unitNearby: Reader = (text, at) => {
  const [near, unit] = [NEAR[text.words[at]?.text ?? ''], UNIT_WORDS[lone(text, at + 1)]];
  const spanish = UNIT_WORDS[lone(text, at)];
  if (spanish && ['pasado', 'pasada'].includes(text.words[at + 1]?.text ?? '')) {
    const span = whole(plus(startOf(text.today, spanish), -1, spanish), spanish);
    return { value: { past: span, next: span }, to: at + 2 };
  }
  if (near === undefined || unit === undefined || unit === 'day') return null;
  // `in the last month` is a month back from today; `last month` is a calendar month.
  const isBack = near < 0 && (text.words[at]?.text === 'past' || text.words[at - 1]?.text === 'the');
  if (isBack) return { value: sure(plus(text.today, -1, unit), null), to: at + 2 };
  // So is `in the next year` from today on, and `next year` all of it.
  if (near > 0 && text.words[at - 1]?.text === 'the')
    return { value: sure(text.today, plus(text.today, 1, unit)), to: at + 2 };
  const span = whole(plus(startOf(text.today, unit), near, unit), unit);
  return { value: { past: span, next: span }, to: at + 2 };
};

/** Two centuries in each unit. Ours: every date of a contact is within them. */
const MOST_OF: Readonly<Record<Unit, number>> = { day: 73_000, week: 10_400, month: 2_400, quarter: 800, year: 200 };

interface Counted {
  readonly count: number;
  readonly unit: Unit;
  readonly to: number;
}

/** `30 days`; a single one has no number. `null` also for more than two centuries. */
function countedAt(text: Text, at: number, single = false): Counted | null {
  const count = single ? { value: 1, to: at + 1 } : numberAt(text, at);
  const unit = count && UNIT_WORDS[lone(text, count.to)];
  return count && unit && count.value <= MOST_OF[unit] ? { count: count.value, unit, to: count.to + 1 } : null;
}

/** `the last 30 days`, `past two weeks`, `next 6 months`, `ultimos 7 dias`. */
const stretch: Reader = (text, at) => {
  const direction = ['ultimos', 'ultimas'].includes(text.words[at]?.text ?? '') ? -1 : NEAR[text.words[at]?.text ?? ''];
  const length = countedAt(text, at + 1);
  if (!direction || length === null) return null;
  const { count, unit, to } = length;
  if (direction < 0) return { value: sure(plus(text.today, -count, unit), null), to };
  return { value: sure(text.today, plus(text.today, count, unit)), to };
};

/** `October 1`, `Oct 1st, 2026`, `January`, `december 2025`. */
const month: Reader = (text, at) => {
  const word = lone(text, at);
  const number = NO_MONTHS.includes(word) ? undefined : MONTHS[word];
  if (number === undefined) return null;
  // `may` and `march` are verbs as well.
  const isVerb = ['may', 'march'].includes(word) && ['i', 'we', 'you', 'they'].includes(text.words[at + 1]?.text ?? '');
  if (isVerb) return null;
  const day = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(text.words[at + 1]?.text ?? '');
  const hasDay = day !== null && Number(day[1]) >= 1 && Number(day[1]) <= 31 && !text.words[at + 1]?.afterBreak;
  const yearAt = at + (hasDay ? 2 : 1);
  const year = yearIn(text, yearAt);
  const to = yearAt + (year === null ? 0 : 1);
  const of = (chosen: number): Span => {
    const first = `${chosen}-${String(number).padStart(2, '0')}-${String(hasDay ? day[1] : 1).padStart(2, '0')}`;
    return hasDay ? { first, last: first } : whole(first, 'month');
  };
  return { value: year === null ? nearest(text.today, of) : { past: of(year), next: of(year) }, to };
};

const yearIn = ({ words }: Text, at: number): number | null =>
  /^(?:19|20)\d\d$/.test(words[at]?.text ?? '') ? Number(words[at]?.text) : null;

/** The latest one that has begun and the next one that isn't over, of an annual event. */
function nearest(today: string, of: (year: number) => Span): Period {
  const year = Number(today.slice(0, 4));
  const past = of(year).first <= today ? of(year) : of(year - 1);
  const next = (of(year).last ?? '') >= today ? of(year) : of(year + 1);
  return { past, next };
}

/** `10/1`, `10/1/2026`, `2026-10-01`. */
const writtenDate: Reader = (text, at) => {
  const word = text.words[at]?.text ?? '';
  const short = /^(\d{1,2})\/(\d{1,2})$/.exec(word);
  if (short) {
    const of = (year: number) => parsePlainDate(`${word}/${year}`, year);
    const [past, next] = [of(Number(text.today.slice(0, 4))), of(Number(text.today.slice(0, 4)) + 1)];
    if (past === null || next === null) return null;
    return { value: nearest(text.today, (year) => ({ first: of(year) ?? past, last: of(year) ?? past })), to: at + 1 };
  }
  const day = /[/-]/.test(word) ? parsePlainDate(word, Number(text.today.slice(0, 4))) : null;
  return day === null ? null : { value: sure(day, day), to: at + 1 };
};

/** `monday`, `last friday`, `next tuesday`. */
const weekday: Reader = (text, at) => {
  const near = NEAR[text.words[at]?.text ?? ''];
  const place = at + (near === undefined ? 0 : 1);
  const index = WEEKDAYS.indexOf(lone(text, place));
  if (index < 0) return null;
  const distance = (weekdayOf(text.today) - index + 7) % 7;
  const past = plusDays(text.today, -(near === -1 && distance === 0 ? 7 : distance));
  const next = plusDays(text.today, distance === 0 ? (near === 1 ? 7 : 0) : 7 - distance);
  const value =
    near === -1 ? sure(past, past) : near === 1 ? sure(next, next) : { past: oneDay(past), next: oneDay(next) };
  return { value, to: place + 1 };
};
const oneDay = (day: string): Span => ({ first: day, last: day });

/** `2025`, `q1`, `Q4 2025`, `fourth quarter`. */
const yearOrQuarter: Reader = (text, at) => {
  const quarter = /^q([1-4])$/.exec(text.words[at]?.text ?? '')?.[1];
  if (quarter === undefined) {
    const year = yearIn(text, at);
    return year === null ? null : { value: sure(`${year}-01-01`, `${year}-12-31`), to: at + 1 };
  }
  const year = yearIn(text, at + 1);
  const of = (chosen: number): Span => whole(plusMonths(`${chosen}-01-01`, 3 * (Number(quarter) - 1)), 'quarter');
  const value = year === null ? nearest(text.today, of) : { past: of(year), next: of(year) };
  return { value, to: at + (year === null ? 1 : 2) };
};

/** `3 days ago`, `a week ago`: the day itself. */
const ago: Reader = (text, at) => {
  const single = ['a', 'one'].includes(text.words[at]?.text ?? '');
  const length = countedAt(text, at, single);
  if (length === null || text.words[length.to]?.text !== 'ago') return null;
  const day = plus(text.today, -length.count, length.unit);
  return { value: sure(day, day), to: length.to + 1 };
};

/** `this weekend`, `last weekend`, `over the weekend`: Saturday and Sunday. */
const weekend: Reader = (text, at) => {
  const near = NEAR[text.words[at]?.text ?? ''];
  const place = at + (near === undefined ? 0 : 1);
  if (!/^weekends?$/.test(lone(text, place)) || (near === undefined && text.words[at - 1]?.text !== 'the')) return null;
  const since = (weekdayOf(text.today) + 1) % 7;
  const isNow = since < 2;
  // Before it has come, `next weekend` may be this one or the one after.
  if (near === 1 && !isNow) return null;
  const begun = plusDays(text.today, -since);
  const from = (first: string): Span => ({ first, last: plusDays(first, 1) });
  if (near === -1)
    return {
      value: { past: from(plusDays(begun, isNow ? -7 : 0)), next: from(plusDays(begun, isNow ? -7 : 0)) },
      to: place + 1,
    };
  const next = from(plusDays(begun, isNow && near !== 1 ? 0 : 7));
  return { value: { past: near === 1 ? next : from(begun), next }, to: place + 1 };
};

/** `Thanksgiving`, `last Christmas`; "over" a holiday may include more days. */
const holiday: Reader = (text, at) => {
  const near = NEAR[text.words[at]?.text ?? ''];
  const found = holidayAt(text, at + (near === undefined ? 0 : 1));
  if (found === null || /^(?:over|during|for)$/.test(text.words[at - 1]?.text ?? '')) return null;
  const { past, next } = nearest(text.today, (year) => oneDay(found.of(year)));
  return {
    value: near === undefined ? { past, next } : { past: near < 0 ? past : next, next: near < 0 ? past : next },
    to: found.to,
  };
};

/** `4th of July`, and behind `since the` or `by the` also `15th` alone. */
const nthDay: Reader = (text, at) => {
  const day = Number(/^(\d{1,2})(?:st|nd|rd|th)$/.exec(text.words[at]?.text ?? '')?.[1] ?? 0);
  if (day < 1 || day > 31) return null;
  const dated = text.words[at + 1]?.text === 'of' ? MONTHS[text.words[at + 2]?.text ?? ''] : undefined;
  if (dated !== undefined) {
    const on = (year: number) => parsePlainDate(`${dated}/${day}/${year}`, year);
    const of = (year: number) => oneDay(on(year) ?? '');
    const [year, isYear] = [yearIn(text, at + 3), on(2024) !== null && on(2025) !== null];
    if (!isYear) return null;
    return {
      value: year === null ? nearest(text.today, of) : { past: of(year), next: of(year) },
      to: at + (year === null ? 3 : 4),
    };
  }
  const isLed =
    text.words[at - 1]?.text === 'the' && /^(?:since|before|after|by|until|on)$/.test(text.words[at - 2]?.text ?? '');
  const isMore = /^(?:of|one|ones|contact|person)$/.test(text.words[at + 1]?.text ?? '');
  if (!isLed || isMore || day > 28) return null;
  const here = `${text.today.slice(0, 8)}${String(day).padStart(2, '0')}`;
  return {
    value: {
      past: oneDay(here <= text.today ? here : plusMonths(here, -1)),
      next: oneDay(here >= text.today ? here : plusMonths(here, 1)),
    },
    to: at + 1,
  };
};

/** `next spring`; on its own it may be a word of another kind. */
const season: Reader = (text, at) => {
  const near = NEAR[text.words[at]?.text ?? ''];
  const span = near === undefined ? null : seasonSpan(lone(text, at + 1), near, text.today);
  return span && { value: { past: span, next: span }, to: at + 2 };
};

const READERS = [
  season,
  singleDay,
  stretch,
  unitNearby,
  weekday,
  weekend,
  holiday,
  month,
  nthDay,
  writtenDate,
  ago,
  yearOrQuarter,
];

/** A period from here on, after words such as `in the`. */
export function periodAt(text: Text, at: number): PeriodAt | null {
  let start = at;
  while (start < at + 3 && LEADS.includes(text.words[start]?.text ?? '')) start += 1;
  for (const reader of READERS) {
    const found = reader(text, start);
    if (found !== null && !hasBreak(text, at, found.to)) return found;
  }
  return null;
}

/** A year may follow a comma; no other part of a period may. */
const hasBreak = (text: Text, at: number, to: number) =>
  text.words.slice(at + 1, to).some((word, index) => word.afterBreak && yearIn(text, at + 1 + index) === null);

/** So many units: `30 days`, `a month`, `two weeks`. */
export function lengthAt(text: Text, at: number): { value: { count: number; unit: Unit }; to: number } | null {
  const isCouple = text.words[at + 1]?.text === 'couple';
  const single = !isCouple && ['a', 'an', 'one', 'un', 'una'].includes(text.words[at]?.text ?? '');
  const length = countedAt(text, at, single);
  return length && { value: { count: length.count, unit: length.unit }, to: length.to };
}

export const monthAt = (text: Text, at: number): { value: number; to: number } | null => {
  const value = NO_MONTHS.includes(lone(text, at)) ? undefined : MONTHS[lone(text, at)];
  return value === undefined ? null : { value, to: at + 1 };
};
