import type { PhoneBroadcast } from '#contract/phone.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import { emitEvents, userStream } from '../../../events.ts';
import { readDialer } from '../dialer.service.ts';

/** Sends the remaining minutes to a user's devices after a call ended or minutes were granted. */
export async function tellMinutes(tx: Tx, accountId: number, userId: number, at: Date): Promise<void> {
  const { minutes } = await readDialer(tx, userId, at);
  if (minutes === null) return;
  const body: PhoneBroadcast = { type: 'minutes.changed', minutes };
  await emitEvents(tx, accountId, [{ stream: userStream(userId), body }]);
}
