import type { Role } from '#contract/access.contract.ts';
import type { Pool } from '../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../db/tx.ts';
import type { DebtRow } from '../../identity.ts';
import type { Viewer } from '../contacts/contact-visibility.ts';

/** Visibility of a user without a request of their own: a call rings for them. `null`: no such user. */
export async function findViewer(tx: Tx, userId: number): Promise<Viewer | null> {
  const rows = await tx.prepared<{ id: number; roles: Role[]; business_unit_id: number }>(
    'select id, roles, business_unit_id from users where id = $1',
    [userId],
  );
  const [row] = rows;
  return row === undefined ? null : { userId: row.id, roles: row.roles, businessUnitId: row.business_unit_id };
}

interface LiveSession {
  readonly session_id: number;
  readonly roles: Role[][];
  readonly debts: DebtRow;
}

/**
 * Roles along the stack of each session that is its live top, and what decides what its user owes, by client address. Absent: ended, someone else's, or not
 * the top.
 */
export async function findLiveSessions(
  tx: Tx,
  sessions: readonly { sessionId: number; userId: number }[],
  at: Date,
  idleMinutes: number,
): Promise<LiveSession[]> {
  return tx.prepared(
    `select s.id as session_id, l.roles, l.debts
     from unnest($1::bigint[], $2::bigint[]) asked(id, user_id)
     join sessions s on s.id = asked.id and s.user_id = asked.user_id
     cross join lateral live_sessions(array[s.id], array[s.ip], $3, $4) l`,
    [sessions.map(({ sessionId }) => sessionId), sessions.map(({ userId }) => userId), at, idleMinutes],
  );
}

/** An open call counts as activity of the session. Noted twice a minute. */
export const noteTalkingSessions = (tx: Tx, sessionIds: readonly number[], at: Date) =>
  tx.prepared(
    `select note_activity(id, $2) from (
       select s.id from sessions s
       where s.id = any($1::bigint[]) and s.last_seen_at < $2::timestamptz - interval '30 seconds'
         and exists (select from calls k where k.user_id = s.user_id and k.status = 'active')
       order by s.id
     ) talking`,
    [sessionIds, at],
  );

export interface NumberRow {
  readonly account_id: number;
  readonly phone_number_id: number;
  readonly kind: 'agent' | 'group' | 'echo';
  readonly user_ids: number[];
}

const FIND_NUMBER = 'select account_id, phone_number_id, kind, user_ids from find_phone_number($1)';

/** Owner of a number in any account; `null`: none here. */
export const findNumber = async (tx: Tx, number: string): Promise<NumberRow | null> =>
  (await tx.prepared<NumberRow>(FIND_NUMBER, [number]))[0] ?? null;

/** Like `findNumber`, for callers without an account. */
export const findNumberOutside = async (pool: Pool, number: string): Promise<NumberRow | null> =>
  (await outsideAccounts<NumberRow>(pool, FIND_NUMBER, [number]))[0] ?? null;

export async function findPersonName(tx: Tx, userId: number): Promise<string> {
  const rows = await tx.prepared<{ name: string }>('select name from names_of_people(array[$1::bigint])', [userId]);
  return rows[0]?.name ?? '';
}

/** Everyone above any of these users. */
export async function findAbove(tx: Tx, userIds: readonly number[]): Promise<number[]> {
  const rows = await tx.prepared<{ ancestor_id: number }>(
    'select distinct ancestor_id from user_tree where descendant_id = any($1::bigint[]) and depth > 0',
    [userIds],
  );
  return rows.map((row) => row.ancestor_id);
}
