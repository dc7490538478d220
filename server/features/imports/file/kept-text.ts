import type { Readable } from 'node:stream';
import type { Storage } from '../../../adapters/storage/storage.ts';
import type { Deps } from '../../../deps.ts';
import { removeSpare } from '../../files/spare-bytes.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { openSheet } from '../workbook/read-workbook.ts';
import { headsKey, loadWorkbook } from '../workbook/workbook-heads.ts';

/** Milliseconds that the text of a workbook may take. Ours: 100,000 rows take two seconds. */
const CONVERT_MS = 120_000;

const SLOW = 'The sheet takes too long to read. Save it as CSV and upload that.';

interface KeptFile {
  readonly file_key: string;
  /** `null`: the file is a text. */
  readonly sheet: number | null;
}

const textKey = (fileKey: string, sheet: number) => `${fileKey}-sheet-${sheet}`;

/**
 * Text of an import: the file itself, or a sheet of a workbook as CSV, which is created on first use and stored.
 * @throws {UnreadableFile} when the workbook can't be read, and when the signal aborts.
 */
export async function openText(storage: Storage, kept: KeptFile, signal: AbortSignal): Promise<Readable> {
  if (kept.sheet === null) return storage.open(kept.file_key);
  const key = textKey(kept.file_key, kept.sheet);
  const made = await storage.open(key).catch(() => null);
  if (made !== null) return made;
  const file = await loadWorkbook(storage, kept.file_key);
  const limit = AbortSignal.timeout(CONVERT_MS);
  try {
    await storage.save(key, openSheet(file, kept.sheet, AbortSignal.any([signal, limit])));
  } catch (error) {
    if (limit.aborted && !signal.aborted) throw new UnreadableFile(SLOW);
    throw error;
  }
  return storage.open(key);
}

/** Removes a file that no row names anymore, with everything derived from it. */
export async function removeKept(
  ground: Pick<Deps, 'storage' | 'log'>,
  { file_key, sheets }: { readonly file_key: string; readonly sheets: readonly string[] },
): Promise<void> {
  const made = [...sheets.keys()].map((sheet) => textKey(file_key, sheet));
  for (const key of [...made, headsKey(file_key), file_key]) await removeSpare(ground, key);
}
