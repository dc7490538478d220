import type { Tx } from '../../db/tx.ts';

/** A user's own live sessions: those who act for them are not listed. */
const LIVE = `user_id = $1 and parent_id is null and ended_at is null and expires_at > $2
  and last_seen_at > $2 - make_interval(mins => $3)`;

export interface OwnSessionRow {
  id: number;
  user_agent: string;
  ip: string | null;
  created_at: Date;
  last_seen_at: Date;
}

export const findOwnSessions = (tx: Tx, userId: number, at: Date, idleMinutes: number) =>
  tx.raw<OwnSessionRow>(
    `select id, user_agent, host(ip) as ip, created_at, last_seen_at from sessions where ${LIVE}
     order by last_seen_at desc, id desc limit 200`,
    [userId, at, idleMinutes],
  );

/** Ends stacks by their bottoms. */
export const endStacks = (tx: Tx, bottoms: readonly number[], at: Date) =>
  tx.raw('select end_whole_stacks($1, $2)', [bottoms, at]);

export const openSudo = (tx: Tx, sessionId: number, until: Date) =>
  tx.raw('update sessions set sudo_until = $2 where id = $1', [sessionId, until]);

export interface ProofRow {
  username: string;
  password_hash: string;
  password_changed_at: Date;
}

/** Name and password hash of a user, for re-authentication. `null`: no user with this id. */
export async function findProof(tx: Tx, userId: number): Promise<ProofRow | null> {
  const rows = await tx.raw<ProofRow>('select username, password_hash, password_changed_at from users where id = $1', [
    userId,
  ]);
  return rows[0] ?? null;
}
