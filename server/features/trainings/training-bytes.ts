import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { linkedBytes, type StoredFile } from '../files/linked-bytes.ts';

/** The bytes of a training. `null`: it has none. */
export const findTrainingBytes = async (tx: Tx, id: number) =>
  linkedBytes(
    await tx.one<StoredFile>(
      sql<StoredFile>`select file_key as key, file_name as name, file_type as type, file_bytes as bytes from trainings
        where id = ${id} and file_key is not null`,
    ),
  );
