import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startImport, validateImport } from '#contract/imports.contract.ts';
import { IMPORT_UNDO_DAYS } from '#contract/imports.contract.ts';
import { removeStaleFiles } from '../../server/features/imports/file/remove-stale-files.ts';
import { type FilesDesk, openFilesDesk } from './real-files-desk.ts';
import { makeWorkbook } from './workbook-maker.ts';

let desk: FilesDesk;
beforeAll(async () => {
  desk = await openFilesDesk();
});
afterAll(() => desk.close());

const twoSheets = () =>
  makeWorkbook({
    sheets: [
      {
        name: 'Leads',
        rows: [
          ['Name', 'Phone'],
          ['Ana Ruiz', '512-555-0101'],
        ],
      },
      {
        name: 'Clients',
        rows: [['Our clients'], ['First name', 'Last name', 'E-mail'], ['Bo', 'Lee', 'bo@example.com']],
      },
    ],
  });

const filesKept = () => readdirSync(join(desk.deps.config.dataDir, 'files')).length;

describe('a workbook', () => {
  test('is read from the first sheet with rows, and from another one when it is asked for', async () => {
    const draft = (await desk.put('book.xlsx', await twoSheets())).body.data;
    const other = await desk.agent.call(validateImport, { body: { import_id: draft.id, sheet: 1 } });
    await desk.agent.call(startImport, { body: { import_id: draft.id } });
    await desk.run(draft.id);

    expect([draft.sheets, draft.sheet, draft.columns.map(({ header }) => header)]).toEqual([
      ['Leads', 'Clients'],
      0,
      ['Name', 'Phone'],
    ]);
    const { sheet, status, header_row, columns } = other.body.data;
    expect([sheet, status, header_row, columns.map(({ suggestion }) => suggestion)]).toEqual([
      1,
      'draft',
      2,
      ['first_name', 'last_name', 'email'],
    ]);
    expect(await desk.sql('select first_name, email from contacts where import_id = $1', [draft.id])).toEqual([
      { first_name: 'Bo', email: 'bo@example.com' },
    ]);
  });

  test('takes another header row', async () => {
    const { id } = (await desk.put('book.xlsx', await twoSheets(), { sheet: 1 })).body.data;
    const { body } = await desk.agent.call(validateImport, { body: { import_id: id, header_row: 1 } });

    expect([body.data.sheet, body.data.columns.map(({ header }) => header)]).toEqual([
      1,
      ['Our clients', 'Column 2', 'Column 3'],
    ]);
  });

  test('is handed over by an event, not by looking again and again', async () => {
    const { open } = desk.deps.storage;
    let looks = 0;
    const counted: typeof open = (key, range) => {
      if (key.endsWith('-heads')) looks += 1;
      return open(key, range);
    };
    Object.assign(desk.deps.storage, { open: counted });
    const begun = performance.now();
    const { status } = await desk.put('book.xlsx', await twoSheets());
    Object.assign(desk.deps.storage, { open });

    // One look after the event; on a slow machine one more each second.
    expect([status, looks]).toEqual([
      200,
      expect.toSatisfy((n: number) => n <= 1 + (performance.now() - begun) / 1_000),
    ]);
  });

  test('without the sheet that is asked for is refused', async () => {
    const { status, body } = await desk.put('book.xlsx', await twoSheets(), { sheet: 2 });

    expect([status, (body as unknown as { errors: unknown }).errors]).toEqual([
      422,
      { file: ['Sheet not found in the workbook.'] },
    ]);
  });

  test('with more than 100,000 rows fails with one sentence', async () => {
    const rows = Array.from({ length: 100_001 }, (_, index) => [5_125_550_000 + index]);
    const { id } = (
      await desk.put('long.xlsx', await makeWorkbook({ sheets: [{ name: 'A', rows: [['Phone'], ...rows] }] }))
    ).body.data;
    await desk.agent.call(startImport, { body: { import_id: id } });
    await desk.run(id);

    expect((await desk.read(id)).failure).toBe('The sheet has more than 100,000 rows: save it as CSV and upload that.');
  });

  test('goes with everything that was made of it, once it cannot be undone any more', async () => {
    desk.advance((IMPORT_UNDO_DAYS + 1) * 24 * 3600 * 1000);
    await removeStaleFiles(desk.deps);

    expect(filesKept()).toBe(0);
  });
});

test('an undo puts every column back', async () => {
  const agent = await desk.signIn('agent');
  const columns =
    'phone, phone_type, phone_2, phone_2_type, email_2, company, status_id, group_id, follow_up_on, address';
  const people = () => desk.sql(`select ${columns} from contacts where last_name = 'Undone'`);
  const header = 'Last name,Mobile,Home phone,Email,Email 2,Company,Status,Group,Follow-up,Address 1,Address 2\n';
  await desk.importFile(`${header}Undone,512-555-0101,,u@example.com,,Old Ltd,New,,12/01/2026,1 Oak St,\n`, {}, agent);
  const before = await people();
  const { id, counts } = await desk.importFile(
    `${header}Undone,512-555-0101,512-555-0102,u@example.com,u2@example.com,New Ltd,Working,Church,12/02/2026,2 Elm St,Apt 3\n`,
    {},
    agent,
  );
  const changed = await people();
  await desk.sql(`update imports set status = 'undoing', undo_cursor = 0 where id = $1`, [id]);
  await desk.undo(id);

  expect(counts).toEqual({ created: 0, updated: 1, skipped: 0, problems: 0 });
  expect(changed).not.toEqual(before);
  expect(await people()).toEqual(before);
});
