/** Recurrence rules of RFC 5545 as an event has them: text without `UNTIL`, which is a day of its own. */

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
type Frequency = (typeof FREQUENCIES)[number];

/** Ours: 20 years of a weekly event; more has no number but an end day. */
const MAX_COUNT = 1_000;
const MAX_INTERVAL = 400;

const DAY_NAMES: Readonly<Record<string, string>> = {
  SU: 'Sunday',
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
};

const list = (part: RegExp) => (value: string) => value.split(',').every((one) => part.test(one));
const upTo = (most: number) => (value: string) =>
  /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= most;

/** What each part may say. */
const PARTS: Readonly<Record<string, (value: string) => boolean>> = {
  FREQ: (value) => FREQUENCIES.some((one) => one === value),
  INTERVAL: upTo(MAX_INTERVAL),
  COUNT: upTo(MAX_COUNT),
  BYDAY: list(/^(?:[+-]?(?:[1-9]|[1-4]\d|5[0-3]))?(?:SU|MO|TU|WE|TH|FR|SA)$/),
  BYMONTHDAY: list(/^-?(?:[1-9]|[12]\d|3[01])$/),
  BYMONTH: list(/^(?:[1-9]|1[0-2])$/),
  BYYEARDAY: list(/^-?(?:[1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-6])$/),
  BYWEEKNO: list(/^-?(?:[1-9]|[1-4]\d|5[0-3])$/),
  BYSETPOS: list(/^-?(?:[1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-6])$/),
  WKST: (value) => value in DAY_NAMES,
};

const partsOf = (rule: string): Readonly<Record<string, string>> =>
  Object.fromEntries(rule.split(';').map((part) => part.split('=', 2)));

/** The rule in capitals; `null` when it is none that an event can have. */
export function readRule(written: string): string | null {
  const rule = written
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '');
  if (rule === '') return '';
  const names = rule.split(';').map((part) => part.split('=')[0] ?? '');
  if (new Set(names).size < names.length) return null;
  const parts = partsOf(rule);
  if (!('FREQ' in parts)) return null;
  const isGood = Object.entries(parts).every(([name, value]) => PARTS[name]?.(value ?? '') === true);
  return isGood ? rule : null;
}

export const hasCount = (rule: string): boolean => /(?:^|;)COUNT=/.test(rule);

const UNITS: Readonly<Record<Frequency, readonly [every: string, one: string]>> = {
  DAILY: ['Every day', 'days'],
  WEEKLY: ['Every week', 'weeks'],
  MONTHLY: ['Every month', 'months'],
  YEARLY: ['Every year', 'years'],
};

const WORKDAYS = 'MO,TU,WE,TH,FR';
const PLACES: Readonly<Record<string, string>> = {
  '1': 'first',
  '2': 'second',
  '3': 'third',
  '4': 'fourth',
  '-1': 'last',
};

function daysOf(days: string | undefined): string {
  if (days === undefined) return '';
  if (days === WORKDAYS) return ' on weekdays';
  const names = days.split(',').map((day) => {
    const [, place = '', code = ''] = /^([+-]?\d*)(..)$/.exec(day) ?? [];
    const name = DAY_NAMES[code] ?? code;
    return place === '' ? name : `the ${PLACES[place.replace('+', '')] ?? `${place}.`} ${name}`;
  });
  return ` on ${names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`}`;
}

/** "Every 2 weeks on Monday and Thursday, 10 times"; a rule with rarer parts is "Custom". Empty: "Doesn't repeat". */
export function ruleWords(rule: string): string {
  if (rule === '') return "Doesn't repeat";
  const { FREQ = '', INTERVAL = '1', COUNT, BYDAY, WKST: _week, ...rarer } = partsOf(rule);
  const unit = UNITS[FREQ as Frequency];
  if (unit === undefined || Object.keys(rarer).length > 0) return 'Custom';
  if (FREQ === 'WEEKLY' && INTERVAL === '1' && BYDAY === WORKDAYS && COUNT === undefined) return 'Every weekday';
  const every = INTERVAL === '1' ? unit[0] : `Every ${INTERVAL} ${unit[1]}`;
  return `${every}${daysOf(BYDAY)}${COUNT === undefined ? '' : `, ${COUNT} ${COUNT === '1' ? 'time' : 'times'}`}`;
}
