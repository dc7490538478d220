import type { Tx } from '../../db/tx.ts';

/** Thing whose texts one key encrypts: a contact, an export, an import, a bulk job, or an erasure. */
export interface Subject {
  readonly type: string;
  readonly id: number;
}

interface SealedKey {
  readonly sealed: Buffer;
}

const OWN = 'subject_type = $1 and subject_id = $2 and account_id = app_account_id()';

export async function findKey(tx: Tx, { type, id }: Subject): Promise<Buffer | null> {
  const rows = await tx.raw<SealedKey>(`select sealed from subject_keys where ${OWN}`, [type, id]);
  return rows[0]?.sealed ?? null;
}

export async function lockKey(tx: Tx, { type, id }: Subject): Promise<Buffer | null> {
  const rows = await tx.raw<SealedKey>(`select sealed from subject_keys where ${OWN} for update`, [type, id]);
  return rows[0]?.sealed ?? null;
}

/** Does nothing if another request was first. */
export const insertKey = (tx: Tx, { type, id }: Subject, sealed: Buffer) =>
  tx.raw(
    `insert into subject_keys (account_id, subject_type, subject_id, sealed) values (app_account_id(), $1, $2, $3)
     on conflict do nothing`,
    [type, id, sealed],
  );

export const replaceKey = (tx: Tx, { type, id }: Subject, sealed: Buffer) =>
  tx.raw(`update subject_keys set sealed = $3 where ${OWN}`, [type, id, sealed]);

/** What these keys encrypted can't be read by anyone from then on. */
export const deleteKeys = (tx: Tx, type: string, ids: readonly number[]) =>
  tx.raw(
    'delete from subject_keys where account_id = app_account_id() and subject_type = $1 and subject_id = any($2)',
    [type, ids],
  );
