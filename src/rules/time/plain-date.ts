/** A day without a time is text, `YYYY-MM-DD`: it has no zone and never shifts. */

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const daysIn = (year: number, month: number) => (month === 2 && isLeap(year) ? 29 : (DAYS[month - 1] ?? 0));

const pad = (value: number, width: number) => String(value).padStart(width, '0');

function plainDate(year: number, month: number, day: number): string | null {
  if (year < 1850 || year > 2200 || day < 1 || day > daysIn(year, month)) return null;
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** Beginnings of the months in English, Spanish, French and German, without accents. */
const MONTHS = [
  ['jan', 'ene'],
  ['feb', 'fev'],
  ['mar', 'mae', 'mrz'],
  ['apr', 'abr', 'avr'],
  ['may', 'mai'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'ago', 'aou'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dic', 'dez'],
];

/** Order of day and month in dates of numbers alone, e.g. `05/07/1947`. */
export type DateOrder = 'month_first' | 'day_first';

/**
 * Parses a date as people and programs write it: `01/14/1962`, `1-14-62`, `1962-01-14`, `19620114`, `Jan 14, 1962`,
 * `Jan-14-1962`, `14 Jan 1962`, `14. Januar 1962`, `14 de enero de 1962`, each with an ignored time after it. `order` is that of numbers
 * alone. Two-digit years up to `thisYear` are this century, later ones the last. `null` when it can't be read or
 * doesn't exist.
 */
export function parsePlainDate(written: string, thisYear: number, order: DateOrder = 'month_first'): string | null {
  const text = written.trim().replace(/,?[T ]+\d{1,2}:\d{2}.*$/, '');
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (iso) return plainDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));

  const numbers = /^(\d{1,2})[-/.] ?(\d{1,2})[-/.] ?(\d{4}|\d{2})$/.exec(text);
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])];
    const year = fullYear(numbers[3] ?? '', thisYear);
    return order === 'month_first' ? plainDate(year, first, second) : plainDate(year, second, first);
  }
  return /\p{L}{3}/u.test(text) ? parseNamedMonth(text.normalize('NFD').replace(/\p{M}/gu, ''), thisYear) : null;
}

function parseNamedMonth(text: string, thisYear: number): string | null {
  const monthFirst =
    /^([a-z]{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text) ??
    /^([a-z]{3,10})[-/](\d{1,2})[-/](\d{4}|\d{2})$/i.exec(text);
  if (monthFirst) {
    return plainDate(fullYear(monthFirst[3] ?? '', thisYear), monthOf(monthFirst[1] ?? ''), Number(monthFirst[2]));
  }

  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|er|\.)?[ /-]*(?:de )?([a-z]{3,10})\.?,?[ /-](?:de )?(\d{4}|\d{2})$/i.exec(
    text,
  );
  return dayFirst
    ? plainDate(fullYear(dayFirst[3] ?? '', thisYear), monthOf(dayFirst[2] ?? ''), Number(dayFirst[1]))
    : null;
}

export type DatePart = 'day' | 'month' | 'year';

/** A whole number, also as spreadsheets write one: `14.0`; `null`: none. */
const numberOf = (written: string): number | null => {
  const digits = /^(\d{1,4})(?:\.0+)?$/.exec(written)?.[1];
  return digits === undefined ? null : Number(digits);
};

/**
 * Reads a date from its parts: a month is a number or a name, a year has two or four digits. Answers the part at fault where
 * it can't be read or doesn't exist.
 */
export function dateOfParts(
  written: Readonly<Record<DatePart, string>>,
  thisYear: number,
): { readonly date: string } | { readonly wrong: DatePart } {
  const text = written.year.trim().replace(/^['’]/, '');
  const years = /^(\d{4}|\d{2})(?:\.0+)?$/.exec(text)?.[1];
  const year = years === undefined ? 0 : fullYear(years, thisYear);
  if (year < 1850 || year > 2200) return { wrong: 'year' };
  const name = written.month.trim().normalize('NFD').replace(/\p{M}/gu, '').replace(/\.$/, '');
  const month = /^[a-z]{3,10}$/i.test(name) ? monthOf(name) : (numberOf(name) ?? 0);
  if (month < 1 || month > 12) return { wrong: 'month' };
  const date = plainDate(year, month, numberOf(written.day.trim().replace(/(?<=\d)(st|nd|rd|th|er|\.)$/i, '')) ?? 0);
  return date === null ? { wrong: 'day' } : { date };
}

/** 1 to 12; 0: no month. */
function monthOf(word: string): number {
  const start = word.toLowerCase();
  return MONTHS.findIndex((names) => names.some((name) => start.startsWith(name))) + 1;
}

function fullYear(written: string, thisYear: number): number {
  const year = Number(written);
  if (written.length === 4) return year;
  const century = thisYear - (thisYear % 100);
  return century + year > thisYear ? century + year - 100 : century + year;
}

/** `MM/DD/YYYY` (core §9). */
export function formatPlainDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}

/** Full years from `date` to `today`, both `YYYY-MM-DD`. */
export function ageOn(date: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(date.slice(0, 4));
  return today.slice(5) < date.slice(5) ? years - 1 : years;
}
