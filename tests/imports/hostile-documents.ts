import { containerOf, makeExcel95, makeOds, makeOldWorkbook } from './document-makers.ts';
import type { HostileFile } from './hostile-files.ts';

const PROTECTED = 'This workbook is protected with a password: save it without one (.xlsx) and upload that.';
const OLD_DAMAGED =
  'The workbook is damaged or incomplete. Download it again, or open it, save it as .xlsx and upload that.';
const OLD_CUT = 'The workbook is incomplete: its end is missing. Download or save it again and upload that.';
const LIST = {
  name: 'List',
  rows: [
    ['Name', 'Phone'],
    ['Ana Ruiz', '512-555-0101'],
  ],
} as const;

/** Says that what follows its first record is encrypted. */
const sealed = (bytes: Buffer) => {
  const found = bytes.indexOf(Buffer.from('42000200', 'hex'));
  const copy = Buffer.from(bytes);
  copy.writeUInt16LE(0x2f, found);
  return copy;
};

const row = (cells: string, times = 1) =>
  `<table:table-row table:number-rows-repeated="${times}">${cells}</table:table-row>`;
const cell = (text: string, times = 1) =>
  `<table:table-cell table:number-columns-repeated="${times}" office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;

const signIn = `<!DOCTYPE html><html><head><title>Sign in</title></head><body><form><table>
<tr><td>User name</td><td><input name="user"></td></tr><tr><td>Password</td><td><input type="password"></td></tr>
</table></form></body></html>`;
const NO_TABLE =
  'This web page has no table with a list. It may be a sign-in page: sign in to the other site and download the list again.';

/** Old workbooks, spreadsheets in XML and web pages that are refused. */
export async function hostileDocuments(): Promise<readonly HostileFile[]> {
  const old = makeOldWorkbook({ sheets: [LIST] });
  const excelXml = makeOldWorkbook({ sheets: [LIST] }, 'xlml');
  return [
    {
      name: 'empty.xls',
      bytes: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_016)]),
      sentence: OLD_DAMAGED,
    },
    { name: 'cut-off.xls', bytes: old.subarray(0, -512), sentence: OLD_DAMAGED },
    {
      name: 'letter.xls',
      bytes: containerOf('WordDocument', Buffer.alloc(5_000)),
      sentence: 'This file of an old Office program is no workbook: save the list as .xlsx or CSV and upload that.',
    },
    { name: 'protected.xlsx', bytes: containerOf('EncryptedPackage', Buffer.alloc(5_000)), sentence: PROTECTED },
    {
      name: 'protected.xls',
      bytes: sealed(makeExcel95([[Buffer.from('Name')], [Buffer.from('Ana')]], 1252)),
      sentence: PROTECTED,
    },
    {
      name: 'cut-off.xml.xls',
      bytes: excelXml.subarray(0, excelXml.indexOf('</Table>')),
      sentence: OLD_CUT,
    },
    {
      name: 'entities.xls',
      bytes: Buffer.from(
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">&b;</Workbook>',
      ),
      sentence: 'The workbook contains invalid XML. Save it as .xlsx again and upload that.',
    },
    { name: 'sign-in.xls', bytes: Buffer.from(signIn), sentence: NO_TABLE },
    { name: 'page.xls', bytes: Buffer.from('<html><p>Your session has expired.</p></html>'), sentence: NO_TABLE },
    {
      name: 'cut-off.html.xls',
      bytes: Buffer.from('<table><tr><td>Name</td></tr><tr><td>Ana</td></tr><tr><td>Bo'),
      sentence: 'The web page ends within its table, so rows are missing. Download the list again.',
    },
    {
      name: 'protected.ods',
      bytes: await makeOds([], { parts: { 'META-INF/manifest.xml': '<manifest:encryption-data/>' } }),
      sentence: 'The file is protected with a password: save it without one and upload that.',
    },
    {
      name: 'cut-off.ods',
      bytes: await makeOds([], { parts: { 'content.xml': '<office:document-content><table:table><table:table-row>' } }),
      sentence: 'The spreadsheet is incomplete: its end is missing. Save it again and upload that.',
    },
    {
      name: 'wide.ods',
      bytes: await makeOds([{ name: 'A', rows: row(cell('Name', 16_384)) }]),
      sentence: "The sheet has more than 500 columns. Delete those you don't need.",
    },
    {
      name: 'letter.ods',
      bytes: await makeOds([], { parts: { mimetype: 'application/vnd.oasis.opendocument.text' } }),
      sentence: "This ZIP archive isn't a spreadsheet. Save the list as .xlsx or CSV and upload that.",
    },
    {
      name: 'hidden.ods',
      bytes: await makeOds([{ ...LIST, isHidden: true }]),
      sentence: 'The workbook has no visible sheets.',
    },
    {
      name: 'million-rows.ods',
      bytes: await makeOds([{ name: 'A', rows: row('<table:table-cell/>', 1_048_576) }]),
      sentence: 'The workbook is empty.',
    },
  ];
}
