import type { BroadcastFact } from '#contract/broadcasts/events.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { ancestorsOf, broadcastStream, emitEvents, liveStream, userStream } from '../../events.ts';
import { type BroadcastRow, toBroadcast } from './broadcast-row.ts';

/** Reports a broadcast to everyone who may watch it. */
export async function tellBroadcast(tx: Tx, row: BroadcastRow, type: BroadcastFact['type']): Promise<void> {
  const body: BroadcastFact = { type, broadcast: toBroadcast(row) };
  const above = await ancestorsOf(tx, row.user_id);
  const streams = [broadcastStream(row.id), userStream(row.user_id), ...above.map(liveStream)];
  await emitEvents(
    tx,
    row.account_id,
    streams.map((stream) => ({ stream, body })),
  );
}
