import type { Pool } from '../../db/pool.ts';
import { outsideAccounts } from '../../db/tx.ts';

const HOUR_MS = 3_600_000;
/** Retention of an ended session, for later investigation; the audit log stays. Our choice. */
const KEEP_SESSIONS_MS = 30 * 24 * HOUR_MS;
/**
 * Milliseconds for which ended tokens, challenges, resets and attempts at the identity provider are kept. Our choice.
 */
const KEEP_PROOFS_MS = 24 * HOUR_MS;

/** Removes sessions and challenges that ended long ago. Runs in the jobs role. */
export async function forgetSessions(pool: Pool, at: Date): Promise<number> {
  const [found] = await outsideAccounts<{ forgotten: number }>(pool, 'select forget_sessions($1, $2) as forgotten', [
    new Date(at.getTime() - KEEP_SESSIONS_MS),
    new Date(at.getTime() - KEEP_PROOFS_MS),
  ]);
  return found?.forgotten ?? 0;
}
