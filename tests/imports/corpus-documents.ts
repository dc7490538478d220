import { encode } from 'iconv-lite';
import type { CorpusCase } from './corpus-cases.ts';
import { makeExcel95, makeOds, makeOldWorkbook } from './document-makers.ts';
import type { Book } from './workbook-maker.ts';

const HEADERS = ['First Name', 'Last Name', 'Mobile', 'ZIP', 'DOB', 'Follow-up'];
const FORMATS = ['(000) 000-0000', '00000', 'm/d/yyyy', 'yyyy-mm-dd hh:mm:ss'];

/** The number of May 7, 1947, and of 23:59:30 on December 31, 2026. */
const DAYS = { false: [17_294, 46_387 + 86_370 / 86_400], true: [15_832, 44_925 + 86_370 / 86_400] } as const;

const listOf = (is1904: boolean): Book => {
  const [birth, late] = DAYS[`${is1904}`];
  const list = [
    HEADERS,
    null,
    [
      'Łucja',
      'Núñez',
      { number: 5_125_550_142, format: 0 },
      { number: 501, format: 1 },
      { number: birth, format: 2 },
      { number: late, format: 3 },
    ],
    ['Bo', 'Lee', 5_125_550_143, '02108', '05/08/1948', null],
    ['Cy', 'Ray', '123', null, null, null],
  ];
  return {
    is1904,
    formats: FORMATS,
    sheets: [
      { name: 'Drafts', state: 'hidden', rows: [HEADERS, ['Not', 'Shown']] },
      { name: 'Cover', rows: [['Leads of May']] },
      { name: 'Leads', rows: list },
    ],
  };
};

const LUCJA = {
  first_name: 'Łucja',
  last_name: 'Núñez',
  phone: '+15125550142',
  phone_type: '2',
  zip_code: '00501',
  dob: '1947-05-07',
  follow_up_on: '2026-12-31',
};
const CONTACTS = [
  LUCJA,
  {
    first_name: 'Bo',
    last_name: 'Lee',
    phone: '+15125550143',
    phone_type: '2',
    zip_code: '02108',
    dob: '1948-05-08',
  },
  { first_name: 'Cy', last_name: 'Ray' },
];
const RESULT = {
  sheet: 1,
  header_row: 1,
  contacts: CONTACTS,
  others: ['1 empty_row', '4 without phone_unreadable phone'],
};

const odsOf = (is1904: boolean) => {
  const book = listOf(is1904);
  return makeOds(
    book.sheets.map(({ name, rows, state }) => ({ name, rows, isHidden: state === 'hidden' })),
    book,
  );
};

const excel95 = (encoding: string, codePage: number, first: string, last: string): CorpusCase => ({
  name: `excel-95-${encoding}.xls`,
  content: makeExcel95(
    [
      ['First Name', 'Last Name', 'Mobile'].map((header) => Buffer.from(header)),
      [encode(first, encoding), encode(last, encoding), 5_125_550_142],
    ],
    codePage,
  ),
  result: {
    sheet: 0,
    contacts: [{ first_name: first, last_name: last, phone: '+15125550142', phone_type: '2' }],
    others: [],
  },
});

const page = (head: string, body: string) => `<!-- Report 7 -->\n<html><head>${head}</head><body>${body}</body></html>`;
const ROWS =
  '<tr><th rowspan="2">First Name<th colspan=2>Contact</tr><tr><th>Mobile</th><th>ZIP</th></tr><tr><td>Jos\u00e9&nbsp;Luis<td>512-555-0142</td><td>00501</td></tr>';
const JOSE = { first_name: 'José Luis', phone: '+15125550142', phone_type: '2', zip_code: '00501' };

/** Lists in old workbooks, in XML and in web pages. */
export const documentCases = async (): Promise<readonly CorpusCase[]> => [
  { name: 'excel-97.xls', content: makeOldWorkbook(listOf(false)), result: RESULT },
  { name: 'excel-97-from-1904.xls', content: makeOldWorkbook(listOf(true)), result: RESULT },
  { name: 'excel-2003-xml.xls', content: makeOldWorkbook(listOf(false), 'xlml'), result: RESULT },
  { name: 'libreoffice.ods', content: await odsOf(false), result: RESULT },
  excel95('windows-1252', 1252, 'José', 'Núñez'),
  excel95('windows-1250', 1250, 'Łucja', 'Dvořák'),
  excel95('windows-1251', 1251, 'Иван', 'Петров'),
  excel95('macintosh', 0x8000, 'Zoë', 'Lefèvre'),
  {
    name: 'web-page.xls',
    content: page(
      '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">',
      `<table><tr><td><a href="/">Home</a></td><td>Help</td></tr></table><table border=1>${ROWS}</table>`,
    ),
    result: { sheet: 0, header_row: 2, contacts: [JOSE], others: [] },
  },
  {
    name: 'web-page-windows-1252.xls',
    content: encode(page('<meta charset="windows-1252">', `<table>${ROWS}</table>`), 'windows-1252'),
    result: { sheet: 0, contacts: [JOSE], others: [] },
  },
  {
    name: 'web-page-utf-16.xls',
    content: encode(page('', `<table>${ROWS}</table>`), 'utf-16le', { addBOM: true }),
    result: { sheet: 0, contacts: [JOSE], others: [] },
  },
];
