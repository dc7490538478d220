import { expect, test } from 'vitest';
import { clockTimeOf } from '../../server/roles/demo-bench/clock-text.ts';

/** In the time zone of this machine, as the clock is asked for. */
const NOW = new Date(2026, 10, 21, 14, 30, 5);
const at = (...parts: [number, number, number, number?, number?, number?]) =>
  new Date(parts[0], parts[1] - 1, ...(parts.slice(2) as [number]));

test.each([
  ['+2 days', new Date(NOW.getTime() + 2 * 86_400_000)],
  ['-3 hours', new Date(NOW.getTime() - 3 * 3_600_000)],
  ['+90s', new Date(NOW.getTime() + 90_000)],
  ['+ 1 week, 2 hours', new Date(NOW.getTime() + 7 * 86_400_000 + 7_200_000)],
  ['+1 month', at(2026, 12, 21, 14, 30, 5)],
  ['+3 months', at(2027, 2, 21, 14, 30, 5)],
  ['-1 year', at(2025, 11, 21, 14, 30, 5)],
  ['2027-01-15', at(2027, 1, 15, 0, 0)],
  ['2027-01-15 09:00', at(2027, 1, 15, 9, 0)],
  ['2027-01-15T09:00:30', at(2027, 1, 15, 9, 0, 30)],
  ['2027-01-15T09:00Z', new Date('2027-01-15T09:00:00Z')],
  ['2027-01-15T09:00+02:00', new Date('2027-01-15T07:00:00Z')],
  ['year-end', at(2026, 12, 31, 23, 58)],
])('%s names an instant', (text, instant) => {
  expect(clockTimeOf(text, NOW)).toEqual(instant);
});

test('"real" is the clock of the machine', () => {
  expect(clockTimeOf(' real ', NOW)).toBe('real');
});

test('a month later keeps to the last day of a shorter month', () => {
  expect(clockTimeOf('+1 month', at(2027, 1, 31, 10, 0))).toEqual(at(2027, 2, 28, 10, 0));
});

test.each([
  '',
  'tomorrow',
  '+',
  '+2',
  '+2 moons',
  '2 days',
  '2027-02-31',
  '2027-13-01',
  '2027-01-15 25:00',
  '+900 years',
])('"%s" names none', (text) => {
  expect(clockTimeOf(text, NOW)).toBe(null);
});
