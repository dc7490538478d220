import type { CorpusCase } from './corpus-cases.ts';
import { type Cell, makeWorkbook } from './workbook-maker.ts';

const NAMES = ['Ana', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'];

/** A list of names and birth dates. `days`: how each date is written and the day that it is, `YYYY-MM-DD`. */
const birthdays = (
  name: string,
  known: string | null,
  days: readonly (readonly [written: string, day: string | null])[],
  header = 'DOB',
): CorpusCase => ({
  name,
  content: `First Name,${header}\n${days.map(([written], row) => `${NAMES[row]},"${written}"\n`).join('')}`,
  result: {
    mapping: { 'First Name': 'first_name', [header]: 'dob' },
    ...(known !== null && { dates: { [header]: known } }),
    contacts: days.map(([, day], row) => ({ first_name: NAMES[row] ?? '', ...(day !== null && { dob: day }) })),
    others: days.flatMap(([, day], row) => (day === null ? [`${row + 1} without dob_unreadable dob`] : [])),
  },
});

const workbook = async (
  name: string,
  rows: readonly (readonly Cell[])[],
  parts: Readonly<Record<string, string>> = {},
) => ({
  name,
  content: await makeWorkbook({
    sheets: [{ name: 'Clients', rows: [['First Name', 'DOB'], ...rows] }],
    formats: ['m/d/yyyy', 'dd.mm.yyyy'],
    parts,
  }),
});

/** The start of a workbook that counts days from 1904, as Excel for Mac and then Excel 2013 write it. */
const MAC =
  '<workbook xmlns:r="r" xmlns:x15="x"><workbookPr date1904="1"/><mc:AlternateContent xmlns:mc="m"><x15:workbookPr chartTrackingRefBase="1"/></mc:AlternateContent><sheets><sheet name="Clients" sheetId="1" r:id="rId1"/></sheets></workbook>';

const contacts = (...days: string[]) => days.map((dob, row) => ({ first_name: NAMES[row] ?? '', dob }));

export const dateCases = async (): Promise<CorpusCase[]> => [
  birthdays('day-first-dots.csv', 'day_first by values', [
    ['05.07.1947', '1947-07-05'],
    ['23.04.1946', '1946-04-23'],
    ['01.02.1950', '1950-02-01'],
  ]),
  birthdays('day-first-slashes-short-years.csv', 'day_first by values', [
    ['5/7/47', '1947-07-05'],
    ['23/4/46', '1946-04-23'],
    ['11/11/50', '1950-11-11'],
  ]),
  birthdays('day-first-with-times.csv', 'day_first by values', [
    ['05-07-1947 00:00:00', '1947-07-05'],
    ['30-04-1946 00:00', '1946-04-30'],
  ]),
  birthdays('month-first.csv', 'month_first by values', [
    ['05/07/1947', '1947-05-07'],
    ['04/23/1946', '1946-04-23'],
  ]),
  birthdays('both-orders-fit.csv', 'month_first by unknown', [
    ['05/07/1947', '1947-05-07'],
    ['04/03/1946', '1946-04-03'],
  ]),
  birthdays('orders-contradict.csv', 'month_first by unknown', [
    ['05/07/1947', '1947-05-07'],
    ['04/23/1946', '1946-04-23'],
    ['23/04/1946', null],
  ]),
  birthdays('one-reading-each.csv', null, [
    ['1947-07-05', '1947-07-05'],
    ['5 July 1947', '1947-07-05'],
    ['Jul 5, 1947', '1947-07-05'],
    ['05-Jul-47', '1947-07-05'],
    ['19470705', '1947-07-05'],
    ['07/07/1947', '1947-07-07'],
  ]),
  birthdays('months-in-other-languages.csv', null, [
    ['5. Juli 1947', '1947-07-05'],
    ['5 de julio de 1947', '1947-07-05'],
    ['1er août 1950', '1950-08-01'],
    ['3 févr. 1951', '1951-02-03'],
    ['14. März 1952', '1952-03-14'],
    ['24 diciembre 1953', '1953-12-24'],
  ]),
  {
    name: 'order-from-another-column.csv',
    content: 'First Name;DOB;Follow up\nAna;23.04.1946;05.01.2027\nBo;05.07.1947;06.02.2027\n',
    result: {
      dates: { DOB: 'day_first by values', 'Follow up': 'day_first by values' },
      contacts: [
        { first_name: 'Ana', dob: '1946-04-23', follow_up_on: '2027-01-05' },
        { first_name: 'Bo', dob: '1947-07-05', follow_up_on: '2027-02-06' },
      ],
    },
  },
  {
    name: 'an-order-of-each-column.csv',
    content: 'First Name,DOB,Follow up\nAna,23/04/1946,01/30/2027\nBo,05/07/1947,02/06/2027\n',
    result: {
      dates: { DOB: 'day_first by values', 'Follow up': 'month_first by values' },
      contacts: [
        { first_name: 'Ana', dob: '1946-04-23', follow_up_on: '2027-01-30' },
        { first_name: 'Bo', dob: '1947-07-05', follow_up_on: '2027-02-06' },
      ],
    },
  },
  {
    ...(await workbook('days-from-1904.xlsx', [['Ana', { number: 15_890, format: 0 }]], { 'xl/workbook.xml': MAC })),
    result: { contacts: contacts('1947-07-04') },
  },
  {
    ...(await workbook('days-and-texts.xlsx', [
      ['Ana', { number: 17_353, format: 0 }],
      ['Bo', '23.04.1946'],
      ['Cy', '05.07.1947'],
      ['Di', { number: 17_353 + 86_370 / 86_400, format: 1 }],
    ])),
    result: {
      dates: { DOB: 'day_first by values' },
      contacts: contacts('1947-07-05', '1946-04-23', '1947-07-05', '1947-07-05'),
    },
  },
  {
    ...(await workbook('values-twice.xlsx', [], {
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row><c t="inlineStr"><is><t>First Name</t></is><v>First Name</v></c><c t="inlineStr"><is><t>DOB</t></is><v>DOB</v></c></row><row><c t="inlineStr"><is><t>Ana</t></is><v>Ana</v></c><c t="inlineStr"><is><t>7/14/1947</t></is><v>7/14/1947</v></c></row></sheetData></worksheet>',
    })),
    result: { contacts: contacts('1947-07-14') },
  },
];
