import { gzipSync } from 'node:zlib';
import { hostileDocuments } from './hostile-documents.ts';
import { columnName, makeWorkbook, relations, zipOf } from './workbook-maker.ts';

/** A file named like a list, and the message that refuses it. */
export interface HostileFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly sentence: string;
}

const NO_WORKBOOK = "This ZIP archive isn't a spreadsheet. Save the list as .xlsx or CSV and upload that.";
const FOREIGN = 'The workbook contains invalid XML. Save it as .xlsx again and upload that.';
const BOMB = 'The unpacked file is too large for a workbook. Save the list as CSV and upload that.';
const DAMAGED = 'The workbook is damaged: open it, save it as .xlsx again and upload that.';

const SHEET = {
  name: 'List',
  rows: [
    ['Name', 'Phone'],
    ['Ana Ruiz', '512-555-0101'],
  ],
} as const;
const book = (part: string, content: string) => makeWorkbook({ sheets: [SHEET], parts: { [part]: content } });
const sheetOf = (content: string) => book('xl/worksheets/sheet1.xml', content);

/** Says that an entry is smaller than it is. */
function understated(bytes: Buffer): Buffer {
  const lying = Buffer.from(bytes);
  for (let at = lying.indexOf('PK\u0001\u0002'); at !== -1; at = lying.indexOf('PK\u0001\u0002', at + 4)) {
    if (lying.readUInt32LE(at + 24) > 1_000_000) lying.writeUInt32LE(1_000, at + 24);
  }
  return lying;
}

/** Generated each time: none of them is in the repository. */
export async function hostileFiles(): Promise<readonly HostileFile[]> {
  const large = `<worksheet><sheetData>${' '.repeat(16 * 1024 * 1024)}</sheetData></worksheet>`;
  const bomb = await sheetOf(large);
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`part${index}.xml`, '<a/>']));
  const wide = Array.from({ length: 16_384 }, (_, index) => `<c r="${columnName(index)}1"><v>${index}</v></c>`);
  const endless = Array.from({ length: 400_000 }, (_, index) => `a${index}="${(index * 7_919) % 10_007}"`);
  const entity =
    '<!DOCTYPE sst [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>';
  return [
    {
      name: 'bomb.csv.gz',
      bytes: gzipSync(large),
      sentence: 'The file is compressed too tightly for a list. Unpack it and upload the file inside.',
    },
    { name: 'bomb.xlsx.gz', bytes: gzipSync(bomb), sentence: BOMB },
    {
      name: 'twice.csv.gz',
      bytes: gzipSync(gzipSync('Name\nAna\n')),
      sentence: 'This file is compressed twice: unpack it and upload the list inside.',
    },
    {
      name: 'cut-off.csv.gz',
      bytes: gzipSync('Name,Phone\nAna,512-555-0101\n').subarray(0, 30),
      sentence: 'The compressed file is damaged or incomplete. Compress it again, or upload the file inside.',
    },
    {
      name: 'lists.tar.gz',
      bytes: gzipSync(
        Buffer.concat([Buffer.from('list.csv'), Buffer.alloc(249), Buffer.from('ustar'), Buffer.alloc(762)]),
      ),
      sentence: 'This is an archive of several files (.tar): unpack it and upload the list inside.',
    },
    { name: 'bomb.xlsx', bytes: bomb, sentence: BOMB },
    { name: 'lying-bomb.xlsx', bytes: understated(bomb), sentence: DAMAGED },
    { name: 'thousand-parts.xlsx', bytes: await zipOf(many), sentence: BOMB },
    { name: 'entities.xlsx', bytes: await book('xl/sharedStrings.xml', entity), sentence: FOREIGN },
    {
      name: 'foreign-entity.xlsx',
      bytes: await sheetOf('<worksheet><sheetData><row><c t="str"><v>&xxe;</v></c></row></sheetData></worksheet>'),
      sentence: FOREIGN,
    },
    { name: 'deep.xlsx', bytes: await sheetOf(`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`), sentence: FOREIGN },
    { name: 'endless-tag.xlsx', bytes: await sheetOf(`<worksheet ${endless.join(' ')}`), sentence: FOREIGN },
    {
      name: 'wide.xlsx',
      bytes: await sheetOf(`<worksheet><sheetData><row r="1">${wide.join('')}</row></sheetData></worksheet>`),
      sentence: "The sheet has more than 500 columns. Delete those you don't need.",
    },
    {
      name: 'outside.xlsx',
      bytes: await book(
        'xl/_rels/workbook.xml.rels',
        relations([['rId1', 'worksheet', 'http://169.254.169.254/sheet1.xml', 'External']]),
      ),
      sentence: 'The workbook uses a sheet from another file. Copy it into the workbook and save again.',
    },
    {
      name: 'letter.docx.xlsx',
      bytes: await zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<a/>' }),
      sentence: NO_WORKBOOK,
    },
    { name: 'climbing.xlsx', bytes: await zipOf({ 'x/x/x/x/etc/passwd': 'root' }), sentence: NO_WORKBOOK },
    { name: 'cut-off.xlsx', bytes: bomb.subarray(0, 2_000), sentence: DAMAGED },
    {
      name: 'binary.xlsb',
      bytes: await zipOf({ '[Content_Types].xml': '<Types/>', 'xl/workbook.bin': 'x' }),
      sentence: 'This is a binary Excel workbook (.xlsb): save it as .xlsx and upload that.',
    },
    {
      name: 'hidden.xlsx',
      bytes: await makeWorkbook({ sheets: [{ ...SHEET, state: 'veryHidden' }] }),
      sentence: 'The workbook has no visible sheets.',
    },
    {
      name: 'empty.xlsx',
      bytes: await makeWorkbook({ sheets: [{ name: 'Sheet1', rows: [] }] }),
      sentence: 'The workbook is empty.',
    },
    ...(await hostileDocuments()),
    {
      name: 'list.csv',
      bytes: Buffer.from('%PDF-1.7\nName,Phone\nAna,512-555-0101\n'),
      sentence: 'This is a PDF: ask for the list as a CSV file.',
    },
    {
      name: 'setup.csv',
      bytes: Buffer.from('MZ\u0090\u0000,Phone\nAna,512-555-0101\n', 'latin1'),
      sentence: 'This is a program, not a list.',
    },
    {
      name: 'contacts.csv',
      bytes: Buffer.from('BEGIN:VCARD\nFN:Ana Ruiz\nEND:VCARD\nBEGIN:VCARD\nFN:Bo'),
      sentence: 'The vCard file is incomplete: its last card has no end. Export it again.',
    },
    {
      name: 'feed.csv',
      bytes: Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
      sentence: 'This is an XML file: save the list as CSV and upload that.',
    },
  ];
}
