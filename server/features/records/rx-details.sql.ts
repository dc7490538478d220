import type { Tx } from '../../db/tx.ts';

export interface RxRow {
  readonly sealed: Buffer;
  readonly version: number;
  readonly updated_at: Date;
}

/** `null`: nothing was ever written. */
export async function findRxRow(tx: Tx, contactId: number): Promise<RxRow | null> {
  const rows = await tx.raw<RxRow>('select sealed, version, updated_at from rx_details where contact_id = $1', [
    contactId,
  ]);
  return rows[0] ?? null;
}

export const keepRxRow = (tx: Tx, contactId: number, { sealed, version, updated_at }: RxRow) =>
  tx.raw(
    `insert into rx_details (contact_id, account_id, sealed, version, updated_at)
     values ($1, app_account_id(), $2, $3, $4)
     on conflict (contact_id) do update
       set sealed = excluded.sealed, version = excluded.version, updated_at = excluded.updated_at`,
    [contactId, sealed, version, updated_at],
  );
