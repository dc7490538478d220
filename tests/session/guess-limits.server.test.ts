import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countGuess, countSuccess, type Guess, take } from '../../server/features/session/sign-in-failures.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';

/** In each run of guesses; `npm run faults:guesses` makes 10,000. */
const GUESSES = Number(process.env['GUESSES'] ?? 2_000);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.pool.query('delete from sign_in_failures'));

const guess = (who: string, ip: string): Guess => ({ what: 'user', who, ip });

/** One guess after the other, `everyMs`. Answers when those were that reached the password. */
async function spray(
  guesses: number,
  everyMs: number,
  next: (nth: number) => Guess,
  may = async (one: Guess, at: Date) => (await countGuess(database.appPool, one, at)) !== 'none',
): Promise<number[]> {
  const reached: number[] = [];
  for (let nth = 0; nth < guesses; nth += 1) {
    const at = Date.UTC(2026, 0, 1) + nth * everyMs;
    if (await may(next(nth), new Date(at))) reached.push(at);
  }
  return reached;
}

/** The most that fell into any stretch of that length. */
function mostWithin(times: readonly number[], ms: number): number {
  let start = 0;
  let most = 0;
  for (const [end, time] of times.entries()) {
    while (time - (times[start] ?? time) >= ms) start += 1;
    most = Math.max(most, end - start + 1);
  }
  return most;
}

/** Each from another network. */
const anyAddress = (nth: number): string => `2001:db8:${(nth >> 8).toString(16)}:${(nth & 255).toString(16)}::1`;

test('of thousands of guesses at one account in two days at most 100 a day reach the password, wherever they come from', async () => {
  const reached = await spray(
    GUESSES,
    (2 * DAY_MS) / GUESSES,
    () => guess('jane', 'never the same'),
    async ({ what, who }, at) => (await take(database.appPool, what, who, at)) !== null,
  );

  expect(mostWithin(reached, DAY_MS)).toBeLessThanOrEqual(100);
  expect(reached.length).toBeLessThanOrEqual(100);
  expect(reached.length).toBeGreaterThan(50);
});

test('a sign-in of the person each hour gives a stranger no more guesses in any day', async () => {
  const reached: number[] = [];
  for (let minute = 0; minute < 3 * 24 * 60; minute += 5) {
    const at = Date.UTC(2026, 0, 1) + minute * 60_000;
    const own = guess('jane', '10.0.0.1');
    if (minute % 60 === 0 && (await countGuess(database.appPool, own, new Date(at))) !== 'none') {
      await countSuccess(database.appPool, own);
    }
    if ((await countGuess(database.appPool, guess('jane', anyAddress(minute)), new Date(at))) !== 'none')
      reached.push(at);
  }

  expect(mostWithin(reached, DAY_MS)).toBeLessThanOrEqual(100);
  expect(reached.length).toBeGreaterThan(100);
});

test('of thousands of guesses from one address, each at another name, at most 120 an hour reach a password', async () => {
  const reached = await spray(GUESSES, 20_000_000 / GUESSES, (nth) => guess(`name${nth}`, '203.0.113.9'));

  expect(mostWithin(reached, HOUR_MS)).toBeLessThanOrEqual(120);
  expect(mostWithin(reached, HOUR_MS)).toBeGreaterThan(100);
});

test('an IPv6 network counts as one address', async () => {
  const reached = await spray(400, 9_000, (nth) => guess(`name${nth}`, `2001:db8:1:2:${nth.toString(16)}::7`));

  expect(reached.length).toBeLessThanOrEqual(120);
});

test('an address that has to wait locks nobody out', async () => {
  await spray(200, 0, (nth) => guess(`name${nth}`, '203.0.113.9'));
  await spray(50, 0, () => guess('jane', '203.0.113.9'));

  expect(await countGuess(database.appPool, guess('jane', '10.0.0.1'), new Date(Date.UTC(2026, 0, 1)))).toBe('some');
});

test('the hundredth failure in a row is the last, and said to be so once', async () => {
  const at = new Date(Date.UTC(2026, 0, 1));
  const old = new Date(at.getTime() - DAY_MS);
  await database.pool.query(`insert into sign_in_failures (subject, failures, last_at) values ('user:jane', 99, $1)`, [
    old,
  ]);

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, nth) => countGuess(database.appPool, guess('jane', anyAddress(nth)), at)),
  );
  const later = await countGuess(database.appPool, guess('jane', '10.0.0.1'), new Date(at.getTime() + 30 * DAY_MS));

  expect(answers.toSorted()).toEqual(['last', ...Array<string>(9).fill('none')]);
  expect(later).toBe('none');
});

test('50 guesses at once are counted before any of them is looked at', async () => {
  const at = new Date(Date.UTC(2026, 0, 1));

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, nth) => countGuess(database.appPool, guess('jane', anyAddress(nth)), at)),
  );

  expect(answers.filter((answer) => answer !== 'none')).toHaveLength(5);
});

test('a name counts in any case', async () => {
  const at = new Date(Date.UTC(2026, 0, 1));
  for (const who of ['jane', 'JANE', 'Jane', 'jAne', 'janE'])
    await countGuess(database.appPool, guess(who, '10.0.0.1'), at);

  expect(await countGuess(database.appPool, guess('jane', '10.0.0.1'), at)).toBe('none');
});
