import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { linkedBytes, type StoredFile } from '../files/linked-bytes.ts';

/** `null`: there is no such file. */
export const findUserFileBytes = async (tx: Tx, id: number) =>
  linkedBytes(
    await tx.one<StoredFile>(
      sql<StoredFile>`select file_key as key, file_name as name, file_type as type, file_bytes as bytes from user_files
        where id = ${id}`,
    ),
  );
