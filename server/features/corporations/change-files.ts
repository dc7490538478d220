import { type CORPORATION_PARTS, MAX_CORPORATION_FILES } from '#contract/corporations.contract.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import type { Tx } from '../../db/tx.ts';
import { refuseField } from '../../errors.ts';
import type { KeptFile } from '../files/keep-file.ts';
import { type Bytes, countFiles, deleteFile, findFile, insertFile, NO_BYTES, updateFile } from './corporations.sql.ts';

export interface FileChange {
  readonly id?: number;
  readonly file_title?: string;
  readonly file_link?: string;
  readonly delete?: boolean;
}

/** A stored file of the request, and its name in the form. */
export type Kept = KeptFile & { readonly part: (typeof CORPORATION_PARTS)[number] };

const EMPTY = { file_title: '', file_link: '', file: NO_BYTES, preview: NO_BYTES };

const refuse = (sentence: string) => refuseField('files', sentence);

const bytesOf = ({ fileKey, name, type, bytes }: Kept): Bytes => ({ key: fileKey, name, type, bytes });

/** Adds, changes and deletes files of a locked corporation. Returns keys that are spare then. @throws {Refusal} `refused` under `files`. */
export async function changeFiles(
  tx: Tx,
  corporationId: number,
  changes: readonly FileChange[],
  kept: Kept | null,
): Promise<string[]> {
  const spare: (string | null)[] = [];
  for (const { id, file_title: title, file_link: link, delete: isDeleted = false } of changes) {
    const before = id === undefined ? EMPTY : await findFile(tx, corporationId, id);
    if (before === null) throw refuse('File not found.');
    if (isDeleted && id !== undefined) {
      await deleteFile(tx, id);
      spare.push(before.file.key, before.preview.key);
      continue;
    }
    const next = {
      file_title: title === undefined ? before.file_title : cleanLine(title),
      file_link: link ?? before.file_link,
      file: kept?.part === 'file' ? bytesOf(kept) : before.file,
      preview: kept?.part === 'preview_image' ? bytesOf(kept) : before.preview,
    };
    if (next.file_title === '') throw refuse('Enter a title for the file.');
    if (next.file_link === '' && next.file.key === null) throw refuse('Choose a file, or enter its link.');
    if (next.file.key !== before.file.key) spare.push(before.file.key);
    if (next.preview.key !== before.preview.key) spare.push(before.preview.key);
    await (id === undefined ? insertFile(tx, corporationId, next) : updateFile(tx, id, next));
  }
  if ((await countFiles(tx, corporationId)) > MAX_CORPORATION_FILES)
    throw refuse(`A corporation has at most ${MAX_CORPORATION_FILES} files.`);
  return spare.filter((key) => key !== null);
}
