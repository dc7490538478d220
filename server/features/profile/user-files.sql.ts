import type { UserFile } from '#contract/profile.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { KeptFile } from '../files/keep-file.ts';

export interface UserFileRow {
  readonly id: number;
  readonly kind: UserFile;
  readonly file_key: string;
  readonly file_name: string;
}

export const findUserFiles = (tx: Tx, userId: number) =>
  tx.prepared<UserFileRow>('select id, kind, file_key, file_name from user_files where user_id = $1', [userId]);

export const insertUserFile = (tx: Tx, userId: number, kind: UserFile, { name, type, bytes, fileKey }: KeptFile) =>
  tx.raw(
    `insert into user_files (account_id, user_id, kind, file_key, file_name, file_type, file_bytes)
     values (app_account_id(), $1, $2, $3, $4, $5, $6)`,
    [userId, kind, fileKey, name, type, bytes],
  );

/** `null`: there was none. */
export async function deleteUserFile(tx: Tx, userId: number, kind: UserFile): Promise<UserFileRow | null> {
  const [row] = await tx.raw<UserFileRow>(
    'delete from user_files where user_id = $1 and kind = $2 returning id, kind, file_key, file_name',
    [userId, kind],
  );
  return row ?? null;
}
