import { afterAll, beforeAll, expect, test } from 'vitest';
import { retryImportAttempt, undoImport } from '#contract/imports.contract.ts';
import { fixProblemRows, listProblemRows } from '#contract/imports/problems.contract.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
beforeAll(async () => {
  it = await openImportDesk();
});
afterAll(() => it.close());

const born = () => it.sql('select first_name, dob::text as dob from contacts where deleted_at is null order by id');

test('a birth date in three columns is imported, a missing part corrected, and both are undone', async () => {
  const rows = 'Ana,512-555-0142,Mar,14,1947\nBo,512-555-0143,11,30,\n';
  const { id, unread_rows } = await it.importFile(`Name,Phone,DOB MM,DOB DD,DOB YYYY\n${rows}`);

  expect([unread_rows, await born()]).toEqual([
    1,
    [
      { first_name: 'Ana', dob: '1947-03-14' },
      { first_name: 'Bo', dob: null },
    ],
  ]);
  const listed = await it.agent.call(listProblemRows, { params: { id }, query: {} });
  expect(listed.body.data).toMatchObject([
    { row_number: 2, unread: [{ index: 4, field: 'dob_year', message: 'Birth year is missing.' }] },
  ]);

  const fixed = { rows: [{ row_number: 2, cells: { 4: '1951' } }] };
  expect((await it.agent.call(fixProblemRows, { params: { id }, body: fixed })).status).toBe(200);
  await it.agent.call(retryImportAttempt, { params: { id }, body: undefined });
  await it.run(id);
  expect([(await it.read(id)).unread_rows, (await born())[1]]).toEqual([0, { first_name: 'Bo', dob: '1951-11-30' }]);

  await it.agent.call(undoImport, { params: { id } });
  await it.undo(id);
  expect([(await it.read(id)).undo, await born()]).toEqual([{ removed: 2, put_back: 0, kept: 0 }, []]);
});
