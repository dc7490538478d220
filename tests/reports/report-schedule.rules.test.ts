import { describe, expect, test } from 'vitest';
import type { ReportScheduleFields } from '../../src/api/contract/reports/schedule.contract.ts';
import { nextSending, scheduleWords } from '../../src/rules/reports/report-schedule.ts';

const schedule = (fields: Partial<ReportScheduleFields>): ReportScheduleFields => ({
  cadence: 'daily',
  weekday: 1,
  day: 1,
  time: '08:00',
  ...fields,
});
const next = (fields: Partial<ReportScheduleFields>, after: string, zone = 'America/New_York') =>
  new Date(nextSending(schedule(fields), zone, Date.parse(after))).toISOString();

describe('the next sending', () => {
  test.each([
    ['later today', {}, '2026-03-04T12:59:00Z', '2026-03-04T13:00:00.000Z'],
    ['tomorrow at the very minute', {}, '2026-03-04T13:00:00Z', '2026-03-05T13:00:00.000Z'],
    ['the same hour after clocks go forward', {}, '2026-03-07T13:00:00Z', '2026-03-08T12:00:00.000Z'],
    ['after an hour that is skipped', { time: '02:30' }, '2026-03-07T12:00:00Z', '2026-03-08T07:30:00.000Z'],
    ['Monday after Friday', { cadence: 'weekdays' }, '2026-03-06T14:00:00Z', '2026-03-09T12:00:00.000Z'],
    ['next week', { cadence: 'weekly', weekday: 3 }, '2026-03-04T14:00:00Z', '2026-03-11T12:00:00.000Z'],
    ['Sunday', { cadence: 'weekly', weekday: 0 }, '2026-03-04T14:00:00Z', '2026-03-08T12:00:00.000Z'],
    ['next month', { cadence: 'monthly', day: 4 }, '2026-03-04T14:00:00Z', '2026-04-04T12:00:00.000Z'],
    ['over the end of the year', { cadence: 'monthly', day: 28 }, '2026-12-28T14:00:00Z', '2027-01-28T13:00:00.000Z'],
  ] as const)('%s', (_, fields, after, expected) => expect(next(fields, after)).toBe(expected));

  test('follows the clocks of the zone', () =>
    expect(next({}, '2026-03-04T17:59:00Z', 'Pacific/Honolulu')).toBe('2026-03-04T18:00:00.000Z'));
});

test.each([
  [{}, 'every day at 8:00 AM'],
  [{ cadence: 'weekdays', time: '17:05' }, 'Monday through Friday at 5:05 PM'],
  [{ cadence: 'weekly', weekday: 5 }, 'every Friday at 8:00 AM'],
  [{ cadence: 'monthly', day: 15 }, 'on day 15 of each month at 8:00 AM'],
] as const)('%j in words', (fields, words) => expect(scheduleWords(schedule(fields))).toBe(words));
