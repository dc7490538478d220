import { randomUUID } from 'node:crypto';
import { cutText } from '#rules/imports/cut-text.ts';
import { formatCount } from '#rules/words/format-count.ts';
import type { Deps } from '../../../deps.ts';
import { refuseField } from '../../../errors.ts';
import type { IncomingFile } from '../../../http/bind.ts';
import { type FileHead, type FileStart, HEAD_BYTES, headOf, readHead } from './file-head.ts';
import { isArchive } from './file-kind.ts';
import { FileWatch } from './file-watch.ts';
import { removeKept } from './kept-text.ts';
import { UnreadableFile } from './unreadable-file.ts';
import type { SheetHead } from '../workbook/read-sheet.ts';
import { askForHeads, keptHeads } from '../workbook/workbook-heads.ts';

export interface KeptUpload extends FileHead {
  readonly fileName: string;
  readonly fileBytes: number;
  readonly fileKey: string;
  /** Names of the sheets of a workbook; empty for a text. */
  readonly sheets: readonly string[];
  /** Sheet that is read, from 0; `null` for text files. */
  readonly sheet: number | null;
  /** Warnings that do not block the import, one sentence each. */
  readonly warnings: readonly string[];
}

type SheetHeads = Pick<KeptUpload, 'sheets' | 'sheet' | 'warnings'> & FileHead;

/** Location options of a form. */
export interface Place {
  readonly header_row?: number | undefined;
  readonly sheet?: number | undefined;
}

/** Bytes of a workbook at most. Source: decisions, "Names, imports, exports". */
const MAX_WORKBOOK_BYTES = 50 * 1024 * 1024;

/**
 * Streams an upload into the storage and reads its head; memory holds only the head. A workbook is opened by a job.
 * @throws {Refusal} `refused` when there is nothing to import; the file is then removed.
 */
export async function keepUpload(
  deps: Deps,
  accountId: number,
  file: IncomingFile,
  place: Place = {},
): Promise<KeptUpload> {
  const fileKey = `import-${randomUUID()}`;
  const watch = new FileWatch();
  file.stream.on('error', (error) => watch.destroy(error));
  const fileBytes = await deps.storage.save(fileKey, file.stream.pipe(watch));
  const kept = { fileName: nameOf(file.fileName), fileBytes, fileKey };
  try {
    if (file.truncated()) throw new UnreadableFile('The file is larger than 500 MB. Split it and import the parts.');
    const start = watch.start();
    if (!isArchive(start.bytes)) {
      const warnings = start.strays === 0 ? [] : [strayWords(start.strays)];
      return { ...readHead(start, place.header_row), ...kept, sheets: [], sheet: null, warnings };
    }
    if (fileBytes > MAX_WORKBOOK_BYTES) {
      throw new UnreadableFile('The workbook is larger than 50 MB. Save the sheet as CSV and upload that.');
    }
    return { ...sheetHead(await askForHeads(deps, accountId, fileKey), place), ...kept };
  } catch (error) {
    await removeKept(deps.storage, { file_key: fileKey, sheets: [] });
    throw error instanceof UnreadableFile ? refuseField('file', error.message) : error;
  }
}

const strayWords = (strays: number) =>
  strays === 1
    ? 'One character uses a different encoding. We read it as Windows-1252. Please check it.'
    : `${formatCount(strays)} characters use a different encoding. We read them as Windows-1252. Please check them.`;

/** Head of one sheet: the requested one, otherwise the first with rows. @throws {UnreadableFile} */
function sheetHead(heads: readonly SheetHead[], { header_row, sheet }: Place): SheetHeads {
  const filled = heads.findIndex(({ rows }) => rows.length > 0);
  const index = sheet ?? Math.max(0, filled);
  const head = heads[index];
  if (head === undefined) throw new UnreadableFile('Sheet not found in the workbook.');
  if (head.rows.length === 0)
    throw new UnreadableFile(sheet === undefined ? 'The workbook is empty.' : 'The sheet is empty.');
  const warnings = head.errors === 0 ? [] : ['Some cells contain Excel errors, such as #N/A. They count as empty.'];
  return {
    ...headOf(
      head.rows.map((row) => [...row]),
      header_row,
    ),
    encoding: 'utf-8',
    delimiter: ',',
    sheets: heads.map(({ name }) => name),
    sheet: index,
    warnings,
  };
}

/** Reads the head of a stored file again, for another header row or sheet. @throws {Refusal} like `keepUpload`. */
export async function readKeptHead(
  deps: Deps,
  kept: Pick<FileStart, 'encoding'> &
    Required<Pick<FileStart, 'skipsSeparator'>> &
    Pick<KeptUpload, 'fileKey' | 'sheet'>,
  place: Place,
): Promise<SheetHeads> {
  try {
    if (kept.sheet !== null) {
      const heads = await keptHeads(deps.storage, kept.fileKey);
      return sheetHead(heads, { ...place, sheet: place.sheet ?? kept.sheet });
    }
    const { bytes, whole } = await readStart(deps, kept.fileKey);
    const { encoding, skipsSeparator } = kept;
    const head = readHead({ bytes, whole, encoding, skipsSeparator }, place.header_row);
    return { ...head, sheets: [], sheet: null, warnings: [] };
  } catch (error) {
    throw error instanceof UnreadableFile
      ? refuseField(place.sheet === undefined ? 'header_row' : 'sheet', error.message)
      : error;
  }
}

async function readStart(deps: Deps, fileKey: string): Promise<{ bytes: Buffer; whole: boolean }> {
  const source = await deps.storage.open(fileKey);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const bytes of source as AsyncIterable<Buffer>) {
    parts.push(bytes);
    size += bytes.length;
    if (size > HEAD_BYTES) break;
  }
  source.destroy();
  return { bytes: Buffer.concat(parts).subarray(0, HEAD_BYTES), whole: size <= HEAD_BYTES };
}

/** Returns the last part of any path a browser sends, without control characters. */
const nameOf = (fileName: string) =>
  cutText((fileName.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, ''), 255) || 'contacts.csv';
