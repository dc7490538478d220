import { ageOn, parsePlainDate } from '#rules/time/plain-date.ts';
import type { ChatQuestion } from '#contract/chat/reply.contract.ts';
import { plusMonths, startOf } from '#rules/time/days.ts';
import type { Slots } from './slots.ts';
import type { Sentence } from './take-out.ts';

const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const NUMBERS = String.raw`\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})(?!\d)`;
const WORDS = String.raw`(?:${MONTHS})\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}(?!\d)|\d{1,2} (?:${MONTHS})\.?,? \d{4}(?!\d)`;
const BORN = String.raw`(?:(?:was |is )?born(?: on)?|dob|d\.o\.b\.|date of birth|birth ?date|birthday)(?: is)?:? *`;
const START = String.raw`(?:to start|starting|starts?|effective(?: date)?|eff|beginning|begins|from|as of)(?: on| in| from)?:? *`;

const BORN_ON = new RegExp(String.raw`\b${BORN}(${NUMBERS}|${WORDS})`, 'giu');
const STARTS_ON = new RegExp(String.raw`\b${START}(${NUMBERS}|${WORDS})`, 'giu');
const SOME_DAY = new RegExp(String.raw`(?<![\d/.-])(${NUMBERS})|\b(${WORDS})`, 'giu');
const BORN_IN = /\bborn in (?:the year )?(19\d\d|20\d\d)\b/giu;
/** `born in March 1962`, `birthday on March 3`: no whole day. */
const BORN_PART = new RegExp(
  String.raw`\b${BORN}(?:in |on )?(?:the )?(?:${MONTHS})\b\.?(?: \d{1,2}(?:st|nd|rd|th)?(?!\d))?(?:(?: of)?,? (?:19|20)\d\d)?(?!\d)`,
  'giu',
);
const IN_MONTH = new RegExp(
  String.raw`\b(?:${START}|in |by |for |on )(?:the )?(?:1st of |first of )?(${MONTHS})\b\.?(?: (\d{1,2})(?:st|nd|rd|th)?\b(?!,? \d{1,4}(?!\d)))?(?:,? (20\d\d)(?!\d))?`,
  'giu',
);
/** `effective 12/1` */
const STARTS_SHORT = new RegExp(String.raw`\b${START}(\d{1,2})/(\d{1,2})(?![\d/])`, 'giu');
const NEXT_MONTH = new RegExp(String.raw`\b(?:${START})?(?:the )?(?:(?:first|1st) (?:day )?of )?next month\b`, 'giu');
const NOW = new RegExp(String.raw`\b(?:${START}(?:now|today|right away)|today)\b`, 'giu');

/** People who are older are asked about. Ours. */
const OLDEST = 110;

export interface ParsedDays {
  readonly slots: Pick<Slots, 'born' | 'effective'>;
  readonly questions: readonly ChatQuestion[];
}

const yearOf = (day: string): number => Number(day.slice(0, 4));

/** A day to come where two digits of a year are meant: `1/1/27`. */
const startDay = (written: string, today: string): string | null => parsePlainDate(written, yearOf(today) + 50);

/** Birth dates and start dates; an ambiguous date is asked about. */
export function parseDays(sentence: Sentence, today: string): ParsedDays {
  const slots: { born?: string; effective?: string } = {};
  const questions: ChatQuestion[] = [];
  for (const [said, day = ''] of sentence.take(BORN_ON)) {
    const born = parsePlainDate(day, yearOf(today));
    if (born === null || ageOn(born, today) < 0) questions.push(unreadable(said));
    else slots.born = born;
  }
  for (const [said, day = ''] of sentence.take(STARTS_ON)) {
    const start = startDay(day, today);
    if (start === null) questions.push(unreadable(said));
    else slots.effective = start;
  }
  for (const [said, month = '', day = ''] of sentence.take(STARTS_SHORT)) {
    const name = new Date(Date.UTC(2000, Number(month) - 1)).toLocaleString('en-US', {
      month: 'short',
      timeZone: 'UTC',
    });
    const start = Number(month) < 1 || Number(month) > 12 ? null : comingDay(name, day, undefined, today);
    if (start === null) questions.push(unreadable(said));
    else slots.effective = start;
  }
  for (const [said] of sentence.take(SOME_DAY)) {
    const meant = eitherDay(said, today);
    if (meant === null) questions.push(unreadable(said));
    else if ('text' in meant) questions.push(meant);
    else Object.assign(slots, meant);
  }
  for (const [said, year = ''] of sentence.take(BORN_IN)) questions.push(birthYear(said, Number(year), today));
  for (const [said] of sentence.take(BORN_PART)) questions.push(wholeBirth(said));
  for (const [said, month = '', day = '1', year] of sentence.take(IN_MONTH)) {
    const start = comingDay(month, day, year, today);
    if (start === null) questions.push(unreadable(said));
    else slots.effective = start;
  }
  if (sentence.has(NEXT_MONTH)) slots.effective = firstOfNextMonth(today);
  if (sentence.has(NOW)) slots.effective = today;
  return { slots, questions };
}

export const firstOfNextMonth = (today: string): string => startOf(plusMonths(today, 1), 'month');

const unreadable = (said: string): ChatQuestion => ({
  part: said.trim(),
  text: `I can't read “${said.trim()}” as a date. Write it like 05/12/1961.`,
  options: [],
});

const wholeBirth = (said: string): ChatQuestion => ({
  part: said.trim(),
  text: `I need a full date of birth, like 05/12/1961, or an age. “${said.trim()}” isn't enough.`,
  options: [],
});

/** A day on its own: a birth date if long ago, else a start date. `null` when it is neither. */
function eitherDay(said: string, today: string): Pick<Slots, 'born' | 'effective'> | ChatQuestion | null {
  const past = parsePlainDate(said, yearOf(today));
  const coming = startDay(said, today);
  if (past === null || coming === null) return null;
  const isShort = past !== coming;
  if (isShort && coming >= today && yearOf(coming) <= yearOf(today) + 2 && ageOn(past, today) <= OLDEST) {
    return {
      part: said,
      text: `Is ${said} the date of birth or the start date of the plan?`,
      options: [
        { label: `Born in ${yearOf(past)}`, says: `born ${past}` },
        { label: `Starts in ${yearOf(coming)}`, says: `starting ${coming}` },
      ],
    };
  }
  return past >= `${yearOf(today) - 1}` ? { effective: past } : { born: past };
}

function birthYear(said: string, year: number, today: string): ChatQuestion {
  const older = yearOf(today) - year;
  const ages = [older - 1, older];
  return {
    part: said,
    text: `For someone born in ${year}, is the age ${ages.join(' or ')}?`,
    options: ages.map((age) => ({ label: `Age ${age}`, says: `age ${age}` })),
  };
}

/** That day of a month, the next occurrence if no year is given. `null` when there is no such day. */
function comingDay(month: string, day: string, year: string | undefined, today: string): string | null {
  const at = (ofYear: number) => parsePlainDate(`${month.slice(0, 3)} ${day}, ${ofYear}`, ofYear);
  const thisYear = yearOf(today);
  const first = at(year === undefined ? thisYear : Number(year));
  return year === undefined && first !== null && first < today ? at(thisYear + 1) : first;
}
