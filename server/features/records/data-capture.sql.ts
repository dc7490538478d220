import type { Capture } from '#contract/records/data-capture.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface CaptureRow {
  readonly captures: readonly Capture[];
  readonly version: number;
  readonly updated_at: Date;
}

/** `null`: nothing was ever written. */
export async function findCaptures(tx: Tx, contactId: number): Promise<CaptureRow | null> {
  const rows = await tx.raw<CaptureRow>(
    'select captures, version, updated_at from data_captures where contact_id = $1',
    [contactId],
  );
  return rows[0] ?? null;
}

/** Values written by a user no longer belong to an import. */
export const keepCaptures = (tx: Tx, contactId: number, { captures, version, updated_at }: CaptureRow) =>
  tx.raw(
    `insert into data_captures (contact_id, account_id, captures, version, updated_at)
     values ($1, app_account_id(), $2, $3, $4)
     on conflict (contact_id) do update
       set captures = excluded.captures, version = excluded.version, updated_at = excluded.updated_at, import_id = null`,
    [contactId, JSON.stringify(captures), version, updated_at],
  );
