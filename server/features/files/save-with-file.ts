import type { Deps } from '../../deps.ts';
import { afterSave } from '../../resource/rules.ts';
import type { Stored, Table, Values } from '../../resource/table.ts';
import type { KeptFile } from './keep-file.ts';
import { removeSpare, removeUnnamed } from './spare-bytes.ts';

const NO_FILE = { file_key: null, file_name: null, file_type: null, file_bytes: null };

/** A file for the row, none any more, or no change of it. */
export type FileOfRow = KeptFile | 'removed' | null;

/**
 * Saves a row of a resource with its checked file, in the columns `file_key`, `file_name`, `file_type` and `file_bytes`.
 * Bytes that no row names afterwards are removed, whatever happens.
 */
export async function saveWithFile(
  deps: Deps,
  of: Table,
  file: FileOfRow,
  save: (table: Table, columns: Values) => Promise<Stored>,
): Promise<Stored> {
  const kept = file === 'removed' ? null : file;
  const spare: string[] = [];
  const noteSpare = afterSave((_write, { before, changes }) => {
    const key = 'file_key' in changes ? before?.['file_key'] : null;
    if (typeof key === 'string') spare.push(key);
    return Promise.resolve(null);
  });
  const columns =
    kept === null
      ? file === 'removed'
        ? NO_FILE
        : {}
      : { file_key: kept.fileKey, file_name: kept.name, file_type: kept.type, file_bytes: kept.bytes };
  try {
    const row = await save({ ...of, rules: [...of.rules, noteSpare] }, columns);
    for (const key of spare) await removeSpare(deps, key);
    return row;
  } catch (error) {
    if (kept !== null) await removeUnnamed(deps, kept.fileKey, error);
    throw error;
  }
}
