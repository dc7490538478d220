import { describe, expect, test } from 'vitest';
import { readRule } from '#rules/events/recurrence-rule.ts';
import { readRecurrence, writeRecurrence } from '../../server/adapters/calendars/google-recurrence.ts';
import { readGraphRule, writeGraphRule } from '../../server/adapters/calendars/outlook-recurrence.ts';

const start = {
  all_day: false,
  start_local: '2027-03-01T09:00',
  end_local: '2027-03-01T10:00',
  zone: 'America/New_York',
};
const times = (rule: string, repeat_until: string | null = null, excluded: string[] = []) => ({
  ...start,
  rule,
  repeat_until,
  excluded,
});

describe('Google', () => {
  test.each([
    ['UNTIL=20270330T035900Z', '2027-03-29'],
    ['UNTIL=20270329T130000Z', '2027-03-29'],
    // Before the event of that day begins.
    ['UNTIL=20270329T120000Z', '2027-03-28'],
    ['UNTIL=20270329', '2027-03-29'],
  ])('%s ends on %s', (until, day) => {
    const read = readRecurrence([`RRULE:FREQ=WEEKLY;${until}`], start);
    expect([read.rule, read.repeat_until]).toEqual(['FREQ=WEEKLY', day]);
  });

  test('leaves out dates in a zone, in UTC and of whole days', () => {
    const lines = [
      'RRULE:FREQ=DAILY',
      'EXDATE;TZID=America/New_York:20270302T090000,20270303T090000',
      'EXDATE:20270305T140000Z',
    ];
    expect(readRecurrence(lines, start).excluded).toEqual(['2027-03-02T09:00', '2027-03-03T09:00', '2027-03-05T09:00']);
    const day = { ...start, all_day: true, start_local: '2027-03-01T00:00' };
    expect(readRecurrence(['RRULE:FREQ=DAILY', 'EXDATE;VALUE=DATE:20270302'], day).excluded).toEqual([
      '2027-03-02T00:00',
    ]);
  });

  test('dates besides the rule, and two rules, can’t be had', () => {
    expect(readRule(readRecurrence(['RRULE:FREQ=DAILY', 'RDATE:20270402T090000Z'], start).rule)).toBeNull();
    expect(readRule(readRecurrence(['RRULE:FREQ=DAILY', 'RRULE:FREQ=WEEKLY'], start).rule)).toBeNull();
  });

  test.each([
    times(''),
    times('FREQ=WEEKLY;BYDAY=MO', '2027-05-31', ['2027-03-08T09:00']),
    times('FREQ=MONTHLY;BYDAY=2TU;COUNT=5'),
  ])('reads what it writes: $rule', (written) => {
    const { rule, repeat_until, excluded } = written;
    expect(readRecurrence(writeRecurrence(written), start)).toEqual({ rule, repeat_until, excluded });
  });
});

describe('Outlook', () => {
  test.each([
    ['FREQ=DAILY', 'FREQ=DAILY'],
    ['FREQ=DAILY;INTERVAL=3', 'FREQ=DAILY;INTERVAL=3'],
    ['FREQ=WEEKLY', 'FREQ=WEEKLY;BYDAY=MO'],
    ['FREQ=WEEKLY;BYDAY=MO,WE', 'FREQ=WEEKLY;BYDAY=MO,WE'],
    ['FREQ=MONTHLY', 'FREQ=MONTHLY;BYMONTHDAY=1'],
    ['FREQ=MONTHLY;BYDAY=2TU;COUNT=5', 'FREQ=MONTHLY;BYDAY=2TU;COUNT=5'],
    ['FREQ=MONTHLY;BYDAY=-1FR', 'FREQ=MONTHLY;BYDAY=-1FR'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'],
    ['FREQ=YEARLY', 'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1'],
  ])('%s comes back as %s', (rule, back) => {
    const written = writeGraphRule(times(rule));
    expect(written && readGraphRule(written)).toEqual({ rule: back, repeat_until: null });
  });

  test('ends by a day', () => {
    const written = writeGraphRule(times('FREQ=WEEKLY;BYDAY=MO', '2027-05-31'));
    expect(written?.range).toMatchObject({ type: 'endDate', startDate: '2027-03-01', endDate: '2027-05-31' });
    expect(written && readGraphRule(written).repeat_until).toBe('2027-05-31');
  });

  test.each([
    'FREQ=YEARLY;BYYEARDAY=100',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'FREQ=MONTHLY;BYDAY=1MO,3WE',
    'FREQ=DAILY;BYDAY=MO',
  ])('%s is refused', (rule) => expect(() => writeGraphRule(times(rule))).toThrow("Outlook can't repeat"));
});
