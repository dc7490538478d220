import type { VerificationBroadcast } from '#contract/verifications.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { emitEvents, userStream, verificationStream } from '../../events.ts';
import { type RunRow, toRun } from './to-verification.ts';

/** Reports a run's state to its owner and to everyone who follows it. */
export async function tellRun(tx: Tx, row: RunRow, type: VerificationBroadcast['type']): Promise<void> {
  const body: VerificationBroadcast = { type, run: toRun(row) };
  const streams = [verificationStream(row.id), userStream(row.user_id)];
  await emitEvents(
    tx,
    row.account_id,
    streams.map((stream) => ({ stream, body })),
  );
}
