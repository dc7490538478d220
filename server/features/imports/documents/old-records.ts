import { UnreadableFile } from '../file/unreadable-file.ts';

const PROTECTED = 'This workbook is protected with a password: save it without one (.xlsx) and upload that.';
const CUT_OFF = 'The workbook is incomplete: its end is missing. Download or save it again and upload that.';

/** Numbers of records. Source: [MS-XLS] 2.3; the beginnings are those of versions 2 to 8. */
const BEGINS: ReadonlySet<number> = new Set([0x0009, 0x0209, 0x0409, 0x0809]);
const END = 0x000a;
const SEALED = 0x002f;
const SHEET = 0x0085;

/** Goes through the records of an old workbook. @throws {UnreadableFile} when it is encrypted or ends too early. */
export function checkRecords(records: Buffer): void {
  let depth = 0;
  let sheets = 0;
  let parts = 0;
  for (let at = 0; at + 4 <= records.length; ) {
    const record = records.readUInt16LE(at);
    at += 4 + records.readUInt16LE(at + 2);
    if (record === SEALED) throw new UnreadableFile(PROTECTED);
    if (BEGINS.has(record)) depth += 1;
    // Between two parts, and after the last, there may be anything.
    else if (depth === 0) continue;
    else if (record === SHEET) sheets += 1;
    if (record === END) depth -= 1;
    if (at > records.length) break;
    if (record === END && depth === 0) parts += 1;
  }
  // The first part lists the sheets, except in files of one sheet.
  if (depth > 0 || parts < sheets + 1) throw new UnreadableFile(CUT_OFF);
}
