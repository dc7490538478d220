import { text } from 'node:stream/consumers';
import { UnreadableFile } from '../file/unreadable-file.ts';
import type { Book } from '../workbook/book.ts';
import { XmlTokens } from '../workbook/xml-tokens.ts';
import type { ZipEntries } from '../workbook/zip-entries.ts';
import { OdsSheets } from './ods-sheets.ts';
import { documentBook } from './sheet-sink.ts';

const PROTECTED = 'The file is protected with a password: save it without one and upload that.';
const CUT_OFF = 'The spreadsheet is incomplete: its end is missing. Save it again and upload that.';
const NO_SHEETS = 'The workbook has no visible sheets.';

const partOf = (zip: ZipEntries, name: string) => text(zip.read(name));

/** True for a spreadsheet of LibreOffice and others (.ods), or a template of one. */
export async function isOds(zip: ZipEntries): Promise<boolean> {
  if (!zip.has('mimetype')) return false;
  return (await partOf(zip, 'mimetype')).startsWith('application/vnd.oasis.opendocument.spreadsheet');
}

/** @throws {UnreadableFile} when it is damaged, protected or passes a limit. */
export async function openOds(zip: ZipEntries): Promise<Book> {
  const isSealed =
    zip.has('META-INF/manifest.xml') && (await partOf(zip, 'META-INF/manifest.xml')).includes('encryption-data');
  if (isSealed) throw new UnreadableFile(PROTECTED);
  return documentBook(async function* (sink) {
    const sheets = new OdsSheets(sink);
    const tokens = new XmlTokens(sheets);
    const decoder = new TextDecoder();
    for await (const bytes of zip.read('content.xml')) {
      tokens.push(decoder.decode(bytes, { stream: true }));
      yield;
    }
    if (!sheets.hasEnded) throw new UnreadableFile(CUT_OFF);
  }, NO_SHEETS);
}
