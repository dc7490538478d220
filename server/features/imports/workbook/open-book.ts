import { isVcard } from '../file/file-kind.ts';
import type { Book } from './book.ts';
import { openWorkbook } from './open-workbook.ts';
import { readSheet, readSheetHead } from './read-sheet.ts';
import { openVcards } from './vcard-book.ts';

/** @throws {UnreadableFile} when the file is damaged, protected or passes a limit. */
export async function openBook(bytes: Buffer): Promise<Book> {
  if (isVcard(bytes)) return openVcards(bytes);
  const workbook = await openWorkbook(bytes);
  return {
    sheets: workbook.sheets,
    head: (sheet) => readSheetHead(workbook, sheet),
    rows: (sheet) => readSheet(workbook, sheet),
  };
}
