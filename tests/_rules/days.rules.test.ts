import { describe, expect, test } from 'vitest';
import {
  anniversary,
  dayIn,
  daysBetween,
  lastOfMonth,
  plus,
  plusDays,
  plusMonths,
  plusYears,
  startOf,
  utcDay,
  weekdayOf,
} from '#rules/time/days.ts';

describe('days', () => {
  test('follow each other over months, years, leap days and changes of the clock', () => {
    expect(plusDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(plusDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(plusDays('2026-03-09', -2)).toBe('2026-03-07');
    expect(daysBetween('2026-03-07', '2026-11-02')).toBe(240);
    expect(daysBetween('2027-01-01', '2026-12-31')).toBe(-1);
  });

  test('stay within a shorter month', () => {
    expect(plusMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(plusMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(plusYears('2028-02-29', 1)).toBe('2029-02-28');
    expect(lastOfMonth('2028-02-10')).toBe('2028-02-29');
    expect(plus('2026-11-30', 1, 'quarter')).toBe('2027-02-28');
    expect(plus('2026-11-30', 2, 'week')).toBe('2026-12-14');
  });

  test('begin their week, month, quarter and year', () => {
    const starts = (['day', 'week', 'month', 'quarter', 'year'] as const).map((unit) => startOf('2026-12-31', unit));
    expect(starts).toEqual(['2026-12-31', '2026-12-27', '2026-12-01', '2026-10-01', '2026-01-01']);
    expect(['2026-11-22', '2026-11-28'].map(weekdayOf)).toEqual([0, 6]);
    expect(startOf('2026-11-22', 'week')).toBe('2026-11-22');
  });

  test('of an instant depend on the zone', () => {
    const at = new Date('2026-11-19T03:30:00Z');
    expect([dayIn('America/Chicago', at), utcDay(at), dayIn('Pacific/Honolulu', at)]).toEqual([
      '2026-11-18',
      '2026-11-19',
      '2026-11-18',
    ]);
    expect(dayIn('America/New_York', Date.parse('2026-03-08T04:59:59Z'))).toBe('2026-03-07');
  });

  test('of February 29 are celebrated on March 1 of a common year', () => {
    expect([2027, 2028].map((year) => anniversary('1960-02-29', year))).toEqual(['2027-03-01', '2028-02-29']);
    expect(anniversary('1960-11-30', 2027)).toBe('2027-11-30');
  });
});
