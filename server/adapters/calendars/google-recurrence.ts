import { parseDate } from '@internationalized/date';
import type { EventTimes } from '#rules/integrations/event-content.ts';
import { basicOf, instantOf, localOf, localOfBasic } from './local-time.ts';

type Recurrence = Pick<EventTimes, 'rule' | 'repeat_until' | 'excluded'>;
type Start = Pick<EventTimes, 'all_day' | 'start_local' | 'zone'>;

/** A rule that no event here can have. */
export const UNREADABLE = 'UNREADABLE';

/** The last day of a series that ends by an `UNTIL`. */
function lastDay(until: string, { all_day: isAllDay, start_local: start, zone }: Start): string {
  if (!until.includes('T') || isAllDay) return localOfBasic(until).slice(0, 10);
  const utc = new Date(`${localOfBasic(until)}:${until.slice(13, 15) || '00'}Z`);
  const local = until.endsWith('Z') ? localOf(utc, zone) : localOfBasic(until);
  const day = local.slice(0, 10);
  return local.slice(11) >= start.slice(11) ? day : parseDate(day).subtract({ days: 1 }).toString();
}

/** Local starts that an `EXDATE` names, each as text or UTC. */
function excludedBy(line: string, zone: string): string[] {
  const [, dates = ''] = line.split(':', 2);
  return dates
    .split(',')
    .filter((one) => one !== '')
    .map((one) => (one.endsWith('Z') ? localOf(new Date(`${localOfBasic(one)}:00Z`), zone) : localOfBasic(one)));
}

/** Reads Google's lines of RFC 5545. `RDATE` and several rules can't be had here. */
export function readRecurrence(lines: readonly string[], start: Start): Recurrence {
  const rules = lines.filter((line) => line.startsWith('RRULE'));
  const others = lines.filter((line) => !/^(RRULE|EXDATE)/.test(line));
  const [rule] = rules;
  if (rule === undefined && others.length === 0) return { rule: '', repeat_until: null, excluded: [] };
  if (rule === undefined || rules.length > 1 || others.length > 0)
    return { rule: UNREADABLE, repeat_until: null, excluded: [] };
  const parts = rule.slice('RRULE:'.length).split(';');
  const until = parts.find((part) => part.startsWith('UNTIL='))?.slice('UNTIL='.length);
  return {
    rule: parts.filter((part) => part !== '' && !part.startsWith('UNTIL=')).join(';'),
    repeat_until: until === undefined ? null : lastDay(until, start),
    excluded: lines
      .filter((line) => line.startsWith('EXDATE'))
      .flatMap((line) => excludedBy(line, start.zone))
      .toSorted(),
  };
}

/** Writes the lines; empty: it doesn't repeat. */
export function writeRecurrence({
  rule,
  repeat_until: until,
  excluded,
  all_day: isAllDay,
  zone,
}: EventTimes): string[] {
  if (rule === '') return [];
  const end = until === null ? '' : `;UNTIL=${isAllDay ? until.replaceAll('-', '') : utcBasic(`${until}T23:59`, zone)}`;
  const left = excluded.map((one) => (isAllDay ? basicOf(one).slice(0, 8) : basicOf(one)));
  const dates = isAllDay ? `EXDATE;VALUE=DATE:${left.join(',')}` : `EXDATE;TZID=${zone}:${left.join(',')}`;
  return [`RRULE:${rule}${end}`, ...(left.length > 0 ? [dates] : [])];
}

const utcBasic = (local: string, zone: string): string =>
  `${basicOf(instantOf(local, zone).toISOString().slice(0, 16))}Z`;
