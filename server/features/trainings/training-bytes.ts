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

/** The bytes of a training; a PDF opens in its own tab. `null`: it has none. */
export async function findTrainingBytes(tx: Tx, id: number) {
  const row = await tx.one<Row>(
    sql<Row>`select file_key as key, file_name as name, file_type as type, file_bytes as bytes from trainings
      where id = ${id} and file_key is not null`,
  );
  if (row === null) return null;
  const { mime, look } = TYPES[row.type];
  return { name: row.name, mime, key: row.key, bytes: row.bytes, isPage: look === 'page' };
}
