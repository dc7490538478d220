import { describe, expect, test } from 'vitest';
import { fillDefinition } from '#rules/reports/fill-definition.ts';
import { comparedDays, periodDays } from '#rules/reports/report-days.ts';
import { labelOf, timeKeys } from '#rules/reports/report-labels.ts';
import { formatNumber, shareWords } from '#rules/reports/report-values.ts';
import { definitionWords } from '#rules/reports/report-words.ts';

const of = (period: Parameters<typeof periodDays>[0]['period'], today = '2026-05-20') =>
  Object.values(periodDays({ period, from: null, to: null }, today) ?? {});

describe('a period', () => {
  test.each([
    ['last_7_days', '2026-05-14', '2026-05-20'],
    ['last_30_days', '2026-04-21', '2026-05-20'],
    ['this_month', '2026-05-01', '2026-05-20'],
    ['last_month', '2026-04-01', '2026-04-30'],
    ['this_quarter', '2026-04-01', '2026-05-20'],
    ['this_year', '2026-01-01', '2026-05-20'],
    ['last_year', '2025-01-01', '2025-12-31'],
    ['next_30_days', '2026-05-20', '2026-06-18'],
  ] as const)('%s begins and ends on these days', (period, from, to) => {
    expect(of(period)).toEqual([from, to]);
  });

  test.each([
    ['previous_period', '2026-05-01', '2026-05-20', '2026-04-11', '2026-04-30'],
    ['previous_period', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['previous_period', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['previous_year', '2028-02-29', '2028-03-01', '2027-02-28', '2027-03-01'],
  ] as const)('is compared with %s: %s to %s with %s to %s', (compare, from, to, earlier, until) => {
    expect(comparedDays({ compare }, { from, to })).toEqual({ from: earlier, to: until });
  });
});

test('days, weeks and months without facts have rows, too', () => {
  const days = { from: '2026-10-31', to: '2026-11-09' };
  expect(timeKeys('day', days)).toHaveLength(10);
  expect(timeKeys('week', days)).toEqual(['2026-10-25', '2026-11-01', '2026-11-08']);
  expect(timeKeys('month', days).map((key) => labelOf('month', key, ''))).toEqual(['Oct 2026', 'Nov 2026']);
});

test('numbers are written in their units', () => {
  expect(formatNumber('policies', 1_204)).toBe('1,204');
  expect(formatNumber('premium_cents', 41_406_900)).toBe('$414,069.00');
  expect(formatNumber('talk_seconds', 3_725)).toBe('1:02:05');
  expect(formatNumber('spent_micros', 7_500)).toBe('$0.0075');
  expect([shareWords(42, 572), shareWords(0, 5), shareWords(1, 0)]).toEqual(['7.3%', '', '']);
});

test('a definition says what it counts', () => {
  const definition = fillDefinition('production', {
    compare: 'previous_year',
    period: 'custom',
    from: '2026-10-15',
    to: '2026-11-19',
    who: 'downline',
    filters: [{ field: 'state', op: 'is', value: 'TX' }],
  });
  expect(definitionWords('production', definition)).toBe(
    'Policies by carrier, 10/15/2026–11/19/2026, compared with the same days a year ago: my downline. Only contacts with state TX.',
  );
  expect(definitionWords('pipeline', fillDefinition('pipeline', {}))).toBe(
    'Contacts by status, as of now: everyone I can see.',
  );
});
