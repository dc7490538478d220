import { Secret } from 'otpauth';
import { expect, test } from 'vitest';
import { newSeed, stepOf, uriOf } from '../../server/features/two-factor/totp.ts';

/** From RFC 6238, appendix B, for SHA1; the last six digits. */
const RFC_SEED = Secret.fromLatin1('12345678901234567890').base32;

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of RFC 6238 at %i s is taken', (seconds, code) => {
  expect(stepOf(RFC_SEED, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
});

test('a clock may be one step off, either way, and no more', () => {
  const offBy = (steps: number) => stepOf(RFC_SEED, '287082', new Date((59 + 30 * steps) * 1000));

  expect([-1, 0, 1, 2, 3].map(offBy)).toEqual([1, 1, 1, null, null]);
});

test('a seed has 160 bits and is new each time', () => {
  const seeds = Array.from({ length: 20 }, newSeed);

  expect(new Set(seeds).size).toBe(20);
  expect(seeds.every((seed) => /^[A-Z2-7]{32}$/.test(seed))).toBe(true);
});

test('the address of the QR code names the brand, the person and the kind of code', () => {
  expect(uriOf('JBSWY3DPEHPK3PXP', 'Example', 'jane')).toBe(
    'otpauth://totp/Example:jane?issuer=Example&secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
  );
});
