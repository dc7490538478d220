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

export interface Subject {
  readonly key: string;
  readonly free: number;
}

/** Whose failures are counted together: the name, and the address or the /64 that it is of. */
export const subjectsOf = (username: string, ip: string): Subject[] => [
  { key: `user:${username.toLowerCase()}`, free: FREE.user },
  { key: `ip:${isIPv6(ip) ? networkOf(ip) : ip}`, free: FREE.ip },
];

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

/** Whether one of the subjects has to wait. */
export async function mustWait(pool: Pool, subjects: readonly Subject[], at: Date): Promise<boolean> {
  const rows = await outsideAccounts<{ subject: string; failures: number; last_at: Date }>(
    pool,
    'select subject, failures, last_at from sign_in_failures where subject = any($1)',
    [subjects.map((subject) => subject.key)],
  );
  return rows.some(({ subject, failures, last_at }) => {
    const free = subjects.find(({ key }) => key === subject)?.free ?? 0;
    return at.getTime() - last_at.getTime() < delayAfter(failures, free);
  });
}

export const countFailure = (pool: Pool, subjects: readonly Subject[], at: Date) =>
  outsideAccounts(
    pool,
    `insert into sign_in_failures as f (subject, failures, last_at)
     select subject, 1, $2 from unnest($1::text[]) as fresh(subject)
     on conflict (subject) do update set last_at = excluded.last_at,
       failures = case when f.last_at < excluded.last_at - make_interval(secs => $3) then 1 else f.failures + 1 end`,
    [subjects.map((subject) => subject.key), at, FORGET_MS / 1000],
  );

/** A success clears the name, never the address: its owner may know one password and guess others. */
export const clearFailures = (pool: Pool, username: string) =>
  outsideAccounts(pool, 'delete from sign_in_failures where subject = $1', [`user:${username.toLowerCase()}`]);
