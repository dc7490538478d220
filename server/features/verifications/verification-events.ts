import type { VerificationBroadcast } from '#contract/verifications.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { ancestorsOf, emitEvents, liveStream, userStream, verificationStream } from '../../events.ts';
import { type RunRow, toRun } from './to-verification.ts';

/** Reports a run's state to its owner, to everyone who follows it and to those above its owner. */
export async function tellRun(tx: Tx, row: RunRow, type: VerificationBroadcast['type']): Promise<void> {
  const body: VerificationBroadcast = { type, run: toRun(row) };
  const above = await ancestorsOf(tx, row.user_id);
  const streams = [verificationStream(row.id), userStream(row.user_id), ...above.map(liveStream)];
  await emitEvents(
    tx,
    row.account_id,
    streams.map((stream) => ({ stream, body })),
  );
}
