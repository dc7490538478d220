import type { CorpusCase } from './corpus-cases.ts';
import { makeWorkbook } from './workbook-maker.ts';

const ANA = { first_name: 'Ana', last_name: 'Ruiz', phone: '+15125550142' };
const BO = { first_name: 'Bo', last_name: 'Lee', phone: '+15125550143' };
const HEADER = 'First Name,Last Name,Phone\n';
const PEOPLE = 'Ana,Ruiz,512-555-0142\nBo,Lee,512-555-0143\n';

/** Two people, and lines that are none. */
const withLines = (name: string, lines: string, others: readonly string[]): CorpusCase => ({
  name,
  content: HEADER + PEOPLE + lines,
  result: { header_row: 1, contacts: [ANA, BO], others },
});

/** Two people below lines that are none. */
const below = (name: string, lines: string, header_row: number, header = HEADER): CorpusCase => ({
  name,
  content: lines + header + PEOPLE,
  result: { header_row, contacts: [ANA, BO], others: [] },
});

const workbook = async (name: string, cover: readonly (readonly string[])[], sheet: number): Promise<CorpusCase> => ({
  name,
  content: await makeWorkbook({
    sheets: [
      { name: 'Cover', rows: cover },
      {
        name: 'List',
        rows: (HEADER + PEOPLE)
          .trim()
          .split('\n')
          .map((line) => line.split(',')),
      },
    ],
  }),
  result: { sheet, header_row: 1, contacts: [ANA, BO], others: [] },
});

export const layoutCases = async (): Promise<CorpusCase[]> => [
  withLines('page-mark-below.csv', 'Page 1 of 1,,\n', ['3 heading_or_total']),
  withLines('end-of-report-below.csv', ',,\n*** End of Report ***,,\n', ['3 empty_row', '4 heading_or_total']),
  withLines('end-of-report-in-the-second-column.csv', ',End of report,\n', ['3 heading_or_total']),
  withLines('counts-below.csv', 'Count: 2,,\n2 records found,,\nPrinted on 11/23/2026,,\n', [
    '3 heading_or_total',
    '4 heading_or_total',
    '5 heading_or_total',
  ]),
  withLines('placeholders.csv', 'N/A,N/A,N/A\nn/a,,\n-,-,-\nUnknown,Unknown,\n', [
    '3 placeholders_only',
    '4 placeholders_only',
    '5 placeholders_only',
    '6 placeholders_only',
  ]),
  {
    name: 'names-like-placeholders.csv',
    content: `${HEADER}Na,Li,512-555-0142\nChris,Null,512-555-0143\nN/A,Ruiz,512-555-0144\nN/A,N/A,512-555-0145\nPage,Turner,\n`,
    result: {
      contacts: [
        { first_name: 'Na', last_name: 'Li', phone: '+15125550142' },
        { first_name: 'Chris', last_name: 'Null', phone: '+15125550143' },
        { last_name: 'Ruiz', phone: '+15125550144' },
        { phone: '+15125550145' },
        { first_name: 'Page', last_name: 'Turner' },
      ],
      others: [],
    },
  },
  {
    name: 'placeholders-with-an-address.csv',
    content: 'Full Name,Phone,City\nN/A,N/A,Waco\nN/A,N/A,\n',
    result: { contacts: [], others: ['1 name_and_reach_missing', '2 placeholders_only'] },
  },
  below('title-above.csv', 'My clients,,\n,,\n', 3),
  below('ragged-row-above.csv', 'Report,a,b,c,d,e,f,g,h,i,j,k\n', 2),
  below('mobile-above.csv', 'Mobile,,\n', 2),
  below('mobile-and-date-above.csv', 'Mobile,Export,11/23/2026\n', 2),
  {
    name: 'mobile-among-the-values.csv',
    content: 'Kunde,Nummer,Art\nMeier,A-1,Mobile\nHuber,A-2,Home\n',
    result: { header_row: 1 },
  },
  {
    name: 'ragged-row-among-the-values.csv',
    content: `Kunde,Nummer,Art,Ort\nMeier,A-1,x,Graz\nHuber,A-2,y,Linz,${'z,'.repeat(20)}\n`,
    result: { header_row: 1 },
  },
  {
    name: 'date-among-the-headers.csv',
    content: 'First Name,Last Name,11/23/2026\nAna,Ruiz,paid\n',
    result: { header_row: 1, contacts: [{ first_name: 'Ana', last_name: 'Ruiz' }] },
  },
  await workbook(
    'cover-before-the-list.xlsx',
    [['Sunrise Leads'], ['Prepared for', 'Dana Whitfield'], ['Phone', '800-555-0100']],
    1,
  ),
  await workbook(
    'summary-before-the-list.xlsx',
    [
      ['State', 'Count'],
      ['TX', '1'],
      ['OK', '1'],
    ],
    1,
  ),
];
