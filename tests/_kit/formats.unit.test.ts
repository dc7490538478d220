import { describe, expect, test } from 'vitest';
import {
  formatCount,
  formatCounted,
  formatRange,
  formatRate,
  formatShare,
} from '../../src/views/_kit/format/format-count.ts';
import { formatClock, formatDuration, formatTimeLeft } from '../../src/views/_kit/format/format-duration.ts';
import {
  formatDate,
  formatPlainDate,
  formatTime,
  formatTimeWithSeconds,
  formatWhen,
} from '../../src/views/_kit/format/format-when.ts';

const EASTERN = 'America/New_York';
const PACIFIC = 'America/Los_Angeles';

describe('counts', () => {
  test('group thousands', () => expect(formatCount(12_431)).toBe('12,431'));
  test('name one and many', () =>
    expect([formatCounted(1, 'row', 'rows'), formatCounted(0, 'row', 'rows')]).toEqual(['1 row', '0 rows']));
  test('say a range of a list', () =>
    expect([formatRange(1, 50, 12_431), formatRange(0, 0, 0)]).toEqual(['1–50 of 12,431', 'None']));
  test('say a share with two decimals at most', () =>
    expect([formatShare(94, 61_204), formatShare(1, 0)]).toEqual(['0.15%', '0%']));
  test('say a rate', () =>
    expect([formatRate(84.4), formatRate(1), formatRate(0.2)]).toEqual(['84 rows/s', '1 row/s', 'under 1 row/s']));
});

describe('durations', () => {
  test('use two units at most and leave a zero out', () => {
    const spans = [0, 48_000, 59_600, 120_000, 144_000, 3_599_400, 3_900_000, 7_200_000];
    expect(spans.map(formatDuration)).toEqual([
      '0 s',
      '48 s',
      '1 min',
      '2 min',
      '2 min 24 s',
      '59 min 59 s',
      '1 h 5 min',
      '2 h',
    ]);
  });
  test('never go below zero', () => expect(formatTimeLeft(-5000)).toBe('0 s left'));
  test('read as a clock', () =>
    expect([41_000, 708_900, 3_920_000].map(formatClock)).toEqual(['0:41', '11:48', '1:05:20']));
});

describe('instants', () => {
  const instant = '2026-11-19T01:04:12Z';

  test('show the day and time of the zone', () => {
    expect([formatDate(instant, EASTERN), formatTime(instant, EASTERN)]).toEqual(['11/18/2026', '8:04 PM']);
    expect(formatTimeWithSeconds(instant, PACIFIC)).toBe('5:04:12 PM');
  });

  test('are named by day around now, by the calendar of the zone', () => {
    const now = '2026-11-19T14:00:00Z';
    const instants = ['2026-11-19T19:30:00Z', '2026-11-20T05:30:00Z', '2026-11-18T21:00:00Z', '2026-11-30T14:00:00Z'];
    expect(instants.map((one) => formatWhen(one, EASTERN, now))).toEqual([
      'Today 2:30 PM',
      'Tomorrow 12:30 AM',
      'Yesterday 4:00 PM',
      '11/30/2026',
    ]);
  });

  test('are named right over a change of clocks', () => {
    expect(formatWhen('2026-11-02T04:30:00Z', EASTERN, '2026-11-01T04:30:00Z')).toBe('Today 11:30 PM');
  });
});

test('a date without a time never shifts', () => expect(formatPlainDate('1962-01-14')).toBe('01/14/1962'));
