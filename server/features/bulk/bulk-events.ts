import type { BulkBroadcast } from '#contract/bulk/broadcasts.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { ancestorsOf, bulkStream, emitEvents, liveStream, userStream } from '../../events.ts';
import { type BulkJobRow, toJob } from './bulk-job.ts';

/** Reports a job's state to everyone who may watch it. */
export async function tellJob(tx: Tx, row: BulkJobRow, type: BulkBroadcast['type']): Promise<void> {
  const body: BulkBroadcast = { type, job: toJob(row) };
  const above = await ancestorsOf(tx, row.user_id);
  const streams = [bulkStream(row.id), userStream(row.user_id), ...above.map(liveStream)];
  await emitEvents(
    tx,
    row.account_id,
    streams.map((stream) => ({ stream, body })),
  );
}
