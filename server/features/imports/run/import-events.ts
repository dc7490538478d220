import type { ImportBroadcast } from '#contract/imports/broadcasts.contract.ts';
import type { ImportRow } from '#contract/imports/rows.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import { ancestorsOf, emitEvents, importStream, liveStream, type StreamEvent, userStream } from '../../../events.ts';
import { manyChanged } from '../../contacts/contact-events.ts';
import { type AttemptRow, toAttempt } from '../attempt.ts';

/** Notifies everyone who may watch that the state of an import changed. */
export async function tellChanged(tx: Tx, row: AttemptRow): Promise<void> {
  const body: ImportBroadcast = { type: 'import.changed', import: toAttempt(row) };
  await emitEvents(tx, row.account_id, [
    { stream: importStream(row.id), body },
    ...(await wideStreams(tx, row.user_id)).map((stream) => ({ stream, body })),
  ]);
}

/** Publishes a committed chunk; only the import's own stream carries its rows. */
export async function tellProgress(
  tx: Tx,
  row: AttemptRow,
  rows: readonly ImportRow[],
  contactsChanged: boolean,
  owners: readonly number[] = [row.owner_id],
): Promise<void> {
  const attempt = toAttempt(row);
  const wide: ImportBroadcast = { type: 'import.progressed', import: attempt, rows: [] };
  const own: ImportBroadcast = { ...wide, rows: [...rows] };
  const events: StreamEvent[] = [
    { stream: importStream(row.id), body: own },
    ...(await wideStreams(tx, row.user_id)).map((stream) => ({ stream, body: wide })),
  ];
  if (contactsChanged) events.push(...manyChanged(owners));
  await emitEvents(tx, row.account_id, events);
}

/** Reports the progress of a check to those viewing the import. */
export async function tellChecking(tx: Tx, { id, account_id }: AttemptRow, rowsRead: number): Promise<void> {
  const body: ImportBroadcast = { type: 'import.checking', id, rows_read: rowsRead };
  await emitEvents(tx, account_id, [{ stream: importStream(id), body }]);
}

const wideStreams = async (tx: Tx, userId: number) => [
  userStream(userId),
  ...(await ancestorsOf(tx, userId)).map(liveStream),
];
