import type { PrintBroadcast } from '#contract/printing.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { ancestorsOf, emitEvents, liveStream, printStream, userStream } from '../../events.ts';
import { type PrintJobRow, toPrint } from './print-job.ts';

/** Reports a print job's state to everyone who may watch it. */
export async function tellPrint(tx: Tx, row: PrintJobRow, type: PrintBroadcast['type']): Promise<void> {
  const body: PrintBroadcast = { type, job: toPrint(row) };
  const above = await ancestorsOf(tx, row.user_id);
  const streams = [printStream(row.id), userStream(row.user_id), ...above.map(liveStream)];
  await emitEvents(
    tx,
    row.account_id,
    streams.map((stream) => ({ stream, body })),
  );
}
