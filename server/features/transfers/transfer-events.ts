import type { TransferBroadcast, TransferRow } from '#contract/transfers.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { ancestorsOf, emitEvents, liveStream, receivedStream, transferStream, userStream } from '../../events.ts';
import { type AttemptRow, toAttempt } from './transfer-attempt.ts';

/**
 * Reports a transfer's state to everyone who may watch it. Contacts are named only to those who see everything that the
 * caller transfers.
 */
export async function tellAttempt(tx: Tx, row: AttemptRow, last: readonly TransferRow[] | null = null): Promise<void> {
  const transfer = toAttempt(row);
  const bodyOf = (rows: readonly TransferRow[]): TransferBroadcast =>
    last === null ? { type: 'transfer.changed', transfer } : { type: 'transfer.progressed', transfer, rows: [...rows] };
  const above = await ancestorsOf(tx, row.user_id);
  const people = new Set([row.user_id, ...row.to_user_ids]);
  const others = [receivedStream(row.id), ...[...people].map(userStream), ...above.map(liveStream)];
  await emitEvents(tx, row.account_id, [
    { stream: transferStream(row.id), body: bodyOf(last ?? []) },
    ...others.map((stream) => ({ stream, body: bodyOf([]) })),
  ]);
}
