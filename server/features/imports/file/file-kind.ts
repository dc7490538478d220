import { UnreadableFile } from './unreadable-file.ts';

/** First bytes of what people take for a list, in hexadecimal, and what to tell them. */
const SIGNATURES: readonly (readonly [hex: string, sentence: string])[] = [
  ['504b0506', 'This is an empty ZIP archive: upload the list as .xlsx or CSV.'],
  ['25504446', 'This is a PDF: ask for the list as a CSV file.'],
  ['4d5a', 'This is a program, not a list.'],
  ['7f454c46', 'This is a program, not a list.'],
  ['1f8b', 'This file is compressed twice: unpack it and upload the list inside.'],
  ['377abcaf', 'This is a compressed file: unpack it and upload the CSV file inside.'],
  ['52617221', 'This is a compressed file: unpack it and upload the CSV file inside.'],
  ['89504e47', 'This is a picture, not a list.'],
  ['ffd8ff', 'This is a picture, not a list.'],
  ['47494638', 'This is a picture, not a list.'],
];

/** Beginnings of texts that are not lists. */
const TEXTS: readonly (readonly [start: RegExp, sentence: string])[] = [
  [/^<(\?xml|!doctype|!entity)/i, 'This is an XML file: save the list as CSV and upload that.'],
  [/^MIME-Version:/i, 'This is a web archive (.mht): open it in Excel, save it as .xlsx and upload that.'],
  [/^(%PDF-|JVBERi0)/, 'This is a PDF: ask for the list as a CSV file.'],
  [/^\{\\rtf/, 'This is a text document: save the list as CSV and upload that.'],
  [/^(\{\s*"|\[\s*[{["])/, 'This is a JSON file: save the list as CSV and upload that.'],
];

/** A TAR archive has its name at this place of its first header. */
const TAR_AT = 257;

/** The container of old Office files and of protected new ones; and the first record of older workbooks, by version. */
const OLD_WORKBOOK = /^(d0cf11e0a1b11ae1|09(00|02|04|08)(04|06|08|10)00)/;

const startOf = (bytes: Buffer) => bytes.subarray(0, 8).toString('hex');

/** An archive, possibly a workbook. */
const isArchive = (bytes: Buffer) => startOf(bytes).startsWith('504b0304');

/** Characters of a text by which its kind is known. Ours: the first ones of a web page may be a comment. */
const KIND_CHARS = 16 * 1024;

/** The start of a text in UTF-8 or UTF-16, without its mark. */
const textStart = (bytes: Buffer) =>
  bytes
    .toString('latin1', 0, KIND_CHARS)
    .replace(/^(ÿþ|þÿ|ï»¿)/, '')
    .replaceAll('\0', '')
    .trimStart();

/** A workbook of Excel 2003 or older, or another file of Office of that time. */
export const isOldWorkbook = (bytes: Buffer) => OLD_WORKBOOK.test(startOf(bytes));

/** A workbook of Excel 2003 in XML. */
export const isExcelXml = (bytes: Buffer) =>
  /^(<\?xml|<([\w-]+:)?Workbook\b)/.test(textStart(bytes)) &&
  /<([\w-]+:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet/.test(textStart(bytes));

/** A web page, such as a list that a program exports as a table and names .xls. */
export const isWebPage = (bytes: Buffer) =>
  /^<(!doctype html|html|head|body|table|meta|script|style|title|div|center|font|form)\b/i.test(
    textStart(bytes).replace(/^(\s*(<\?xml[^>]*>|<!--[^]*?-->))*\s*/, ''),
  );

/** Cards of people. */
export const isVcard = (bytes: Buffer) => /^BEGIN:VCARD/i.test(textStart(bytes));

/** True for files that a thread reads as sheets; others are texts. */
export const isBook = (bytes: Buffer) =>
  [isArchive, isOldWorkbook, isVcard, isWebPage, isExcelXml].some((isOne) => isOne(bytes));

/** @throws {UnreadableFile} when the first bytes are of another kind of file. */
export function refuseOtherKinds(bytes: Buffer): void {
  if (bytes.length === 0) throw new UnreadableFile('The file is empty.');
  const start = startOf(bytes);
  if (bytes.toString('latin1', TAR_AT, TAR_AT + 5) === 'ustar') {
    throw new UnreadableFile('This is an archive of several files (.tar): unpack it and upload the list inside.');
  }
  for (const [hex, sentence] of SIGNATURES) if (start.startsWith(hex)) throw new UnreadableFile(sentence);
}

/** @throws {UnreadableFile} when a text is no list, or no text at all. */
export function refuseOtherTexts(text: string): void {
  const start = text.slice(0, 64 * 1024);
  for (const [pattern, sentence] of TEXTS) if (pattern.test(start.trimStart())) throw new UnreadableFile(sentence);
  let odd = 0;
  for (let at = 0; at < start.length; at += 1) {
    const code = start.charCodeAt(at);
    if (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 27) odd += 1;
  }
  if (odd > start.length / 50) {
    throw new UnreadableFile('This is not a text file: save the list as CSV and upload that.');
  }
}
