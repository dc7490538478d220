import { describe, expect, test } from 'vitest';
import { dueReminders, nextReminder } from '../../server/features/events/reminders/due-reminders.ts';
import type { Schedule } from '../../server/features/events/recurrence.ts';

const NEW_YORK: Schedule = {
  all_day: false,
  start_local: '2026-10-25T09:00',
  end_local: '2026-10-25T10:00',
  zone: 'America/New_York',
  rule: '',
  repeat_until: null,
  excluded: [],
};
const at = (text: string) => Date.parse(text);
const startsOf = (schedule: Schedule, minutes: number[], after: string, now: string) =>
  dueReminders(schedule, minutes, at(after), at(now)).map(
    ({ occurrence, minutes: before }) => `${occurrence.start_local} ${before}`,
  );

describe('reminders that are due', () => {
  test('lie after the last look and up to now', () => {
    const due = (after: string, now: string) => startsOf(NEW_YORK, [15], after, now);
    expect(due('2026-10-25T12:44:59Z', '2026-10-25T12:45:00Z')).toEqual(['2026-10-25T09:00 15']);
    expect(due('2026-10-25T12:45:00Z', '2026-10-25T12:46:00Z')).toEqual([]);
    expect(due('2026-10-25T12:40:00Z', '2026-10-25T12:44:59Z')).toEqual([]);
  });

  test('of which several are due at once are one, and late ones still come until minutes after the start', () => {
    const late = (now: string) => startsOf(NEW_YORK, [0, 15, 60], '2026-10-25T11:00:00Z', now);
    expect(late('2026-10-25T12:50:00Z')).toEqual(['2026-10-25T09:00 15']);
    expect(late('2026-10-25T13:00:09Z')).toEqual(['2026-10-25T09:00 0']);
    expect(late('2026-10-25T13:06:00Z')).toEqual([]);
  });

  test('stay on the clock of a series when clocks change', () => {
    const weekly = { ...NEW_YORK, rule: 'FREQ=WEEKLY' };
    const next = (now: string) => nextReminder(weekly, [15], at(now))?.toISOString();
    expect(next('2026-10-25T12:44:00Z')).toBe('2026-10-25T12:45:00.000Z');
    expect(next('2026-10-25T12:45:00Z')).toBe('2026-11-01T13:45:00.000Z');
    expect(startsOf(weekly, [15], '2026-11-01T13:44:00Z', '2026-11-01T13:45:00Z')).toEqual(['2026-11-01T09:00 15']);
  });

  test('leave out what a series leaves out', () => {
    const weekly = { ...NEW_YORK, rule: 'FREQ=WEEKLY;COUNT=2', excluded: ['2026-11-01T09:00'] };
    expect(nextReminder(weekly, [15, 60], at('2026-10-25T12:45:00Z'))).toBeNull();
  });

  test('of whole days count from 9 AM on the first day', () => {
    const daily = { ...NEW_YORK, all_day: true, start_local: '2026-10-25T00:00', end_local: '2026-10-26T00:00' };
    expect(nextReminder(daily, [60], at('2026-10-24T00:00:00Z'))?.toISOString()).toBe('2026-10-25T12:00:00.000Z');
    expect(startsOf(daily, [60], '2026-10-25T11:59:00Z', '2026-10-25T12:00:00Z')).toEqual(['2026-10-25T00:00 60']);
  });

  test('the next of several is the earliest that is left', () => {
    const next = (now: string) => nextReminder(NEW_YORK, [0, 15, 1_440], at(now))?.toISOString();
    expect(next('2026-10-24T13:00:00Z')).toBe('2026-10-25T12:45:00.000Z');
    expect(next('2026-10-25T12:59:00Z')).toBe('2026-10-25T13:00:00.000Z');
    expect(next('2026-10-25T13:00:00Z')).toBeUndefined();
  });
});
