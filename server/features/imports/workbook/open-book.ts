import { openExcelXml } from '../documents/excel-xml.ts';
import { isOds, openOds } from '../documents/ods-book.ts';
import { isExcelXml, isOldWorkbook, isVcard, isWebPage } from '../file/file-kind.ts';
import type { Book } from './book.ts';
import { openWorkbook } from './open-workbook.ts';
import { readSheet, readSheetHeads } from './read-sheet.ts';
import { openVcards } from './vcard-book.ts';
import { openZip } from './zip-entries.ts';

/** @throws {UnreadableFile} when the file is damaged, protected or passes a limit. */
export async function openBook(bytes: Buffer): Promise<Book> {
  if (isVcard(bytes)) return openVcards(bytes);
  // These libraries are loaded for the files that need them.
  if (isOldWorkbook(bytes)) return (await import('../documents/old-workbook.ts')).openOldWorkbook(bytes);
  if (isWebPage(bytes)) return (await import('../documents/web-page.ts')).openWebPage(bytes);
  if (isExcelXml(bytes)) return openExcelXml(bytes);
  const zip = await openZip(bytes);
  if (await isOds(zip)) return openOds(zip);
  const workbook = await openWorkbook(zip);
  return { heads: () => readSheetHeads(workbook), rows: (sheet) => readSheet(workbook, sheet) };
}
