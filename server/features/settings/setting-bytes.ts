import { sql } from 'kysely';
import type { FileType } from '#contract/files.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { TYPES } from '../files/file-types.ts';

interface Row {
  readonly key: string;
  readonly name: string;
  readonly type: FileType;
  readonly bytes: number;
}

/** The bytes of the file that a setting had after a change. `null`: it had none. */
export async function findSettingBytes(tx: Tx, id: number) {
  const row = await tx.one<Row>(
    sql<Row>`select file_key as key, file_name as name, file_type as type, file_bytes as bytes from setting_changes
      where id = ${id} and file_key is not null`,
  );
  if (row === null) return null;
  const { mime, look } = TYPES[row.type];
  return { name: row.name, mime, key: row.key, bytes: row.bytes, isPage: look === 'page' };
}
