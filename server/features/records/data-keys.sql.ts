import type { Tx } from '../../db/tx.ts';

export interface DataKey {
  readonly id: number;
  readonly business_unit_id: number | null;
  readonly sealed: Buffer;
}

const COLUMNS = 'id, business_unit_id, sealed';

/** The key of a business unit, or with `null` the one of the account's blind index; `null` when none was made yet. */
export async function findDataKey(tx: Tx, unitId: number | null): Promise<DataKey | null> {
  const rows = await tx.raw<DataKey>(
    `select ${COLUMNS} from data_keys where account_id = app_account_id() and coalesce(business_unit_id, 0) = $1`,
    [unitId ?? 0],
  );
  return rows[0] ?? null;
}

/** Keys by what begins with their name. */
export const findDataKeys = (tx: Tx, keyIds: readonly Buffer[]): Promise<DataKey[]> =>
  tx.raw(`select ${COLUMNS} from data_keys where key_id = any($1::bytea[])`, [keyIds]);

/** Stores a new key; does nothing if another request was first. */
export const insertDataKey = (tx: Tx, unitId: number | null, keyId: Buffer, sealed: Buffer) =>
  tx.raw(
    `insert into data_keys (account_id, business_unit_id, key_id, sealed) values (app_account_id(), $1, $2, $3)
     on conflict do nothing`,
    [unitId, keyId, sealed],
  );

export const lockDataKey = async (tx: Tx, id: number): Promise<DataKey | null> =>
  (await tx.raw<DataKey>(`select ${COLUMNS} from data_keys where id = $1 for update`, [id]))[0] ?? null;

export const sealDataKeyAnew = (tx: Tx, id: number, sealed: Buffer) =>
  tx.raw('update data_keys set sealed = $2 where id = $1', [id, sealed]);
