import type { Tx } from '../../db/tx.ts';

/** Names in the storage of recordings that an erasure kept. */
export async function findKeptRecordings(tx: Tx, erasureId: number): Promise<string[]> {
  const rows = await tx.raw<{ recording_key: string }>(
    'select recording_key from call_recordings where erasure_id = $1 and recording_key is not null order by id',
    [erasureId],
  );
  return rows.map((row) => row.recording_key);
}

export const forgetKeptRecordings = (tx: Tx, erasureId: number) =>
  tx.raw('delete from call_recordings where erasure_id = $1', [erasureId]);
