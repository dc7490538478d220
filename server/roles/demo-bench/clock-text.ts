const SECOND_MS = 1_000;
const UNITS_MS: Readonly<Record<string, number>> = {
  second: SECOND_MS,
  minute: 60 * SECOND_MS,
  hour: 3_600 * SECOND_MS,
  day: 86_400 * SECOND_MS,
  week: 7 * 86_400 * SECOND_MS,
};
const SHORT: Readonly<Record<string, string>> = {
  s: 'second',
  m: 'minute',
  min: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
};

const STEP = /^(\d+)\s*([a-z]+)[\s,]*/i;
const DAY_AND_TIME = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/;
const WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Years that the clock may show. Ours: what every part of the product can write. */
const YEARS = { first: 2000, last: 2100 } as const;

/** Accepted values of the clock's `to`, for a sentence. */
export const CLOCK_EXAMPLES = '"+2 days", "-3 hours", "+1 month 2 days", "2027-01-15 09:00", "year-end" or "real"';

/**
 * The instant that a text names, seen from `now` of the demo clock; days and times without a zone are those of this
 * machine. `real`: the clock of the machine itself. `null`: it names none.
 */
export function clockTimeOf(text: string, now: Date): Date | 'real' | null {
  const asked = text.trim();
  if (asked === 'real') return 'real';
  const found =
    asked === 'year-end' ? new Date(now.getFullYear(), 11, 31, 23, 58) : (stepped(asked, now) ?? named(asked));
  if (found === null || Number.isNaN(found.getTime())) return null;
  const year = found.getUTCFullYear();
  return year >= YEARS.first && year <= YEARS.last ? found : null;
}

/** `+1 month 2 days`. Months and years keep the day, or take the last one of a shorter month. */
function stepped(text: string, now: Date): Date | null {
  const sign = text.startsWith('-') ? -1 : 1;
  if (!/^[+-]/.test(text)) return null;
  let rest = text.slice(1).trim();
  let at = now;
  while (rest !== '') {
    const step = STEP.exec(rest);
    if (step === null) return null;
    const [whole, count, word = ''] = step;
    const next = oneStep(at, sign * Number(count), word.toLowerCase());
    if (next === null) return null;
    at = next;
    rest = rest.slice(whole.length);
  }
  return at === now ? null : at;
}

function oneStep(at: Date, count: number, word: string): Date | null {
  const unit = SHORT[word] ?? word.replace(/s$/, '');
  if (unit === 'month') return addMonths(at, count);
  if (unit === 'year') return addMonths(at, 12 * count);
  const size = UNITS_MS[unit];
  return size === undefined ? null : new Date(at.getTime() + count * size);
}

function addMonths(at: Date, count: number): Date {
  const moved = new Date(at);
  moved.setMonth(at.getMonth() + count);
  if (moved.getDate() !== at.getDate()) moved.setDate(0);
  return moved;
}

function named(text: string): Date | null {
  if (WITH_ZONE.test(text)) return new Date(text);
  const parts = DAY_AND_TIME.exec(text)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (parts === undefined) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const found = new Date(year, month - 1, day, hour, minute, second);
  // 2027-02-31 and 25:00 roll over into another day.
  const isMeant = found.getMonth() === month - 1 && found.getDate() === day && found.getHours() === hour;
  return isMeant && found.getMinutes() === minute ? found : null;
}
