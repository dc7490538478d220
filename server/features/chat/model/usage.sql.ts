import type { Tx } from '../../../db/tx.ts';

/** A day in UTC, `YYYY-MM-DD`. */

export interface Share {
  readonly userId: number;
  /** In UTC, `YYYY-MM-DD`. */
  readonly day: string;
  readonly tokens: number;
}

/**
 * Counts one more request and reserves its tokens, unless the limit is reached; in one statement, so that concurrent
 * messages see each other. Returns whether they are reserved.
 */
export async function reserveTokens(tx: Tx, { userId, day, tokens }: Share, limit: number): Promise<boolean> {
  const rows = await tx.raw(
    `insert into chat_usage as used (account_id, user_id, day, requests, tokens) values (app_account_id(), $1, $2, 1, $3)
     on conflict (user_id, day) do update set requests = used.requests + 1, tokens = used.tokens + excluded.tokens
       where used.tokens < $4
     returning 1`,
    [userId, day, tokens, limit],
  );
  return rows.length > 0;
}

/** Replaces the reservation with the actual cost: `tokens` is the difference. */
export async function settleTokens(tx: Tx, { userId, day, tokens }: Share): Promise<void> {
  await tx.raw('update chat_usage set tokens = tokens + $3 where user_id = $1 and day = $2', [userId, day, tokens]);
}
