import { wordTable } from '../word-table.ts';
import { plusDays, plusMonths, startOf, weekdayOf } from '#rules/time/days.ts';

/** Days mentioned in a message, both `YYYY-MM-DD`; `null` means open on that side. */
export interface MentionedPeriod {
  readonly from: string | null;
  readonly to: string | null;
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const FEW = wordTable({ couple: 2, two: 2, three: 3, few: 3, four: 4, five: 5, six: 6 });
const DAYS_OF: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30 };

const LASTING = new RegExp(
  `\\b(?:in|over|during|within|for)? ?(?:the )?(last|past|next) (?:(\\d{1,3}|${Object.keys(FEW).join('|')})(?: of)? )(day|week|month)s?\\b`,
  'i',
);
const NAMED = /\b(this|last|past|next) (week|month)\b/i;
const SINCE = new RegExp(
  `\\bsince (?:last )?(?:(${MONTHS.join('|')})|(${WEEKDAYS.join('|')})|(yesterday)|(\\d{1,2})/(\\d{1,2}))\\b`,
  'i',
);
const DAY = /\b(today|yesterday|tomorrow)\b/i;
const ALL = [LASTING, NAMED, SINCE, DAY];

/** First day of the month `months` away. */
const firstOf = (day: string, months = 0): string => plusMonths(startOf(day, 'month'), months);

function lasting([, side = '', count = '', unit = '']: RegExpExecArray, today: string): MentionedPeriod {
  const days = (FEW[count.toLowerCase()] ?? Number(count)) * (DAYS_OF[unit.toLowerCase()] ?? 1);
  return side.toLowerCase() === 'next'
    ? { from: today, to: plusDays(today, days) }
    : { from: plusDays(today, -days), to: today };
}

/** A week begins on Sunday; the past week is the last seven days. */
function named([, which = '', unit = '']: RegExpExecArray, today: string): MentionedPeriod {
  const by = { this: 0, last: -1, next: 1 }[which.toLowerCase()];
  if (by === undefined) return { from: plusDays(today, 1 - (DAYS_OF[unit.toLowerCase()] ?? 1)), to: today };
  if (unit.toLowerCase() === 'month') return { from: firstOf(today, by), to: plusDays(firstOf(today, by + 1), -1) };
  const from = plusDays(startOf(today, 'week'), by * 7);
  return { from, to: plusDays(from, 6) };
}

function since(
  [, month, weekday, yesterday, inMonth = '', inDay = '']: RegExpExecArray,
  today: string,
): MentionedPeriod {
  if (yesterday !== undefined) return { from: plusDays(today, -1), to: today };
  if (weekday !== undefined) {
    const back = (weekdayOf(today) - WEEKDAYS.indexOf(weekday.toLowerCase()) + 7) % 7;
    return { from: plusDays(today, -(back || 7)), to: today };
  }
  const at = month === undefined ? Number(inMonth) : MONTHS.indexOf(month.toLowerCase()) + 1;
  const year = Number(today.slice(0, 4));
  const days = [year, year - 1].map(
    (each) => `${each}-${String(at).padStart(2, '0')}-${(inDay || '1').padStart(2, '0')}`,
  );
  return { from: days.find((day) => day <= today) ?? today, to: today };
}

/** Returns the requested days. `null`: none. Pure. */
export function periodIn(said: string, today: string): MentionedPeriod | null {
  const inLasting = LASTING.exec(said);
  if (inLasting !== null) return lasting(inLasting, today);
  const inSince = SINCE.exec(said);
  if (inSince !== null) return since(inSince, today);
  const inNamed = NAMED.exec(said);
  if (inNamed !== null) return named(inNamed, today);
  const [, day] = DAY.exec(said) ?? [];
  if (day === undefined) return null;
  const at = plusDays(today, { yesterday: -1, today: 0, tomorrow: 1 }[day.toLowerCase()] ?? 0);
  return { from: at, to: at };
}

/** Without the words of periods. */
export const withoutPeriod = (said: string): string =>
  ALL.reduce((rest, words) => rest.replaceAll(new RegExp(words, 'gi'), ' '), said);

const CLOCK = /\b(?:at )?\d{1,2}(?::\d{2})?\s?(?:am|pm)\b|\b\d{1,2}:\d{2}\b/gi;
const THEN = new RegExp(
  `\\b(?:tomorrow|tonight|later|next|weekend|this (?:morning|afternoon|evening)|noon|midnight|${WEEKDAYS.join('|')}|in (?:an?|half an?|\\d+|${Object.keys(FEW).join('|')}) (?:hour|minute|day|week|month)s?|(?:at|after|before|until|till) \\d{1,2})\\b|\\b\\d{1,2}/\\d{1,2}\\b`,
  'i',
);

/** Returns whether a time other than now is mentioned. */
export const isThen = (said: string): boolean => THEN.test(said) || said.search(CLOCK) >= 0;

/** Without times of day. */
export const withoutClock = (said: string): string => said.replaceAll(CLOCK, ' ');
