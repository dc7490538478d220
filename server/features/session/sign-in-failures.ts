import { backOff } from '#rules/time/back-off.ts';
import type { Pool } from '../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../db/tx.ts';
import { createGate } from '../../gate.ts';
import { networkOf } from '../../http/client-address.ts';

/**
 * Limit of attempts. They fill a leaky bucket, so that no hour and no day has more than the bucket and its leakage.
 */
interface Limit {
  readonly bucket: number;
  /** Attempts that leak out of the bucket per hour. */
  readonly perHour: number;
  /** Failures in a row that cost no delay. */
  readonly free: number;
  /** Failures in a row after which nothing is taken any more until it is cleared. */
  readonly most: number;
}

/** The greatest number that the column holds. */
const UNLIMITED = 2 ** 31 - 1;

/** Guesses at one password or one code: at most 100 in any day, and 100 in a row. Source: promise P3, NIST SP 800-63B. */
const GUESSES: Limit = { bucket: 50, perHour: 50 / 24, free: 5, most: 100 };

export const LIMITS = {
  user: GUESSES,
  /** Guesses at one user's password from one browser that this user has signed in with. */
  device: GUESSES,
  code: GUESSES,
  /** Guesses from one address, for any user: at most 120 in any hour. Source: promise P3. */
  ip: { bucket: 90, perHour: 30, free: UNLIMITED, most: UNLIMITED },
  /** Codes that are mailed or texted to one person. Ours: texts cost money. */
  send: { bucket: 6, perHour: 6, free: UNLIMITED, most: UNLIMITED },
  /** Mails with a link to reset the password, to one person. Ours. */
  reset: { bucket: 4, perHour: 4, free: UNLIMITED, most: UNLIMITED },
} as const satisfies Record<string, Limit>;
export type Limited = keyof typeof LIMITS;

/** The first delay in ms, doubled by each further failure. Source: promise P3. */
const DELAY_MS = { first: 1_000, longest: 15 * 60_000 } as const;
/** Failures beyond the free ones after which the delay grows no more. */
const DOUBLINGS = Math.ceil(Math.log2(DELAY_MS.longest / DELAY_MS.first));

/** Required milliseconds since the last of so many failures. */
export const delayAfter = (failures: number, free: number): number =>
  failures < free ? 0 : backOff(DELAY_MS, failures - free);

/** Seconds to wait after 0, 1, 2, … failures beyond the free ones. */
const DELAYS_S = Array.from({ length: DOUBLINGS + 1 }, (_, beyond) => delayAfter(beyond, 0) / 1000);

const LEAKED =
  'greatest(0, f.level - $4::float8 * greatest(0, extract(epoch from excluded.last_at - f.last_at)::float8))';

// A crash may lose the last few counts, and no response waits for the disk: the timing would reveal which subject was
// written.
const TAKE = `insert into sign_in_failures as f (subject, failures, level, last_at) values ($1::text || ':' || lower($2::text), 1, 1, $3)
  on conflict (subject) do update
    set failures = f.failures + 1, level = ${LEAKED} + 1, last_at = greatest(f.last_at, excluded.last_at)
    where ${LEAKED} + 1 <= $5 and f.failures < $6 and (f.failures < $7 or f.last_at + make_interval(
      secs => ($8::float8[])[least(f.failures - $7, $9)::int + 1]) <= excluded.last_at)
  returning failures, set_config('synchronous_commit', 'off', true)`;

/**
 * Counts an attempt before it is made, so that concurrent attempts count as well. Returns the number of consecutive
 * ones, or `null`, without counting, when it has to wait.
 */
export async function take(pool: Pool, what: Limited, who: string | number, at: Date): Promise<number | null> {
  const { bucket, perHour, free, most } = LIMITS[what];
  const values = [what, String(who), at, perHour / 3600, bucket, most, free, DELAYS_S, DOUBLINGS];
  return (await outsideAccounts<{ failures: number }>(pool, TAKE, values))[0]?.failures ?? null;
}

export interface Guess {
  readonly what: 'user' | 'device' | 'code';
  /** The name, the user id and device, or the id whose code it is. */
  readonly who: string | number;
  readonly ip: string;
}

/** `none`: no guess is allowed now. `last`: only one more. */
export type Leave = 'some' | 'last' | 'none';

/** Addresses counted at a time, which leaves connections for requests: guesses of one address wait for one row. Ours. */
const COUNTED = 3;
const counting = createGate(COUNTED);

/** Counts a guess against its address before anything else. False: the address has to wait. */
export const countAddress = async (pool: Pool, ip: string, at: Date): Promise<boolean> =>
  (await counting(() => take(pool, 'ip', networkOf(ip), at))) !== null;

/** Counts a guess against its address and its person before it is made. */
export const countGuess = async (pool: Pool, guess: Guess, at: Date): Promise<Leave> =>
  (await countAddress(pool, guess.ip, at)) ? countPerson(pool, guess, at) : 'none';

/** Counts a guess whose address is counted. */
export async function countPerson(pool: Pool, { what, who }: Omit<Guess, 'ip'>, at: Date): Promise<Leave> {
  const failures = await take(pool, what, who, at);
  if (failures === null) return 'none';
  return failures >= LIMITS[what].most ? 'last' : 'some';
}

/**
 * The guess was right: failures in a row are over, and it leaves the buckets again. Other guesses stay in them: who
 * knows one password may guess others.
 */
export const countSuccess = (pool: Pool, { what, who, ip }: Guess) =>
  outsideAccounts(
    pool,
    `update sign_in_failures set level = greatest(0, level - 1), failures = case when subject like 'ip:%' then failures else 0 end
     where subject in ($1::text || ':' || lower($2::text), 'ip:' || lower($3::text)) returning set_config('synchronous_commit', 'off', true)`,
    [what, String(who), networkOf(ip)],
  );

/** The password was changed: guesses at the old one no longer count. */
export const clearGuesses = (tx: Tx, { userId, username }: { userId: number; username: string }) =>
  tx.raw(
    `delete from sign_in_failures
     where subject in ('user:' || lower($1::text), 'code:' || $2::text) or subject like 'device:' || $2::text || ':%'`,
    [username, String(userId)],
  );
