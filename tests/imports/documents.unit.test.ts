import { describe, expect, test } from 'vitest';
import { UnreadableFile } from '../../server/features/imports/file/unreadable-file.ts';
import { openBook } from '../../server/features/imports/workbook/open-book.ts';
import { makeOds, makeOldWorkbook } from './document-makers.ts';
import { hostileDocuments } from './hostile-documents.ts';
import { readCorpusFile } from './read-corpus.ts';

/** Rows of each sheet by its name. */
async function sheetsOf(file: Buffer | string): Promise<Record<string, string[][]>> {
  const book = await openBook(Buffer.from(file));
  const sheets: Record<string, string[][]> = {};
  for (const [index, { name }] of (await book.heads()).entries()) {
    const rows: string[][] = [];
    for await (const some of book.rows(index)) rows.push(...some);
    sheets[name] = rows;
  }
  return sheets;
}
const headOf = async (file: Buffer | string) => (await (await openBook(Buffer.from(file))).heads())[0];

const LATE = 46_387 + 86_370 / 86_400;

test.each(await hostileDocuments())('$name is refused with its reason', async ({ bytes, sentence }) => {
  await expect(readCorpusFile(bytes)).rejects.toThrow(new UnreadableFile(sentence));
});

describe('an old workbook', () => {
  const rows = Array.from({ length: 400 }, (_, index) => [`Person ${index}`, 5_125_550_000 + index, `Street ${index}`]);
  const whole = makeOldWorkbook({ sheets: [{ name: 'A', rows }] });

  test('that ends anywhere is refused, unless it has all its rows', async () => {
    const all = rows.map((row) => row.map(String));
    const ends = Array.from({ length: 60 }, (_, index) => Math.floor((whole.length * (index + 0.5)) / 60));
    const answers = ends.map((end) =>
      sheetsOf(whole.subarray(0, end)).then(
        (sheets) => expect(sheets).toEqual({ A: all }),
        (error: unknown) => expect(String(error)).toMatch(/UnreadableFile: The workbook is .*incomplete/),
      ),
    );
    await Promise.all(answers);
    await expect(sheetsOf(whole.subarray(0, ends[50]))).rejects.toThrow('incomplete');
  });

  test('without its last record is refused', async () => {
    const records = Buffer.concat([makeOldWorkbook({ sheets: [{ name: 'A', rows: [['Name'], ['Ana']] }] }, 'biff2')]);

    expect(await sheetsOf(records)).toEqual({ Sheet1: [['Name'], ['Ana']] });
    await expect(sheetsOf(records.subarray(0, -4))).rejects.toThrow(/its end is missing/);
  });

  test.each(['biff2', 'biff5', 'biff8'] as const)('of the version %s is read', async (version) => {
    const made = makeOldWorkbook({ sheets: [{ name: 'Sheet1', rows: [['Name', 'Age'], null, ['Ana', 42]] }] }, version);

    expect(await sheetsOf(made)).toEqual({
      Sheet1: [
        ['Name', 'Age'],
        ['', ''],
        ['Ana', '42'],
      ],
    });
  });

  test('has errors, merged headers and the time of its days', async () => {
    const list = [
      ['Name', 'Call'],
      [null, 'At'],
      ['Ana', { number: LATE, format: 0 }],
      [{ text: 'x', as: 'error' }, true],
    ] as const;
    const made = makeOldWorkbook({
      sheets: [{ name: 'A', rows: list, merges: ['A1:A2'] }],
      formats: ['m/d/yy h:mm:ss'],
    });

    expect(await headOf(made)).toEqual({
      name: 'A',
      rows: [
        ['Name', 'Call'],
        ['Name', 'At'],
        ['Ana', '2026-12-31 23:59:30'],
        ['', 'TRUE'],
      ],
      whole: true,
      errors: 1,
    });
  });
});

describe('a spreadsheet of LibreOffice', () => {
  const cell = (content: string, attributes = 'office:value-type="string"') =>
    `<table:table-cell ${attributes}>${content}</table:table-cell>`;
  const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`;
  const rowsOf = async (rows: string) => (await sheetsOf(await makeOds([{ name: 'A', rows }])))['A'];
  const repeated = (times: number) => `table:number-rows-repeated="${times}"`;

  test('has repeated rows and columns as often as they are', async () => {
    const empty = '<table:table-cell table:number-columns-repeated="16384"/>';
    const twice = cell('<text:p>a</text:p>', 'office:value-type="string" table:number-columns-repeated="2"');

    expect(
      await rowsOf(
        row(twice, repeated(2)) +
          row(empty, repeated(2)) +
          row(`<table:table-cell/>${twice}`) +
          row(empty, repeated(1_048_570)),
      ),
    ).toEqual([
      ['a', 'a', ''],
      ['a', 'a', ''],
      ['', '', ''],
      ['', '', ''],
      ['', 'a', 'a'],
    ]);
  });

  test('with a filled row a million times is refused', async () => {
    await expect(rowsOf(row(cell('<text:p>a</text:p>'), repeated(1_048_576)))).rejects.toThrow(
      'more than 100,000 rows',
    );
  });

  test('has the texts of its cells alone, with their spaces and lines', async () => {
    const text =
      '<text:p>Ana<text:s text:c="2"/><text:span>M.</text:span><office:annotation><text:p>no</text:p></office:annotation></text:p><text:p>b<text:line-break/>c</text:p>';
    const note = '<office:annotation><text:p>no</text:p></office:annotation><text:p>Bo &amp; Co</text:p>';

    expect(await rowsOf(row(cell(text) + cell(note)))).toEqual([['Ana  M.\nb\nc', 'Bo & Co']]);
  });

  test('has dates, times and numbers as a workbook has them', async () => {
    const value = (type: string, name: string, written: string, shown: string) =>
      cell(`<text:p>${shown}</text:p>`, `office:value-type="${type}" office:${name}="${written}"`);

    expect(
      await rowsOf(
        row(
          value('date', 'date-value', '1947-05-07', '5/7/47') +
            value('date', 'date-value', '2026-12-31T23:59:29.9999999', '12/31/26 23:59') +
            value('time', 'time-value', 'PT23H59M30S', '11:59 PM') +
            value('float', 'value', '501', '00501') +
            value('float', 'value', '5125550142', '(512) 555-0142') +
            value('float', 'value', '5125550142', '5.13E+09') +
            value('float', 'value', '1234', '1,234') +
            value('currency', 'value', '12.5', '$12.50') +
            value('boolean', 'boolean-value', 'true', 'YES'),
        ),
      ),
    ).toEqual([
      [
        '1947-05-07',
        '2026-12-31 23:59:30',
        '23:59:30',
        '00501',
        '(512) 555-0142',
        '5125550142',
        '1234',
        '12.5',
        'TRUE',
      ],
    ]);
  });

  test('has no copies of other files, no errors, and its merged headers', async () => {
    const made = await makeOds([
      {
        name: 'A',
        rows:
          row(cell('<text:p>Name</text:p>', 'table:number-rows-spanned="2"') + cell('<text:p>Call</text:p>')) +
          row(`<table:covered-table-cell/>${cell('<text:p>At</text:p>')}`) +
          row(
            cell('<text:p>#N/A</text:p>', 'office:value-type="string" calcext:value-type="error"') +
              cell('<text:p>x</text:p>'),
          ),
      },
      { name: "'file:///b.ods'#B", rows: `<table:table-source/>${row(cell('<text:p>b</text:p>'))}` },
    ]);
    const heads = await (await openBook(made)).heads();

    expect(heads).toEqual([
      {
        name: 'A',
        rows: [
          ['Name', 'Call'],
          ['Name', 'At'],
          ['', 'x'],
        ],
        whole: true,
        errors: 1,
      },
    ]);
  });
});

describe('a workbook of Excel 2003 in XML', () => {
  const XML = `<?xml version="1.0" encoding="windows-1252"?><?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Styles><Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style><Style ss:ID="z"><NumberFormat ss:Format="00000"/></Style>
<Style ss:ID="f" ss:Parent="z"><NumberFormat ss:Format="Fixed"/></Style></Styles>
<Worksheet ss:Name="Old"><Table><Row><Cell><Data ss:Type="String">x</Data></Cell></Row></Table>
<WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions></Worksheet>
<Worksheet ss:Name="Leads"><Table>
<Row><Cell ss:MergeDown="1"><Data ss:Type="String">José</Data><Comment><ss:Data>no</ss:Data></Comment></Cell>
<Cell ss:MergeAcross="1"><Data ss:Type="String">Call</Data></Cell><Cell><ss:Data ss:Type="String"><B>Z</B>IP</ss:Data></Cell></Row>
<Row ss:Span="1"/>
<Row><Cell ss:Index="2" ss:StyleID="d"><Data ss:Type="DateTime">1947-05-07T00:00:00.000</Data></Cell>
<Cell><Data ss:Type="DateTime">2026-12-31T23:59:30.000</Data></Cell><Cell ss:StyleID="z"><Data ss:Type="Number">501</Data></Cell></Row>
<Row ss:Index="6"><Cell ss:StyleID="d"><Data ss:Type="Number">17294</Data></Cell><Cell><Data ss:Type="DateTime">1899-12-31T18:30:00.000</Data></Cell>
<Cell ss:StyleID="f"><Data ss:Type="Number">5</Data></Cell><Cell><Data ss:Type="Boolean">1</Data></Cell><Cell><Data ss:Type="Error">#N/A</Data></Cell></Row>
</Table></Worksheet></Workbook>`;

  test('has its visible sheets, cells in their places, and dates', async () => {
    expect(await sheetsOf(Buffer.from(XML, 'latin1'))).toEqual({
      Leads: [
        ['José', 'Call', '', 'ZIP'],
        ['', '', '', ''],
        ['', '', '', ''],
        ['', '1947-05-07', '2026-12-31 23:59:30', '00501'],
        ['', '', '', ''],
        ['1947-05-07', '18:30', '5', 'TRUE'],
      ],
    });
    expect((await headOf(Buffer.from(XML, 'latin1')))?.errors).toBe(1);
  });
});

describe('a web page', () => {
  test('has a sheet for each table with rows, within others, too', async () => {
    const inner = '<table><tr><td>Name<td>Phone<tr><td>Ana<br>Maria<td x:num="5125550142">5.13E+09</table>';
    const html = `<table><tr><td>Menu</td><td>${inner}</td></tr></table><TABLE><TR><TD COLSPAN=2>A &amp; B</TD><TD>c<script>no</script></TD></TR><tr></tr><TR><TD ROWSPAN=2>1</TD><TD>2</TD><TD>3</TD></TR><TR><TD>4</TD></TR></TABLE>`;

    expect(await sheetsOf(html)).toEqual({
      'Table 2': [
        ['Name', 'Phone'],
        ['Ana\nMaria', '5125550142'],
      ],
      'Table 3': [
        ['A & B', '', 'c'],
        ['', '', ''],
        ['1', '2', '3'],
        ['', '4', ''],
      ],
    });
  });

  test('whose rows have no end tags is read to its end', async () => {
    expect(await sheetsOf('<table><tr><td>Name<tr><td>Ana<tr><td>Bo')).toEqual({
      'Table 1': [['Name'], ['Ana'], ['Bo']],
    });
  });
});
