import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateContact } from '#contract/contacts.contract.ts';
import { retryImportAttempt, undoImport } from '#contract/imports.contract.ts';
import { downloadProblemRows, fixProblemRows, listProblemRows } from '#contract/imports/problems.contract.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
beforeAll(async () => {
  it = await openImportDesk();
});
afterAll(() => it.close());
beforeEach(() =>
  it.sql('truncate contacts, notes, imports, import_rows, import_check_rows, import_kept_rows, events cascade'),
);

interface Found {
  id: number;
  first_name: string;
  phone: string | null;
  phone_2: string | null;
  email: string | null;
  city: string;
  labels: string[] | null;
}
const contacts = () =>
  it.sql<Found>(
    `select c.id, c.first_name, c.phone, c.phone_2, c.email, c.city, c.version,
       (select array_agg(k ->> 'label') from jsonb_array_elements(d.captures) k) as labels
     from contacts c left join data_captures d on d.contact_id = c.id where c.deleted_at is null order by c.id`,
  );
const listed = async (id: number) => (await it.agent.call(listProblemRows, { params: { id }, query: {} })).body.data;
const fix = (id: number, rows: Record<number, Record<string, string>>) =>
  it.agent.call(fixProblemRows, {
    params: { id },
    body: { rows: Object.entries(rows).map(([row, cells]) => ({ row_number: Number(row), cells })) },
  });
const correct = async (id: number, rows: Record<number, Record<string, string>>) => {
  expect((await fix(id, rows)).status).toBe(200);
  await it.agent.call(retryImportAttempt, { params: { id }, body: undefined });
  await it.run(id);
};
const change = async (id: number, contact: Record<string, string | null>) => {
  const { status } = await it.agent.call(updateContact, { params: { id }, query: {}, body: { contact } });
  expect(status).toBe(200);
};
const download = async (id: number) => String((await it.agent.call(downloadProblemRows, { params: { id } })).body);
const undo = async (id: number) => {
  await it.agent.call(undoImport, { params: { id } });
  await it.undo(id);
  return (await it.read(id)).undo;
};

const BO = 'First Name,Last Name,Phone,City,E-mail,Plan\nBo,Lee,ask his son,Waco,bo@example.com,Gold\n';

describe.each(['update', 'skip'] as const)('a corrected file (%s existing contacts)', (when_known) => {
  test('brings only the cells that could not be read', async () => {
    const { id } = await it.importFile(BO, { when_known });
    const [bo] = await contacts();
    await change(bo?.id ?? 0, { city: 'Austin', email: null });
    await it.sql('delete from data_captures');
    const second = await it.importFile((await download(id)).replace('ask his son', '512-555-0143'));

    expect(second.counts).toEqual({ created: 0, updated: 1, skipped: 0, problems: 0 });
    expect(await contacts()).toMatchObject([{ phone: '+15125550143', city: 'Austin', email: null, labels: null }]);
  });

  test('says what it has otherwise than the contact', async () => {
    const { id } = await it.importFile(BO, { when_known });
    const [bo] = await contacts();
    await change(bo?.id ?? 0, { phone: '512-555-0199' });
    const second = await it.importFile((await download(id)).replace('ask his son', '512-555-0143'));
    const [row] = await it.sql<{ reason: string; message: string }>(
      'select reason, message from import_rows where import_id = $1',
      [second.id],
    );

    expect(await contacts()).toMatchObject([{ phone: '+15125550199' }]);
    expect(row).toEqual({
      reason: 'contradicts_earlier_row',
      message: 'The contact already has a different phone.',
    });
  });
});

test('a cell of a corrected file that the first import had read is listed, and not taken over', async () => {
  const { id } = await it.importFile(BO);
  const file = (await download(id)).replace('ask his son', '512-555-0143').replace('Waco', 'Austin');
  const second = await it.importFile(file);

  expect(await contacts()).toMatchObject([{ phone: '+15125550143', city: 'Waco' }]);
  expect((await listed(second.id))[0]?.message).toBe('The first import has read this city. Change it in the contact.');
});

test('a nameless row of a corrected file leads to no contact of an earlier import', async () => {
  const first = 'First Name,Phone,E-mail,State\n,512-555-0150,,Zzz\n';
  const { id } = await it.importFile(first);
  const file = (await download(id)).replace('512-555-0150', '512-555-0160').replace('Zzz,', 'TX,');
  const { counts } = await it.importFile(file);

  expect(counts).toMatchObject({ created: 1, updated: 0 });
});

test('corrected rows and tags of the scrub may meet in one contact', async () => {
  const { id } = await it.importFile(BO);
  const [tag] = await it.sql<{ id: number }>(
    `insert into tags (account_id, name) values ($1, 'found again') returning id`,
    [it.world.accountId],
  );
  const file = (await download(id)).replace('ask his son', '512-555-0143');
  const second = await it.importFile(`${file}Bo,Lee,,,bo@example.com,,,\r\n`, {
    scrub_against: { scope: 'mine' },
    updated_lead_tags: [tag?.id ?? 0],
  });

  expect([second.status, second.failure]).toEqual(['done', null]);
  expect(await contacts()).toMatchObject([{ phone: '+15125550143' }]);
});

describe('a correction of an imported row', () => {
  test('brings nothing back that was removed since', async () => {
    const { id } = await it.importFile(BO);
    const [bo] = await contacts();
    await change(bo?.id ?? 0, { email: null });
    await it.sql('delete from data_captures');
    await correct(id, { 1: { 2: '512-555-0143' } });

    expect(await contacts()).toMatchObject([{ phone: '+15125550143', email: null, labels: null }]);
    expect(await listed(id)).toEqual([]);
  });

  test('leaves out the other phone of the row', async () => {
    const { id } = await it.importFile(
      'First Name,Last Name,Phone,Phone 2\nBo,Lee,ask his son,512-555-0150\nCy,Orr,512-555-0160,512-555-0161\n',
    );
    const [bo] = await contacts();
    await change(bo?.id ?? 0, { phone: null });
    await correct(id, { 1: { 2: '512-555-0143' } });

    expect(await contacts()).toMatchObject([{ phone: '+15125550143', phone_2: null }, {}]);
  });

  test('is refused for a cell that was read', async () => {
    const { id } = await it.importFile(BO);
    const cells = { 2: '512-555-0143', 3: 'Austin' };
    const fixed = await fix(id, { 1: cells });
    const retried = await it.agent.call(retryImportAttempt, {
      params: { id },
      body: { rows: [{ row_number: 1, cells }] },
    });

    expect([fixed.status, retried.status]).toEqual([422, 422]);
    expect(JSON.stringify(fixed.body)).toContain('Row 2 is already imported with its \\"City\\".');
  });

  test('makes no double of another contact', async () => {
    await it.importFile('First Name,Last Name,Phone\nBo,Lee,512-555-0143\n');
    const { id } = await it.importFile(
      'First Name,Last Name,Phone,E-mail\nBo,Lee,512-555-O143,ask\nBo,Lee,none yet,ask\n',
    );
    await correct(id, { 1: { 2: '512-555-0143' }, 2: { 2: '512-555-0144' } });
    await correct(id, { 1: { 3: 'bo@example.com' }, 2: { 3: 'bo@example.com' } });

    expect((await contacts()).map(({ phone, email }) => [phone, email])).toEqual([
      ['+15125550143', null],
      [null, 'bo@example.com'],
      ['+15125550144', null],
    ]);
    expect((await listed(id)).map(({ message }) => message)).toEqual([
      'Another contact already has this phone.',
      'Another contact already has this e-mail.',
    ]);
  });
});

describe('the undo after corrections', () => {
  const HEAD = 'First Name,Last Name,Phone,City,State,DOB,E-mail\n';
  const ANA = 'Ana,Ruiz,512-555-0142,';

  test('removes a contact that a corrected later row filled', async () => {
    const { id } = await it.importFile(`${HEAD}${ANA},,,\n${ANA}Waco,Zzz,,\n`);
    await correct(id, { 2: { 4: 'TX' } });

    expect(await undo(id)).toEqual({ removed: 1, put_back: 0, kept: 0 });
  });

  test('of both imports of a contact leaves nothing', async () => {
    const first = await it.importFile(`${HEAD}${ANA},,,\n`);
    const second = await it.importFile(`${HEAD}${ANA}Waco,Zzz,,\n`);
    await correct(second.id, { 1: { 4: 'TX' } });

    expect(await undo(second.id)).toEqual({ removed: 0, put_back: 1, kept: 0 });
    expect(await undo(first.id)).toEqual({ removed: 1, put_back: 0, kept: 0 });
  });

  test('sees a later edit when several rows were corrected at once', async () => {
    await it.importFile(`${HEAD}${ANA},,,\n`);
    const { id } = await it.importFile(`${HEAD}${ANA}Waco,Zzz,,\n${ANA},,2/30/1951,\n${ANA},,,ana@example.com\n`);
    await correct(id, { 1: { 4: 'TX' }, 2: { 5: '2/3/1951' } });
    const [ana] = await contacts();
    await change(ana?.id ?? 0, { city: 'Austin' });

    expect(await undo(id)).toEqual({ removed: 0, put_back: 0, kept: 1 });
    expect(await contacts()).toMatchObject([{ city: 'Austin' }]);
  });

  test('takes back two corrections of a row', async () => {
    await it.importFile(`${HEAD}${ANA},,,\n`);
    const before = await contacts();
    const { id } = await it.importFile(`${HEAD}${ANA}Waco,Zzz,2/30/1951,\n`);
    await correct(id, { 1: { 4: 'TX' } });
    await correct(id, { 1: { 5: '2/3/1951' } });

    expect(await undo(id)).toEqual({ removed: 0, put_back: 1, kept: 0 });
    expect((await contacts()).map(({ city, labels }) => [city, labels])).toEqual(
      before.map(({ city, labels }) => [city, labels]),
    );
  });
});
