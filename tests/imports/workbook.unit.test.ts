import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtInFormat, readFormat, showNumber } from '../../server/features/imports/workbook/number-format.ts';
import { openWorkbook } from '../../server/features/imports/workbook/open-workbook.ts';
import { readSheet, readSheetHeads } from '../../server/features/imports/workbook/read-sheet.ts';
import { attributeOf, XmlTokens } from '../../server/features/imports/workbook/xml-tokens.ts';
import { openZip } from '../../server/features/imports/workbook/zip-entries.ts';
import { makeWorkbook, type SheetOf } from './workbook-maker.ts';

describe('a number', () => {
  test.each([
    ['General', 5_125_550_142, '5125550142'],
    ['General', 0.1 + 0.2, '0.3'],
    ['0', 42, '42'],
    ['0.00', 12.5, '12.5'],
    ['#,##0', 1234, '1234'],
    ['0%', 0.25, '0.25'],
    ['00000', 501, '00501'],
    ['00000', 78_701, '78701'],
    ['00000-0000', 21_081_188, '02108-1188'],
    ['000-00-0000', 12_345_678, '012-34-5678'],
    ['(000) 000-0000', 5_125_550_142, '(512) 555-0142'],
    ['[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', 5_550_142, '555-0142'],
    ['[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', 5_125_550_142, '(512) 555-0142'],
    ['"A-"000', 7, 'A-007'],
    ['m/d/yy', 22_616, '1961-12-01'],
    ['[$-409]mmmm\\ d\\,\\ yyyy;@', 22_616, '1961-12-01'],
    ['yyyy-mm-dd hh:mm', 22_616.75, '1961-12-01 18:00'],
    ['yyyy-mm-dd hh:mm:ss', 45_000 + 86_370 / 86_400, '2023-03-15 23:59:30'],
    ['yyyy-mm-dd hh:mm', 45_000.99999999, '2023-03-15 23:59:59'],
    ['yyyy-mm-dd', 45_001 - 1e-11, '2023-03-16'],
    ['h:mm:ss', 86_370 / 86_400, '23:59:30'],
    ['mmm', 22_616, '1961-12-01'],
    ['h:mm', 0.5, '12:00'],
    ['[h]:mm', 0.25, '06:00'],
    ['[Red]0', 3, '3'],
    ['0.00E+00', 12, '12'],
  ])('in the format %s: %d is shown as %s', (code, value, shown) => {
    expect(showNumber(value, readFormat(code), false)).toBe(shown);
  });

  test.each([
    [false, 1, '1900-01-01'],
    [false, 59, '1900-02-28'],
    [false, 61, '1900-03-01'],
    [false, 45_000, '2023-03-15'],
    [false, 73_050, '2099-12-31'],
    [true, 0, '1904-01-01'],
    [true, 43_538, '2023-03-15'],
  ])('as a day, counted from 1904: %s, is the same in every zone: %d', (is1904, value, shown) => {
    expect(showNumber(value, builtInFormat(14), is1904)).toBe(shown);
  });
});

describe('XML', () => {
  const heard = (pieces: readonly string[]) => {
    const said: string[] = [];
    const tokens = new XmlTokens({
      open: (name, attributes) => said.push(`<${name} ${attributeOf(attributes, 'r') ?? ''}>`),
      text: (text) => said.push(text),
      close: (name) => said.push(`</${name}>`),
    });
    for (const piece of pieces) tokens.push(piece);
    return said.join('');
  };
  const XML = `<?xml version="1.0"?><!-- a > b --><x:c s='1' r="A&lt;1>"><v>1 &amp; 2&#233;&#x1F600;</v><![CDATA[<raw>]]></x:c><row/>`;

  test('with a text of 10 MB is refused for its cell', () => {
    expect(() => heard(['<t>', 'x'.repeat(10 * 1024 * 1024)])).toThrow('a cell of more than 1 MB');
  });

  test('is the same wherever it is cut', () => {
    const whole = '<c A<1>><v >1 & 2é😀</v><raw></c><row ></row>';

    expect(heard([XML])).toBe(whole);
    fc.assert(
      fc.property(fc.array(fc.nat(XML.length), { maxLength: 8 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), XML.length];
        return heard(places.slice(1).map((end, index) => XML.slice(places[index], end))) === whole;
      }),
    );
  });
});

const opened = async (bytes: Buffer) => openWorkbook(await openZip(bytes));

async function allOf(pieces: AsyncIterable<string[][]>): Promise<string[][]> {
  const all: string[][] = [];
  for await (const rows of pieces) all.push(...rows);
  return all;
}

describe('a sheet', () => {
  const rowsOf = async (sheet: Partial<SheetOf>) => {
    const book = await opened(await makeWorkbook({ sheets: [{ name: 'A', rows: [], ...sheet }] }));
    return allOf(readSheet(book, 0));
  };

  test('keeps empty rows between others, and makes one of a thousand', async () => {
    const gap = Array.from({ length: 1_001 }, () => null);

    expect(await rowsOf({ rows: [['a'], null, ['b'], [' '], ...gap, ['c'], null] })).toEqual([
      ['a'],
      [''],
      ['b'],
      [''],
      ['c'],
    ]);
  });

  test('is as wide as its widest row at the start', async () => {
    expect(await rowsOf({ rows: [['a'], ['b', null, 'c'], ['d', 'e']] })).toEqual([
      ['a', '', ''],
      ['b', '', 'c'],
      ['d', 'e', ''],
    ]);
  });

  test('has the header that stretches down in every row of it', async () => {
    const rows = [
      ['Name', 'Address'],
      [null, 'Street'],
      ['Ana', 'Oak St'],
    ];
    const book = await opened(await makeWorkbook({ sheets: [{ name: 'A', rows, merges: ['A1:A2'] }] }));

    expect((await readSheetHeads(book))[0]?.rows).toEqual([
      ['Name', 'Address'],
      ['Name', 'Street'],
      ['Ana', 'Oak St'],
    ]);
  });

  test('has the text of a cell once when its value repeats it', async () => {
    const xml = (cell: string) => `<worksheet><sheetData><row>${cell}</row></sheetData></worksheet>`;
    const rows = async (cell: string) => {
      const parts = { 'xl/worksheets/sheet1.xml': xml(cell) };
      return allOf(readSheet(await opened(await makeWorkbook({ sheets: [{ name: 'A', rows: [] }], parts })), 0));
    };

    expect(await rows('<c t="inlineStr"><is><t>Ana</t></is><v>Ana</v></c>')).toEqual([['Ana']]);
    expect(await rows('<c t="inlineStr"><v>Ana</v><is><r><t>A</t></r><r><t>na</t></r></is></c>')).toEqual([['Ana']]);
    expect(await rows('<c t="inlineStr"><v>Ana</v></c>')).toEqual([['Ana']]);
    expect(await rows('<c t="str"><v>Ana</v></c><c><is><t>Bo</t></is></c>')).toEqual([['Ana', 'Bo']]);
  });

  test.each(['', '<x15:workbookPr chartTrackingRefBase="1"/>'])(
    'counts days from 1904 whatever follows: %s',
    async (next) => {
      const sheets = [{ name: 'A', rows: [[{ number: 43_538, format: 0 }]] }];
      const book = `<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets>${next}</workbook>`;
      const made = await makeWorkbook({ sheets, formats: ['yyyy-mm-dd'], parts: { 'xl/workbook.xml': book } });

      expect(await allOf(readSheet(await opened(made), 0))).toEqual([['2023-03-15']]);
    },
  );

  test('shows characters that XML cannot hold', async () => {
    expect(await rowsOf({ rows: [['a_x000A_b', { text: '_x0041_', as: 'inline' }]] })).toEqual([['a\nb', 'A']]);
  });
});
