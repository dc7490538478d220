import { isIPv6 } from 'node:net';
import type { Pool } from '../../db/pool.ts';
import { outsideAccounts } from '../../db/tx.ts';

/** Failures that cost nothing, for one user name and for one address (an office shares one). Source: promise P3. */
const FREE = { user: 5, ip: 50 } as const;
/** The first delay, doubled by each further failure. Source: promise P3. */
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 15 * 60_000;
/** Without a failure for this long, counting starts anew. Ours. */
const FORGET_MS = 24 * 3_600_000;

/** The name that guesses are made at, as it is counted. */
export const nameSubject = (username: string): string => `user:${username.toLowerCase()}`;

/** The address that guesses come from, or the /64 that it is of. */
export const addressSubject = (ip: string): string => `ip:${isIPv6(ip) ? networkOf(ip) : ip}`;

function networkOf(ip: string): string {
  const [head = '', tail] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0');
  return [...groups, ...(tail === undefined ? [] : zeros), ...rest].slice(0, 4).join(':');
}

/** Milliseconds that must have passed since the last of so many failures. */
export const delayAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (failures - free), LONGEST_DELAY_MS);

/** Failures after which the delay grows no more. */
const MOST_COUNTED = Math.max(FREE.user, FREE.ip) + Math.ceil(Math.log2(LONGEST_DELAY_MS / FIRST_DELAY_MS));

/** Seconds to wait after each number of failures, from none on. */
const delaysOf = (free: number): number[] =>
  Array.from({ length: MOST_COUNTED + 1 }, (_, failures) => delayAfter(failures, free) / 1000);

const DELAYS = { user: delaysOf(FREE.user), ip: delaysOf(FREE.ip) } as const;

const COUNT = `insert into sign_in_failures as f (subject, failures, last_at) values ($1, 1, $2)
  on conflict (subject) do update set last_at = excluded.last_at,
    failures = case when f.last_at < excluded.last_at - make_interval(secs => $3) then 1 else f.failures + 1 end`;

/**
 * Counts a try at a name as a failure before the password is looked at, so that tries at the same time count as well.
 * False: the name has to wait, and nothing is counted.
 */
export async function mayTry(pool: Pool, username: string, at: Date): Promise<boolean> {
  const counted = await outsideAccounts(
    pool,
    `${COUNT} where f.last_at + make_interval(secs => ($4::float8[])[least(f.failures, $5) + 1]) <= excluded.last_at
     returning 1`,
    [nameSubject(username), at, FORGET_MS / 1000, DELAYS.user, MOST_COUNTED],
  );
  return counted.length > 0;
}

/** Whether an address has to wait. */
export async function mustWait(pool: Pool, ip: string, at: Date): Promise<boolean> {
  const waiting = await outsideAccounts(
    pool,
    `select 1 from sign_in_failures
     where subject = $1 and last_at + make_interval(secs => ($3::float8[])[least(failures, $4) + 1]) > $2`,
    [addressSubject(ip), at, DELAYS.ip, MOST_COUNTED],
  );
  return waiting.length > 0;
}

export const countFailure = (pool: Pool, ip: string, at: Date) =>
  outsideAccounts(pool, COUNT, [addressSubject(ip), at, FORGET_MS / 1000]);

/** A success clears the name, never the address: its owner may know one password and guess others. */
export const clearFailures = (pool: Pool, username: string) =>
  outsideAccounts(pool, 'delete from sign_in_failures where subject = $1', [nameSubject(username)]);

/** Removes what no longer counts; names that nobody has would pile up. The jobs role runs it from time to time. */
export const forgetFailures = (pool: Pool, at: Date) =>
  outsideAccounts(pool, 'delete from sign_in_failures where last_at < $1', [new Date(at.getTime() - FORGET_MS)]);
