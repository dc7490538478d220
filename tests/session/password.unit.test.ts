import { beforeAll, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../server/features/session/password.ts';

let known: string;
beforeAll(async () => {
  known = await hashPassword('Zoë rides at dawn');
});

test('is kept as argon2id with 19 MiB and two passes', () => {
  expect(known).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('fits in either way of writing an accent', async () => {
  expect(await verifyPassword(known, 'Zoe\u0308 rides at dawn')).toBe(true);
  expect(await verifyPassword(known, 'zoe rides at dawn')).toBe(false);
});

test('of nobody never fits, also not the decoy', async () => {
  expect(await verifyPassword(null, 'nobody has this password')).toBe(false);
});

test('takes the same time for a known and an unknown name', async () => {
  const least = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
  const time = async (who: keyof typeof least, passwordHash: string | null) => {
    const before = process.hrtime.bigint();
    await verifyPassword(passwordHash, 'a guess');
    least[who] = Math.min(least[who], Number(process.hrtime.bigint() - before));
  };
  const ratio = () => least.unknown / least.known;
  // What a busy computer adds is gone from the least time after enough tries; what the code saves never is.
  for (let at = 0; at < 300 && !(ratio() > 0.7 && ratio() < 1.4); at += 1) {
    await time('known', known);
    await time('unknown', null);
  }

  expect(ratio()).toBeGreaterThan(0.7);
  expect(ratio()).toBeLessThan(1.4);
});
