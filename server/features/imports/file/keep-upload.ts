import { randomUUID } from 'node:crypto';
import { cutText } from '#rules/imports/cut-text.ts';
import { formatCount } from '#rules/words/format-count.ts';
import type { Deps } from '../../../deps.ts';
import { refuseField } from '../../../errors.ts';
import type { IncomingFile } from '../../../http/bind.ts';
import { type FileHead, type FileStart, HEAD_BYTES, readHead } from './file-head.ts';
import { isBook, isVcard } from './file-kind.ts';
import { FileWatch } from './file-watch.ts';
import { removeKept } from './kept-text.ts';
import { type Place, type SheetFacts, sheetHead } from './sheet-head.ts';
import { UnpackUpload } from './unpack-upload.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { askForHeads, keptHeads } from '../workbook/workbook-heads.ts';

export interface KeptUpload extends FileHead, SheetFacts {
  readonly fileName: string;
  readonly fileBytes: number;
  readonly fileKey: string;
}

/** Bytes of a file that a thread reads. Source: decisions, "Names, imports, exports". */
const MAX_WORKBOOK_BYTES = 50 * 1024 * 1024;
const LARGE_BOOK = 'The workbook is larger than 50 MB. Save the sheet as CSV and upload that.';
const LARGE_CARDS = 'The vCard file is larger than 50 MB. Export it without pictures, or in parts.';

/**
 * Streams an upload into the storage, unpacked, and reads its head; memory holds only the head. A workbook is opened by a job.
 * @throws {Refusal} `refused` when there is nothing to import; the file is then removed.
 */
export async function keepUpload(
  deps: Deps,
  accountId: number,
  file: IncomingFile,
  place: Place = {},
): Promise<KeptUpload> {
  const fileKey = `import-${randomUUID()}`;
  const unpack = new UnpackUpload();
  const watch = new FileWatch();
  file.stream.on('error', (error) => watch.destroy(error));
  watch.on('error', () => unpack.destroy());
  const fileBytes = await deps.storage.save(fileKey, file.stream.pipe(unpack).pipe(watch));
  const kept = { fileName: nameOf(file.fileName), fileBytes, fileKey };
  try {
    if (file.truncated()) throw new UnreadableFile('The file is larger than 500 MB. Split it and import the parts.');
    if (unpack.failure !== null) throw unpack.failure;
    const start = watch.start();
    if (!isBook(start.bytes)) {
      const { encoding = start.encoding, delimiter } = place;
      const warnings = start.strays === 0 || encoding !== 'utf-8' ? [] : [strayWords(start.strays)];
      return {
        ...readHead({ ...start, encoding, delimiter }, place.header_row),
        ...kept,
        sheets: [],
        sheet: null,
        warnings,
      };
    }
    if (fileBytes > MAX_WORKBOOK_BYTES) {
      throw new UnreadableFile(isVcard(start.bytes) ? LARGE_CARDS : LARGE_BOOK);
    }
    return { ...sheetHead(await askForHeads(deps, accountId, fileKey), place), ...kept };
  } catch (error) {
    await removeKept(deps, { file_key: fileKey, sheets: [] });
    throw error instanceof UnreadableFile ? refuseField('file', error.message) : error;
  }
}

const strayWords = (strays: number) =>
  strays === 1
    ? 'One character uses a different encoding. We read it as Windows-1252. Please check it.'
    : `${formatCount(strays)} characters use a different encoding. We read them as Windows-1252. Please check them.`;

/** Reads the head of a stored file again, for another header row or sheet. @throws {Refusal} like `keepUpload`. */
export async function readKeptHead(
  deps: Deps,
  kept: Required<Pick<FileStart, 'encoding' | 'delimiter' | 'skipsSeparator'>> & Pick<KeptUpload, 'fileKey' | 'sheet'>,
  place: Place,
): Promise<FileHead & SheetFacts> {
  try {
    if (kept.sheet !== null) {
      const heads = await keptHeads(deps.storage, kept.fileKey);
      return sheetHead(heads, { ...place, sheet: place.sheet ?? kept.sheet });
    }
    const { bytes, whole } = await readStart(deps, kept.fileKey);
    const { skipsSeparator } = kept;
    const { encoding = kept.encoding } = place;
    // In another encoding other characters may be separators.
    const delimiter = place.delimiter ?? (place.encoding === undefined ? kept.delimiter : undefined);
    const head = readHead({ bytes, whole, encoding, delimiter, skipsSeparator }, place.header_row);
    return { ...head, sheets: [], sheet: null, warnings: [] };
  } catch (error) {
    throw error instanceof UnreadableFile
      ? refuseField(PLACES.find((name) => place[name] !== undefined) ?? 'header_row', error.message)
      : error;
  }
}

/** Fields of a form that a head is read again for. */
const PLACES = ['sheet', 'encoding', 'delimiter', 'header_row'] as const;

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
