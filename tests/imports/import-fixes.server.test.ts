import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { retryImportAttempt, startImport, stopImportCheck, validateImport } from '#contract/imports.contract.ts';
import { downloadProblemRows, fixProblemRows, listProblemRows } from '#contract/imports/problems.contract.ts';
import {
  deleteImportSetting,
  listImportSettings,
  restoreImportSetting,
  saveImportSetting,
} from '#contract/imports/settings.contract.ts';
import type { Client } from '../_api/app.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
let peer: Client;
beforeAll(async () => {
  it = await openImportDesk();
  peer = await it.signIn('peer');
});
afterAll(() => it.close());
beforeEach(() =>
  it.sql(
    'truncate contacts, notes, imports, import_rows, import_check_rows, import_kept_rows, events, import_settings cascade',
  ),
);

const CSV = 'Name,Phone,Agent code\nAna Ruiz,512-555-0142,A-1\nBo Lee,512-555-01,A-2\nCy Orr,nonsense,A-3\n';

/** A checked file with two rows of which a cell can't be read. */
async function checked(): Promise<number> {
  const { id } = await it.upload(CSV);
  await it.agent.call(validateImport, { body: { import_id: id } });
  await it.check(id);
  return id;
}
const fix = (id: number, row_number: number, cells: Record<string, string>, by = it.agent) =>
  by.call(fixProblemRows, { params: { id }, body: { rows: [{ row_number, cells }] } });
const problems = async (id: number, state?: 'open' | 'fixed') =>
  (await it.agent.call(listProblemRows, { params: { id }, query: state ? { state } : {} })).body.data.map(
    ({ row_number, is_good, message }) => [row_number, is_good, message],
  );

describe('a corrected row', () => {
  test('becomes valid immediately and the counts of the check follow', async () => {
    const id = await checked();
    const { body } = await fix(id, 2, { 1: '512-555-0143' });

    expect(body.data).toMatchObject([{ row_number: 2, is_good: true, fix: { 1: '512-555-0143' } }]);
    expect(body.import.check).toEqual({
      rows: 3,
      good: 3,
      problems: 0,
      skipped: 0,
      by_reason: [],
      dates: [],
      doubts: [],
      unread: { rows: 1, by_reason: [{ reason: 'phone_unreadable', field: 'phone', cells: 1 }] },
    });
  });

  test('that is still wrong says so, with what is wrong now', async () => {
    const id = await checked();
    const { body } = await fix(id, 2, { 0: '', 1: '' });

    expect(body.data).toMatchObject([{ is_good: false, reason: 'name_and_reach_missing', unread: [] }]);
    expect(body.import.check).toMatchObject({ good: 2, problems: 1, unread: { rows: 1 } });
  });

  test('is kept, listed, and told apart from open ones', async () => {
    const id = await checked();
    await fix(id, 2, { 1: '512-555-0143' });

    expect([await problems(id, 'fixed'), await problems(id, 'open')]).toEqual([
      [[2, true, 'Phone "512-555-01" is not a phone number.']],
      [[3, false, 'Phone "nonsense" is not a phone number.']],
    ]);
  });

  test('is as in the file again when its cells are cleared', async () => {
    const id = await checked();
    await fix(id, 2, { 1: '512-555-0143' });
    const { body } = await fix(id, 2, {});

    expect([body.data[0]?.fix, body.data[0]?.is_good, body.import.check?.unread?.rows]).toEqual([null, false, 2]);
  });

  test('is imported as corrected', async () => {
    const id = await checked();
    await fix(id, 2, { 1: '512-555-0143' });
    await it.agent.call(startImport, { body: { import_id: id } });
    await it.run(id);

    expect((await it.read(id)).counts).toEqual({ created: 3, updated: 0, skipped: 0, problems: 0 });
    expect(await it.sql('select first_name, phone from contacts order by 1')).toEqual([
      { first_name: 'Ana', phone: '+15125550142' },
      { first_name: 'Bo', phone: '+15125550143' },
      { first_name: 'Cy', phone: null },
    ]);
  });

  test('stays corrected over another check', async () => {
    const id = await checked();
    await fix(id, 2, { 1: '512-555-0143' });
    await it.agent.call(validateImport, { body: { import_id: id, when_known: 'skip' } });
    await it.check(id);

    expect((await it.read(id)).check).toMatchObject({ good: 3, unread: { rows: 1 } });
  });

  test('of an import that has ended is taken when its problem rows are tried again', async () => {
    const { id } = await it.importFile(CSV);
    await fix(id, 3, { 1: '512-555-0144' });
    await it.agent.call(retryImportAttempt, { params: { id } });
    await it.run(id);

    expect(await it.read(id)).toMatchObject({ unread_rows: 1, counts: { created: 3, updated: 0, problems: 0 } });
    expect(await it.sql(`select phone from contacts where first_name = 'Cy'`)).toEqual([{ phone: '+15125550144' }]);
  });

  test('gives way to a newer correction that comes with the retry, cell by cell', async () => {
    const { id } = await it.importFile('Name,Phone,State\nAna Ruiz,nonsense,Zzz\n');
    await fix(id, 1, { 1: '512-555-0142', 2: 'TX' });
    const body = { rows: [{ row_number: 1, cells: { 1: '512-555-0199' } }] };
    await it.agent.call(retryImportAttempt, { params: { id }, body });
    await it.run(id);

    expect(await it.sql('select phone, state from contacts')).toEqual([{ phone: '+15125550199', state: 'TX' }]);
  });

  test('is forgotten when the headers are in another row', async () => {
    const id = await checked();
    await fix(id, 2, { 1: '512-555-0143' });
    await it.agent.call(validateImport, { body: { import_id: id, header_row: 0 } });

    expect(await it.sql('select from import_fixes')).toEqual([]);
  });

  test.each([
    ['a row that is no problem', 1, { 1: 'x' }, 422],
    ['a column that the file has not', 2, { 3: 'x' }, 422],
  ] as const)('is refused for %s', async (_, row, cells, status) => {
    const id = await checked();

    expect((await fix(id, row, cells)).status).toBe(status);
  });

  test("can't be corrected by others", async () => {
    const id = await checked();

    expect((await fix(id, 2, { 1: 'x' }, peer)).status).toBe(404);
  });

  test('cannot be corrected while the import runs', async () => {
    const id = await checked();
    await it.agent.call(startImport, { body: { import_id: id } });

    expect((await fix(id, 2, { 1: 'x' })).status).toBe(409);
  });
});

test('a check that is stopped leaves the file with its columns', async () => {
  const { id } = await it.upload(CSV);
  await it.agent.call(validateImport, { body: { import_id: id } });
  const stopped = await it.agent.call(stopImportCheck, { params: { id } });
  await it.check(id);

  expect([stopped.body.data.status, (await it.read(id)).status]).toEqual(['draft', 'draft']);
});

test('a file of downloaded problem rows is recognised with mapping and options', async () => {
  const first = await it.importFile(CSV, { when_known: 'skip', fields: { 0: 'full_name', 1: 'phone', 2: 'source' } });
  const sheet = (await it.agent.call(downloadProblemRows, { params: { id: first.id } })).body;
  const again = await it.upload(sheet.replace('512-555-01,', '512-555-0143,'));

  expect([again.fixes_of, again.fields, again.when_known]).toEqual([
    { id: first.id, file_name: 'list.csv' },
    { 0: 'full_name', 1: 'phone', 2: 'source' },
    'skip',
  ]);
});

describe('saved settings', () => {
  const save = (name: string, differs: object = {}, by = it.agent) =>
    by.call(saveImportSetting, {
      body: {
        name,
        headers: ['Name', 'Phone', 'Agent code'],
        fields: { Name: 'full_name', Phone: 'phone', 'Agent code': 'source' },
        options: { when_known: 'skip', keep_other_columns: true },
        ...differs,
      },
    });

  test('apply automatically to a file with the same headers, in any column order', async () => {
    const { body } = await save('March leads');
    const draft = await it.upload('Agent code,PHONE,Name\nA-1,512-555-0142,Ana Ruiz\n');

    expect([draft.import_setting, draft.fields, draft.when_known, draft.keep_other_columns]).toEqual([
      { id: body.data.id, name: 'March leads' },
      { 0: 'source', 1: 'phone', 2: 'full_name' },
      'skip',
      true,
    ]);
  });

  test('are ignored for a file with other headers, unless selected', async () => {
    const { body } = await save('March leads');
    const csv = 'Name,Phone\nAna Ruiz,512-555-0142\n';
    const [other, asked] = [await it.upload(csv), await it.upload(csv, { import_setting_id: body.data.id })];

    expect([other.import_setting, asked.import_setting?.name, asked.when_known]).toEqual([null, 'March leads', 'skip']);
  });

  test('of others are available once shared', async () => {
    await save('Mine', {}, peer);
    await save('Ours', { shared: true }, peer);
    const { body } = await it.agent.call(listImportSettings, { query: {} });

    expect(body.data.map(({ name, can_delete }) => [name, can_delete])).toEqual([['Ours', false]]);
  });

  test('of others give a file of the same headers its fields and nothing else, unless they are chosen', async () => {
    const csv = 'Name,Telefon\nAna Ruiz,512-555-0142\n';
    const saved = await peer.call(saveImportSetting, {
      body: {
        name: 'Theirs',
        shared: true,
        headers: ['Name', 'Telefon'],
        fields: { Name: 'full_name', Telefon: 'phone' },
        options: { when_known: 'skip', keep_other_columns: true },
      },
    });
    const chosen = { import_setting_id: saved.body.data.id };
    const [known, asked] = [await it.upload(csv), await it.upload(csv, chosen)];

    const facts = ({ fields, when_known, keep_other_columns }: typeof known) => [
      fields,
      when_known,
      keep_other_columns,
    ];
    expect([facts(known), facts(asked)]).toEqual([
      [{ 0: 'full_name', 1: 'phone' }, 'update', false],
      [{ 0: 'full_name', 1: 'phone' }, 'skip', true],
    ]);
  });

  test('are applied to an existing file', async () => {
    const { body } = await save('March leads');
    const { id } = await it.upload('Agent code,Phone,Name,More\nA-1,512-555-0142,Ana Ruiz,x\n');
    await it.agent.call(validateImport, { body: { import_id: id, import_setting_id: body.data.id } });
    const attempt = await it.read(id);

    expect([attempt.fields, attempt.when_known, attempt.import_setting?.name]).toEqual([
      { 0: 'source', 1: 'phone', 2: 'full_name' },
      'skip',
      'March leads',
    ]);
  });

  test('take the place of those with the same name', async () => {
    await save('March leads');
    await save('march LEADS', { header_row: 2 });
    const { body } = await it.agent.call(listImportSettings, { query: {} });

    expect(body.data.map(({ name, header_row }) => [name, header_row])).toEqual([['march LEADS', 2]]);
  });

  test('are deleted and restored', async () => {
    const { id } = (await save('March leads')).body.data;
    const names = async () =>
      (await it.agent.call(listImportSettings, { query: {} })).body.data.map(({ name }) => name);
    const gone = await it.agent.call(deleteImportSetting, { params: { id } });
    const without = await names();
    await it.agent.call(restoreImportSetting, { params: { id } });

    expect([gone.status, without, await names()]).toEqual([204, [], ['March leads']]);
  });

  test("of another user can't be deleted or seen", async () => {
    const shared = (await save('Ours', { shared: true }, peer)).body.data.id;
    const own = (await save('Mine', {}, peer)).body.data.id;
    const asked = async (id: number) => (await it.agent.call(deleteImportSetting, { params: { id } })).status;

    expect([await asked(shared), await asked(own)]).toEqual([403, 404]);
  });

  test('come without what is gone since', async () => {
    const [tag] = await it.sql<{ id: number }>(
      `insert into tags (account_id, name, color) values ($1, 'short-lived', 'grey') returning id`,
      [it.world.accountId],
    );
    await save('March leads', { options: { tags: [tag!.id] } });
    await it.sql('delete from tags where id = $1', [tag!.id]);
    const { body } = await it.agent.call(listImportSettings, { query: {} });

    expect(body.data[0]?.options).toEqual({ tags: [] });
  });
});
