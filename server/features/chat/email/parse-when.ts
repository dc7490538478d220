import { parsePlainDate } from '#rules/time/plain-date.ts';
import { daysBetween, plusDays, weekdayOf } from '#rules/time/days.ts';

export type Language = 'en' | 'es';

/** A future day and time, as far as stated. */
export interface When {
  /** `YYYY-MM-DD`, or `null` when not mentioned. */
  readonly day: string | null;
  /** Format `3:00 PM`; without AM or PM if not stated. `null` when not mentioned. */
  readonly time: string | null;
}

/** Time of the event, unless uncertain. */
export interface ParsedWhen extends When {
  /** Words that may mean several days or times, or a day that is over; empty: none. */
  readonly unsure: string;
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const SAID_DAY = new RegExp(
  `(?<!\\blast )\\b((?:the )?day after tomorrow|today|tonight|tomorrow|(?:(?:on|this|next) )?(?:${WEEKDAYS.join('|')})|(?:on )?\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?|(?:on )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?)\\b`,
  'i',
);
/** A bare number is a time only where nothing follows that it could count: `at 3 on Monday`, not `at 123 Main St`. */
const SAID_TIME = new RegExp(
  `\\b(?:at (\\d{1,2})(?::(\\d{2}))?(?!\\d)(?=\\s*(?:$|[,.;!?)]|[ap]\\.?m\\b|(?:on|today|tonight|tomorrow|this|next|with|for|to|and|in|o['’]?clock|${WEEKDAYS.join('|')})\\b))|(\\d{1,2}):(\\d{2})|(\\d{1,2})(?=\\s?[ap]\\.?m\\b))\\s?(?:([ap])\\.?m\\b\\.?)?|\\b(noon)\\b`,
  'i',
);
/** Several times, or one that is only about. */
const RANGE =
  /\bbetween\b.*?\d[\d:]*(?:\s?[ap]\.?m\b)?(?:\s?(?:and|-|–)\s?\d[\d:]*(?:\s?[ap]\.?m\b)?)?|(?<![\d/:$-])\d{1,2}(?::\d{2})?\s?(?:[ap]\.?m\.?)?\s?(?:-|–|to|or|until|till)\s?\d{1,2}(?::\d{2})?(?![\d/-])(?:\s?[ap]\.?m\b)?/i;
const VAGUE =
  /\b(?:half past|quarter (?:past|to|of)|midnight)\b(?: \d{1,2})?|\b(?:in|within) (?:an?|\d+|two|three|a few|a couple of) (?:hour|day|week|month)s?\b|\b(?:(?:the )?(?:day|week)|\w+day) (?:before|after|from)\b(?! tomorrow)[^,.;]*/i;
/** A date without a year that was over so few days ago is hardly the one of next year. Ours. */
const JUST_OVER_DAYS = 180;
/** A date so near needs no year. Ours. */
const NEAR_DAYS = 60;

/** The day to come that these words mean; a date without a year is the next one there is. */
function dayOf(words: string, today: string): string | null {
  const said = words.toLowerCase().replace(/^on /, '');
  if (said === 'today' || said === 'tonight') return today;
  if (said === 'tomorrow') return plusDays(today, 1);
  if (said.endsWith('day after tomorrow')) return plusDays(today, 2);
  const weekday = WEEKDAYS.indexOf(said.replace(/^(?:this|next) /, ''));
  if (weekday >= 0) return plusDays(today, (weekday - weekdayOf(today) + 7) % 7 || 7);
  const year = Number(today.slice(0, 4));
  const withYear = /\d{4}$|\/\d+\/\d+$/.test(said);
  for (const candidate of withYear
    ? [said]
    : [`${said}${said.includes('/') ? '/' : ', '}${year}`, `${said}${said.includes('/') ? '/' : ', '}${year + 1}`]) {
    const day = parsePlainDate(candidate, year + 50);
    if (day !== null && day >= today) return day;
  }
  return null;
}

function timeOf([, at, atMinutes, clock, clockMinutes, hour, half, noon]: RegExpExecArray): string | null {
  if (noon !== undefined) return '12:00 PM';
  const hours = Number(at ?? clock ?? hour ?? NaN);
  const minutes = atMinutes ?? clockMinutes ?? '00';
  if (Number(minutes) > 59 || !(hours >= 1 && hours <= 23)) return null;
  if (hours > 12) return half === undefined ? `${hours - 12}:${minutes} PM` : null;
  return `${hours}:${minutes}${half === undefined ? '' : ` ${half.toUpperCase()}M`}`;
}

const every = (pattern: RegExp, said: string): RegExpExecArray[] => [...said.matchAll(new RegExp(pattern, 'gi'))];

/** A date next year that was not stated, because this year's has just passed. */
const isJustOver = (words: string, day: string, today: string): boolean =>
  !/\d{4}$|\/\d+\/\d+$/.test(words) && daysBetween(today, day) > 365 - JUST_OVER_DAYS;

/** `next Friday` on a Monday is the one of this week to some. */
const isEither = (words: string, day: string, today: string): boolean =>
  /^next /i.test(words) && daysBetween(today, day) < 7 - weekdayOf(today);

/** Returns the time of the event; several days or times, and past days, are left open. Pure. */
export function parseWhen(said: string, today: string): ParsedWhen {
  const unsure = (words: string): ParsedWhen => ({ day: null, time: null, unsure: words.trim() });
  const [vague] = VAGUE.exec(said) ?? RANGE.exec(said) ?? [];
  if (vague !== undefined) return unsure(vague);
  const days = every(SAID_DAY, said).map(([words]) => ({ words, day: dayOf(words, today) }));
  const open = days.find(
    ({ words, day }) => day === null || isJustOver(words, day, today) || isEither(words, day, today),
  );
  if (open !== undefined) return unsure(open.words);
  const times = every(SAID_TIME, said).map((match) => ({ words: match[0], time: timeOf(match) }));
  const none = times.find(({ time }) => time === null);
  if (none !== undefined) return unsure(none.words);
  const [day, otherDay] = [...new Set(days.map((each) => each.day))];
  const [time, otherTime] = [...new Set(times.map((each) => each.time))];
  if (otherDay !== undefined) return unsure(days.map(({ words }) => words).join(' … '));
  if (otherTime !== undefined) return unsure(times.map(({ words }) => words).join(' … '));
  return { day: day ?? null, time: time ?? null, unsure: '' };
}

/** Removes the words that give a date or time. */
export const withoutWhen = (said: string): string =>
  said
    .replace(new RegExp(SAID_DAY, 'gi'), ' ')
    .replace(new RegExp(SAID_TIME, 'gi'), ' ')
    .replace(RANGE, ' ')
    .replace(VAGUE, ' ');

/** `on Sunday, November 22, at 3:00`; a distant day includes its year. Empty when none was mentioned. */
export function whenWords({ day, time }: When, language: Language, today: string): string {
  const isFar = day !== null && day.slice(0, 4) !== today.slice(0, 4) && day > plusDays(today, NEAR_DAYS);
  const date =
    day === null
      ? ''
      : new Date(day).toLocaleDateString(language === 'es' ? 'es-US' : 'en-US', {
          weekday: 'long',
          month: 'long',
          day: 'numeric',
          timeZone: 'UTC',
          ...(isFar && { year: 'numeric' }),
        });
  if (language === 'es') {
    const hour = time?.replace('AM', 'a. m.').replace('PM', 'p. m.');
    return [date && `el ${date}`, hour && `${hour.startsWith('1:') ? 'a la' : 'a las'} ${hour}`]
      .filter(Boolean)
      .join(' ');
  }
  return [date && `on ${date}`, time && `at ${time}`].filter(Boolean).join(', ');
}
