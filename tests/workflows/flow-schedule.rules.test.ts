import { describe, expect, test } from 'vitest';
import { scheduledAnywhere, scheduledDays, scheduleWords } from '#rules/workflows/flow-schedule.ts';

const CHICAGO = 'America/Chicago';
const ms = (at: string) => Date.parse(at);
const told = (days: ReturnType<typeof scheduledDays>) =>
  days.map(({ day, at }) => `${day} ${new Date(at).toISOString()}`);

describe('days of a schedule', () => {
  test('keep their hour when clocks change', () => {
    const sundays = { weekdays: [0], minute: 540 };
    expect(told(scheduledDays(sundays, CHICAGO, ms('2026-02-28T00:00Z'), ms('2026-03-10T00:00Z')))).toEqual([
      '2026-03-01 2026-03-01T15:00:00.000Z',
      '2026-03-08 2026-03-08T14:00:00.000Z',
    ]);
  });

  test('a minute that clocks leave out is an hour later, and one that they show twice is the first; each day once', () => {
    const [early, twice] = [
      { weekdays: [0], minute: 150 },
      { weekdays: [0], minute: 90 },
    ];
    expect(told(scheduledDays(early, CHICAGO, ms('2026-03-08T00:00Z'), ms('2026-03-09T00:00Z')))).toEqual([
      '2026-03-08 2026-03-08T08:30:00.000Z',
    ]);
    expect(told(scheduledDays(twice, CHICAGO, ms('2026-11-01T00:00Z'), ms('2026-11-02T00:00Z')))).toEqual([
      '2026-11-01 2026-11-01T06:30:00.000Z',
    ]);
  });

  test('the end of the window counts, its beginning does not', () => {
    const daily = { weekdays: [0, 1, 2, 3, 4, 5, 6], minute: 540 };
    const nine = ms('2026-07-01T14:00Z');
    expect(scheduledDays(daily, CHICAGO, nine - 1, nine)).toEqual([{ day: '2026-07-01', at: nine }]);
    expect(scheduledDays(daily, CHICAGO, nine, nine + 1)).toEqual([]);
  });
});

test('zones that share an instant share it once, from the east to the west', () => {
  const found = scheduledAnywhere({ weekdays: [1], minute: 540 }, ms('2026-07-06T00:00Z'), ms('2026-07-07T00:00Z'));
  expect(found.map(({ at }) => new Date(at).toISOString().slice(11, 16))).toEqual(
    expect.arrayContaining(['13:00', '14:00', '15:00', '16:00', '17:00', '19:00']),
  );
  expect(new Set(found.map(({ at }) => at)).size).toBe(found.length);
});

test('words name the days and the time', () => {
  expect(scheduleWords({ weekdays: [1, 5], minute: 540 })).toBe('Mon, Fri at 9:00 AM');
  expect(scheduleWords({ weekdays: [0, 1, 2, 3, 4, 5, 6], minute: 0 })).toBe('Every day at 12:00 AM');
});
