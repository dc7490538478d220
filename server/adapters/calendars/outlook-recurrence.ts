import * as z from 'zod/mini';
import type { EventTimes } from '#rules/integrations/event-content.ts';
import { RemoteFault } from './calendar-port.ts';
import { UNREADABLE } from './google-recurrence.ts';

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const CODES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
const PLACES: Readonly<Record<string, string>> = { first: '1', second: '2', third: '3', fourth: '4', last: '-1' };

export const GraphRecurrence = z.object({
  pattern: z.object({
    type: z.string(),
    interval: z.optional(z.int()),
    month: z.optional(z.int()),
    dayOfMonth: z.optional(z.int()),
    daysOfWeek: z.optional(z.array(z.string())),
    firstDayOfWeek: z.optional(z.string()),
    index: z.optional(z.string()),
  }),
  range: z.object({
    type: z.string(),
    startDate: z.optional(z.string()),
    endDate: z.optional(z.nullable(z.string())),
    numberOfOccurrences: z.optional(z.int()),
    recurrenceTimeZone: z.optional(z.nullable(z.string())),
  }),
});
export type GraphRecurrence = z.output<typeof GraphRecurrence>;

const codeOf = (day: string): string => CODES[DAYS.findIndex((one) => one === day.toLowerCase())] ?? '';

/** Graph's pattern as a rule of RFC 5545. */
export function readGraphRule({ pattern, range }: GraphRecurrence): Pick<EventTimes, 'rule' | 'repeat_until'> {
  const days = (pattern.daysOfWeek ?? []).map(codeOf).join(',');
  const place = PLACES[pattern.index ?? 'first'] ?? '1';
  const month = pattern.month ?? 1;
  const relative = days.includes(',') ? `BYDAY=${days};BYSETPOS=${place}` : `BYDAY=${place}${days}`;
  const by: Readonly<Record<string, string>> = {
    daily: 'FREQ=DAILY',
    weekly: `FREQ=WEEKLY;BYDAY=${days}${pattern.firstDayOfWeek === 'monday' ? ';WKST=MO' : ''}`,
    absolutemonthly: `FREQ=MONTHLY;BYMONTHDAY=${pattern.dayOfMonth ?? 1}`,
    relativemonthly: `FREQ=MONTHLY;${relative}`,
    absoluteyearly: `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${pattern.dayOfMonth ?? 1}`,
    relativeyearly: `FREQ=YEARLY;BYMONTH=${month};${relative}`,
  };
  const rule = by[pattern.type.toLowerCase()];
  if (rule === undefined) return { rule: UNREADABLE, repeat_until: null };
  const interval = (pattern.interval ?? 1) === 1 ? '' : `;INTERVAL=${pattern.interval}`;
  const count = range.type === 'numbered' ? `;COUNT=${range.numberOfOccurrences ?? 1}` : '';
  return {
    rule: `${rule}${interval}${count}`,
    repeat_until: range.type === 'endDate' ? (range.endDate ?? null) : null,
  };
}

const cannot = () => new RemoteFault('refused', "Outlook can't repeat an event in this way.");

/** A rule of RFC 5545 as Graph's pattern. @throws {RemoteFault} `refused` for rules that Outlook doesn't have. */
export function writeGraphRule({ rule, repeat_until: until, start_local: start }: EventTimes): GraphRecurrence | null {
  if (rule === '') return null;
  const parts: Readonly<Record<string, string | undefined>> = Object.fromEntries(
    rule.split(';').map((part) => part.split('=', 2)),
  );
  const { FREQ, INTERVAL, COUNT, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS, BYYEARDAY, BYWEEKNO, WKST } = parts;
  if (BYYEARDAY !== undefined || BYWEEKNO !== undefined) throw cannot();
  const range = {
    type: until !== null ? 'endDate' : COUNT !== undefined ? 'numbered' : 'noEnd',
    startDate: start.slice(0, 10),
    ...(until !== null && { endDate: until }),
    ...(COUNT !== undefined && { numberOfOccurrences: Number(COUNT) }),
  };
  const interval = Number(INTERVAL ?? 1);
  const firstDay = WKST === 'MO' ? { firstDayOfWeek: 'monday' } : {};
  return {
    pattern: { interval, ...firstDay, ...patternOf({ FREQ, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS }, start) },
    range,
  };
}

type Parts = Record<'FREQ' | 'BYDAY' | 'BYMONTHDAY' | 'BYMONTH' | 'BYSETPOS', string | undefined>;

function patternOf({ FREQ, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS }: Parts, start: string): GraphRecurrence['pattern'] {
  const named = (BYDAY?.split(',') ?? []).map((day) => /^([+-]?\d*)(..)$/.exec(day) ?? []);
  const daysOfWeek = named.map(([, , code]) => DAYS[CODES.findIndex((one) => one === code)] ?? '');
  const places = new Set(named.map(([, place]) => (place === undefined ? '' : place.replace('+', ''))));
  if (FREQ === 'DAILY' && BYDAY === undefined && BYMONTHDAY === undefined && BYMONTH === undefined)
    return { type: 'daily' };
  const today = DAYS[new Date(`${start}:00Z`).getUTCDay()] ?? 'sunday';
  if (FREQ === 'WEEKLY' && BYMONTHDAY === undefined && BYMONTH === undefined && BYSETPOS === undefined)
    return { type: 'weekly', daysOfWeek: daysOfWeek.length > 0 ? daysOfWeek : [today] };
  const kind = FREQ === 'MONTHLY' ? 'Monthly' : FREQ === 'YEARLY' ? 'Yearly' : null;
  if (kind === null || (kind === 'Monthly' && BYMONTH !== undefined) || BYMONTH?.includes(',') === true) throw cannot();
  const month = kind === 'Yearly' ? { month: Number(BYMONTH ?? start.slice(5, 7)) } : {};
  if (BYDAY === undefined) {
    const day = Number(BYMONTHDAY ?? start.slice(8, 10));
    if (!(day >= 1) || BYSETPOS !== undefined) throw cannot();
    return { type: `absolute${kind}`, dayOfMonth: day, ...month };
  }
  const place = BYSETPOS ?? [...places][0] ?? '';
  const index = Object.entries(PLACES).find(([, one]) => one === place)?.[0];
  if (index === undefined || places.size > 1 || BYMONTHDAY !== undefined) throw cannot();
  if (BYSETPOS === undefined && daysOfWeek.length > 1) throw cannot();
  return { type: `relative${kind}`, daysOfWeek, index, ...month };
}
