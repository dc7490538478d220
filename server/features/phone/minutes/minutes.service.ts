import type { PhoneBroadcast } from '#contract/phone.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import { emitEvents, userStream } from '../../../events.ts';
import { readDialer } from '../dialer.service.ts';

/** Tells the devices of a person how many minutes are left: a call has ended, or some were given. */
export async function tellMinutes(tx: Tx, accountId: number, userId: number, at: Date): Promise<void> {
  const { minutes } = await readDialer(tx, userId, at);
  if (minutes === null) return;
  const body: PhoneBroadcast = { type: 'minutes.changed', minutes };
  await emitEvents(tx, accountId, [{ stream: userStream(userId), body }]);
}
