import { afterAll, beforeAll, expect, test } from 'vitest';
import { readImportAttempt, startImport } from '#contract/imports.contract.ts';
import { downloadProblemRows, listProblemRows } from '#contract/imports/problems.contract.ts';
import { sheetRow } from '#rules/imports/sheet-row.ts';
import { type FilesDesk, openFilesDesk } from './real-files-desk.ts';
import { makeWorkbook } from './workbook-maker.ts';

let desk: FilesDesk;
beforeAll(async () => {
  desk = await openFilesDesk();
});
afterAll(() => desk.close());

/** Numbers of rows as the pages, the reasons and the download name them. */
async function numbersIn(name: string, content: Buffer) {
  const { id } = (await desk.put(name, content)).body.data;
  await desk.agent.call(startImport, { body: { import_id: id } });
  await desk.run(id);
  const { header_row, last_rows } = (await desk.agent.call(readImportAttempt, { params: { id } })).body.data;
  const listed = (await desk.agent.call(listProblemRows, { params: { id }, query: {} })).body.data;
  const sheet = String((await desk.agent.call(downloadProblemRows, { params: { id } })).body);
  const skipped = await desk.sql<{ message: string }>(
    `select message from import_rows where import_id = $1 and reason in ('same_as_earlier_row', 'contradicts_earlier_row')
     order by row_number`,
    [id],
  );
  return {
    people: last_rows.map(({ name: who, row_number }) => `${sheetRow(header_row, row_number)} ${who}`).toReversed(),
    listed: listed.map(({ row_number, unread }) => `${sheetRow(header_row, row_number)} ${unread[0]?.message}`),
    skipped: skipped.map(({ message }) => message),
    downloaded: [...sheet.matchAll(/,(\d+),[^,\r\n]*\r?\n/g)].map(([, row]) => Number(row)),
  };
}

test('rows of a workbook below a title and blank rows are numbered as Excel numbers them', async () => {
  const book = await makeWorkbook({
    sheets: [
      {
        name: 'Leads',
        rows: [
          ['Leads of November'],
          null,
          ['Name', 'Phone', 'E-mail'],
          ['Ana Ruiz', '512-555-0101', 'ana@example.com'],
          null,
          [],
          ['Bo Lee', 'ask his son', 'bo@example.com'],
          ['Ana Ruiz', '512-555-0101', 'ana@example.com'],
          ['Ana Ruiz', '512-555-0101', 'other@example.com'],
        ],
      },
    ],
  });

  expect(await numbersIn('book.xlsx', book)).toEqual({
    people: ['4 Ana Ruiz', '5 ', '6 ', '7 Bo Lee', '8 Ana Ruiz', '9 Ana Ruiz'],
    listed: ['7 Phone "ask his son" is not a phone number.'],
    skipped: ['Same as row 4.', 'Row 4 is the same person with a different e-mail.'],
    downloaded: [7, 9],
  });
});

test('records of a CSV with line breaks in cells, blank lines and a line that names the separator', async () => {
  const csv = [
    'sep=;',
    'Our leads;;;',
    'Name;Phone;E-mail;Notes',
    'Cy Orr;512-555-0111;cy@example.com;"Mornings',
    'only',
    'please"',
    '',
    'Di Fox;ask;di@example.com;"Two',
    'lines"',
    'Cy Orr;512-555-0111;cy@example.com;"Mornings',
    'only',
    'please"',
  ].join('\n');

  expect(await numbersIn('list.csv', Buffer.from(csv))).toEqual({
    people: ['3 Cy Orr', '4 ', '5 Di Fox', '6 Cy Orr'],
    listed: ['5 Phone "ask" is not a phone number.'],
    skipped: ['Same as row 3.'],
    downloaded: [5],
  });
});
