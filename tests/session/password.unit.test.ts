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
  const timeOf = async (passwordHash: string | null) => {
    const before = process.hrtime.bigint();
    await verifyPassword(passwordHash, 'a guess');
    return Number(process.hrtime.bigint() - before);
  };
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let at = 0; at < 15; at += 1) {
    times.known.push(await timeOf(known));
    times.unknown.push(await timeOf(null));
  }

  const least = (values: number[]) => Math.min(...values);
  expect(least(times.unknown) / least(times.known)).toBeGreaterThan(0.7);
  expect(least(times.unknown) / least(times.known)).toBeLessThan(1.4);
});
