import { sql } from 'kysely';
import type { FileType } from '#contract/files.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { TYPES } from '../files/file-types.ts';

interface Row {
  readonly file_key: string;
  readonly file_name: string;
  readonly file_type: FileType;
  readonly file_bytes: number;
}

/** The bytes of a product's image. `null`: it has none. */
export async function findProductBytes(tx: Tx, id: number) {
  const row = await tx.one<Row>(
    sql<Row>`select file_key, file_name, file_type, file_bytes from products where id = ${id} and file_key is not null`,
  );
  return row === null
    ? null
    : {
        name: row.file_name,
        mime: TYPES[row.file_type].mime,
        key: row.file_key,
        bytes: row.file_bytes,
        isPage: false,
      };
}
