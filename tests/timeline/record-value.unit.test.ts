import { expect, test } from 'vitest';
import { recordValue } from '../../src/views/timeline/record-value.ts';

test.each([
  ['premium_cents', '2500', '$25.00'],
  ['effective_on', '2027-01-01', '01/01/2027'],
  ['status', 'cancelled', 'Canceled'],
  ['premium_period', 'half_year', 'Semiannual'],
  ['kind', 'ira', 'IRA'],
  ['qualified', 'true', 'Qualified'],
  ['carrier', 'Humana', 'Humana'],
  ['carrier', '', 'none'],
])('%s %j is read as %j', (field, value, words) => {
  expect(recordValue(field, value)).toBe(words);
});
