import type { Pool } from '../../db/pool.ts';
import { outsideAccounts } from '../../db/tx.ts';

/** Milliseconds to keep conversations after their last message. Our choice. */
const KEEP_CHATS_MS = 90 * 24 * 3_600_000;

/** Removes conversations that are long over. The jobs role runs it from time to time. */
export async function forgetChats(pool: Pool, at: Date): Promise<number> {
  const [found] = await outsideAccounts<{ forgotten: number }>(pool, 'select forget_chats($1) as forgotten', [
    new Date(at.getTime() - KEEP_CHATS_MS),
  ]);
  return found?.forgotten ?? 0;
}
