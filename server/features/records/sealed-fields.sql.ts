import type { SealedField } from '#contract/records/sealed-fields.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface SealedRow {
  readonly field: SealedField;
  readonly sealed: Buffer;
  readonly blind_index: Buffer;
  readonly updated_at: Date;
}

export const findSealedRows = (tx: Tx, contactId: number): Promise<SealedRow[]> =>
  tx.raw('select field, sealed, blind_index, updated_at from sealed_fields where contact_id = $1', [contactId]);

export const keepSealedRow = (tx: Tx, contactId: number, { field, sealed, blind_index, updated_at }: SealedRow) =>
  tx.raw(
    `insert into sealed_fields (contact_id, account_id, field, sealed, blind_index, updated_at)
     values ($1, app_account_id(), $2, $3, $4, $5)
     on conflict (contact_id, field) do update
       set sealed = excluded.sealed, blind_index = excluded.blind_index, updated_at = excluded.updated_at`,
    [contactId, field, sealed, blind_index, updated_at],
  );

export const forgetSealedRow = (tx: Tx, contactId: number, field: SealedField) =>
  tx.raw('delete from sealed_fields where contact_id = $1 and field = $2', [contactId, field]);

/** Contacts of the account that hold this value, deleted ones too, in the order of ids; at most `most`. */
export async function findContactsByBlindIndex(
  tx: Tx,
  { field, blind, most }: { field: SealedField; blind: Buffer; most: number },
): Promise<number[]> {
  const rows = await tx.raw<{ contact_id: number }>(
    `select contact_id from sealed_fields
     where account_id = app_account_id() and field = $1 and blind_index = $2 order by contact_id limit $3`,
    [field, blind, most],
  );
  return rows.map((row) => row.contact_id);
}
