import { expect, test } from 'vitest';
import { type HeldLicense, licenseWarning, standingOf } from '#rules/licenses/licensed-in.ts';

const DAY = '2026-12-01';
const license = (state: string, expires_on: string | null, line: HeldLicense['line'] = 'health'): HeldLicense => ({
  state,
  line,
  expires_on,
});
const warn = (held: readonly HeldLicense[], state = 'OH') => licenseWarning(held, { state, line: 'health', day: DAY });

test.each([
  ['2026-11-30', 'expired'],
  [DAY, 'expiring'],
  ['2027-01-30', 'expiring'],
  ['2027-01-31', 'valid'],
  [null, 'valid'],
] as const)('a license whose last day is %s is %s', (last, standing) => {
  expect(standingOf({ expires_on: last }, DAY)).toBe(standing);
});

test('an agent without the license is told, and one who has recorded none is not', () => {
  expect(warn([license('TX', null)])).toEqual({
    standing: 'missing',
    clause: 'you have no health license for Ohio on file',
  });
  expect(warn([])).toBeNull();
  expect(warn([license('TX', null)], '')).toBeNull();
});

test('another line of the state is no license for this one, and counts when any will do', () => {
  const held = [license('OH', null, 'life')];

  expect(warn(held)?.standing).toBe('missing');
  expect(licenseWarning(held, { state: 'OH', day: DAY })).toBeNull();
});

test('the license that lasts longest counts', () => {
  const held = [license('OH', '2026-10-31', 'life'), license('OH', '2026-12-31', 'health')];

  expect(licenseWarning(held, { state: 'OH', day: DAY })?.clause).toBe('your license for Ohio expires on 12/31/2026');
  expect(warn([license('OH', '2026-10-31')])?.clause).toBe('your health license for Ohio expired on 10/31/2026');
});
