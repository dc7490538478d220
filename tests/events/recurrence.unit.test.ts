import { describe, expect, test } from 'vitest';
import { readRule, ruleWords } from '#rules/events/recurrence-rule.ts';
import {
  fromFirst,
  nextOccurrence,
  occurrenceAt,
  occurrencesIn,
  overAt,
  ruleFrom,
  type Schedule,
} from '../../server/features/events/recurrence.ts';

const NEW_YORK = 'America/New_York';

const series = (rule: string, more: Partial<Schedule> = {}): Schedule => ({
  all_day: false,
  start_local: '1997-09-02T09:00',
  end_local: '1997-09-02T10:00',
  zone: NEW_YORK,
  rule,
  repeat_until: null,
  excluded: [],
  ...more,
});

const at = (text: string) => Date.parse(text);

/** Local starts between two instants. */
const starts = (schedule: Schedule, from: string, to: string) =>
  occurrencesIn(schedule, at(from), at(to)).map(({ start_local: start }) => start);

describe('RFC 5545, section 3.8.5.3', () => {
  const YEAR = ['1997-01-01T00:00Z', '1998-03-01T00:00Z'] as const;
  test.each([
    ['FREQ=DAILY;COUNT=10', 10, '1997-09-02', '1997-09-11'],
    ['FREQ=DAILY;INTERVAL=10;COUNT=5', 5, '1997-09-02', '1997-10-12'],
    ['FREQ=WEEKLY;COUNT=10', 10, '1997-09-02', '1997-11-04'],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH', 8, '1997-09-02', '1997-10-16'],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', 4, '1997-09-02', '1997-09-21'],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', 4, '1997-09-02', '1997-09-28'],
    ['FREQ=MONTHLY;COUNT=6;BYMONTHDAY=-3', 6, '1997-09-28', '1998-02-26'],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', 3, '1997-09-04', '1997-11-06'],
    ['FREQ=MONTHLY;COUNT=4;BYDAY=FR;BYMONTHDAY=13', 1, '1998-02-13', '1998-02-13'],
  ])('%s', (rule, count, first, last) => {
    const found = starts(series(rule), ...YEAR);
    expect([found.length, found[0], found.at(-1)]).toEqual([count, `${first}T09:00`, `${last}T09:00`]);
  });

  test('the last workday of the month', () => {
    const rule = series('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1');
    expect(starts(rule, '1997-09-01T00:00Z', '1997-12-01T00:00Z')).toEqual([
      '1997-09-30T09:00',
      '1997-10-31T09:00',
      '1997-11-28T09:00',
    ]);
  });
});

describe('across a change of clocks', () => {
  test('9:00 stays 9:00, and the instants move by the hour', () => {
    const daily = series('FREQ=DAILY', { start_local: '2026-10-31T09:00', end_local: '2026-10-31T10:00' });
    const found = occurrencesIn(daily, at('2026-10-31T00:00Z'), at('2026-11-03T00:00Z'));
    expect(found.map(({ starts_at: starts_ }) => starts_.toISOString())).toEqual([
      '2026-10-31T13:00:00.000Z',
      '2026-11-01T14:00:00.000Z',
      '2026-11-02T14:00:00.000Z',
    ]);
    expect(found.map(({ end_local: end }) => end.slice(11))).toEqual(['10:00', '10:00', '10:00']);
  });

  test('a time that clocks skip is an hour later, and none is lost', () => {
    const daily = series('FREQ=DAILY', { start_local: '2026-03-07T02:30', end_local: '2026-03-07T03:00' });
    const found = occurrencesIn(daily, at('2026-03-07T00:00Z'), at('2026-03-10T00:00Z'));
    expect(found.map(({ starts_at: starts_ }) => starts_.toISOString())).toEqual([
      '2026-03-07T07:30:00.000Z',
      '2026-03-08T07:30:00.000Z',
      '2026-03-09T06:30:00.000Z',
    ]);
    expect(found[1]?.ends_at.toISOString()).toBe('2026-03-08T08:00:00.000Z');
  });

  test('a day of 25 hours is one day', () => {
    const daily = series('FREQ=DAILY', {
      all_day: true,
      start_local: '2026-10-31T00:00',
      end_local: '2026-11-01T00:00',
    });
    const found = occurrencesIn(daily, at('2026-11-01T12:00Z'), at('2026-11-01T13:00Z'));
    expect(found.map(({ starts_at: from, ends_at: to }) => [from.toISOString(), to.toISOString()])).toEqual([
      ['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ]);
  });
});

describe('a series', () => {
  const weekly = series('FREQ=WEEKLY;COUNT=4', { excluded: ['1997-09-09T09:00'] });

  test('leaves out what was excluded, which still counts', () => {
    expect(starts(weekly, '1997-01-01T00:00Z', '1998-01-01T00:00Z')).toEqual([
      '1997-09-02T09:00',
      '1997-09-16T09:00',
      '1997-09-23T09:00',
    ]);
    expect(occurrenceAt(weekly, '1997-09-09T09:00')).toBeNull();
    expect(occurrenceAt(weekly, '1997-09-16T09:00')?.end_local).toBe('1997-09-16T10:00');
    expect(nextOccurrence(weekly, new Date('1997-09-03T00:00Z'))?.start_local).toBe('1997-09-16T09:00');
    expect(nextOccurrence(weekly, new Date('1997-10-03T00:00Z'))).toBeNull();
  });

  test('split, keeps its number of events', () => {
    expect(ruleFrom(weekly, '1997-09-16T09:00')).toBe('FREQ=WEEKLY;COUNT=2');
  });

  test('includes its last day, and is over after it', () => {
    const until = series('FREQ=WEEKLY', { repeat_until: '1997-09-16' });
    expect(starts(until, '1997-09-10T00:00Z', '1998-01-01T00:00Z')).toEqual(['1997-09-16T09:00']);
    expect(overAt(until)?.getTime()).toBeGreaterThanOrEqual(at('1997-09-16T14:00Z'));
    expect(overAt(weekly)?.toISOString()).toBe('1997-09-23T14:00:00.000Z');
    expect(overAt(series('FREQ=WEEKLY'))).toBeNull();
  });

  test('begins with its first event by the rule', () => {
    expect(fromFirst(series('FREQ=WEEKLY;BYDAY=FR'))).toEqual({
      start_local: '1997-09-05T09:00',
      end_local: '1997-09-05T10:00',
    });
    expect(fromFirst(series('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'))).toBeNull();
  });

  test('that began decades ago is read in a moment', () => {
    const old = series('FREQ=DAILY', { start_local: '1990-01-01T09:00', end_local: '1990-01-01T10:00' });
    const before = performance.now();
    expect(starts(old, '2026-11-01T00:00Z', '2026-12-01T00:00Z')).toHaveLength(30);
    expect(performance.now() - before).toBeLessThan(200);
  });
});

test('reads rules that an event can have, and no others', () => {
  expect(readRule(' rrule:freq=weekly;byday=MO,TH; ')).toBe('FREQ=WEEKLY;BYDAY=MO,TH');
  for (const bad of [
    'FREQ=HOURLY',
    'WEEKLY',
    'FREQ=DAILY;FREQ=DAILY',
    'FREQ=DAILY;UNTIL=20260101',
    'FREQ=DAILY;COUNT=1001',
    'FREQ=DAILY;BYHOUR=9',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=DAILY\nEXDATE:20260101',
  ])
    expect([bad, readRule(bad)]).toEqual([bad, null]);
});

test('says rules in words', () => {
  expect(ruleWords('')).toBe("Doesn't repeat");
  expect(ruleWords('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH')).toBe('Every 2 weeks on Monday and Thursday');
  expect(ruleWords('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR')).toBe('Every weekday');
  expect(ruleWords('FREQ=MONTHLY;BYDAY=-1FR;COUNT=3')).toBe('Every month on the last Friday, 3 times');
  expect(ruleWords('FREQ=YEARLY;BYWEEKNO=20')).toBe('Custom');
});
