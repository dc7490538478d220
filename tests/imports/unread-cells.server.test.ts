import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateContact } from '#contract/contacts.contract.ts';
import { retryImportAttempt, startImport, undoImport, validateImport } from '#contract/imports.contract.ts';
import { downloadProblemRows, fixProblemRows, listProblemRows } from '#contract/imports/problems.contract.ts';
import { contactsHash } from './contacts-hash.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
beforeAll(async () => {
  it = await openImportDesk();
});
afterAll(() => it.close());
beforeEach(() =>
  it.sql('truncate contacts, notes, imports, import_rows, import_check_rows, import_kept_rows, events cascade'),
);

const CSV =
  'First Name,Last Name,Phone,E-mail,State,DOB\n' +
  'Ana,Ruiz,512-555-0142,ana@example.com,TX,1/4/1950\n' +
  'Bo,Lee,ask his son,bo@example,Zzz,2/30/1951\n';

const contacts = () =>
  it.sql<{ id: number; first_name: string; phone: string | null; email: string | null; captures: unknown }>(
    `select c.id, c.first_name, c.phone, c.email, c.state, c.dob::text as dob, d.captures
     from contacts c left join data_captures d on d.contact_id = c.id where c.deleted_at is null order by c.id`,
  );
const listed = async (id: number) => (await it.agent.call(listProblemRows, { params: { id }, query: {} })).body.data;
const correct = async (id: number, cells: Record<string, string>) => {
  await it.agent.call(fixProblemRows, { params: { id }, body: { rows: [{ row_number: 2, cells }] } });
  await it.agent.call(retryImportAttempt, { params: { id }, body: undefined });
  await it.run(id);
};
const undo = async (id: number) => {
  await it.agent.call(undoImport, { params: { id } });
  await it.undo(id);
  return (await it.read(id)).undo;
};

const AS_WRITTEN = [
  { label: 'Phone', value: 'ask his son' },
  { label: 'E-mail', value: 'bo@example' },
  { label: 'State', value: 'Zzz' },
  { label: 'DOB', value: '2/30/1951' },
];

describe('a row with cells that cannot be read', () => {
  test('becomes a contact without them and keeps their text', async () => {
    const { id, counts, unread_rows } = await it.importFile(CSV);

    expect([counts, unread_rows]).toEqual([{ created: 2, updated: 0, skipped: 0, problems: 0 }, 1]);
    expect((await contacts())[1]).toMatchObject({
      phone: null,
      email: null,
      state: '',
      dob: null,
      captures: AS_WRITTEN,
    });
    expect(await listed(id)).toMatchObject([
      {
        row_number: 2,
        reason: 'phone_unreadable',
        cells: ['Bo', 'Lee', 'ask his son', 'bo@example', 'Zzz', '2/30/1951'],
        unread: [
          { index: 2, field: 'phone', message: 'Phone "ask his son" is not a phone number.' },
          { index: 3, field: 'email', reason: 'email_unreadable' },
          { index: 4, field: 'state', message: 'State "Zzz" is unknown.' },
          { index: 5, field: 'dob', reason: 'dob_unreadable' },
        ],
      },
    ]);
  });

  test('is listed for each of its reasons', async () => {
    const { id } = await it.importFile(CSV);
    const { body } = await it.agent.call(listProblemRows, { params: { id }, query: { reason: 'dob_unreadable' } });

    expect(body.data.map(({ row_number }) => row_number)).toEqual([2]);
  });

  test('is counted and listed by the check', async () => {
    const { id } = await it.upload(CSV);
    await it.agent.call(validateImport, { body: { import_id: id } });
    await it.check(id);

    expect((await it.read(id)).check).toMatchObject({ good: 2, problems: 0, unread: { rows: 1 } });
    expect(await listed(id)).toMatchObject([{ row_number: 2, is_good: false }]);
  });

  test('changes an existing contact, which keeps what it has', async () => {
    await it.importFile('First Name,Last Name,Phone,E-mail\nBo,Lee,512-555-0143,old@example.com\n');
    const { counts, unread_rows } = await it.importFile(
      'First Name,Last Name,Phone,E-mail,City\nBo,Lee,512-555-0143,bo@example,Waco\n',
    );

    expect([counts.updated, unread_rows]).toEqual([1, 1]);
    expect(await contacts()).toMatchObject([
      { email: 'old@example.com', captures: [{ label: 'E-mail', value: 'bo@example' }] },
    ]);
  });

  test('is refused when nothing else says who it is', async () => {
    const { counts } = await it.importFile('First Name,Phone\n,ask his son\n');

    expect(counts).toEqual({ created: 0, updated: 0, skipped: 0, problems: 1 });
  });
});

describe('corrections after the import', () => {
  test('fill the contact; what is still unread stays listed', async () => {
    const { id } = await it.importFile(CSV);
    await correct(id, { 2: '512-555-0143', 4: 'Texas' });

    expect((await contacts())[1]).toMatchObject({ phone: '+15125550143', state: 'TX', email: null });
    expect((await listed(id)).map(({ unread }) => unread.map(({ field }) => field))).toEqual([['email', 'dob']]);
    expect(await it.read(id)).toMatchObject({ status: 'done', unread_rows: 1, counts: { created: 2, updated: 0 } });
  });

  test('end the list once every cell is read', async () => {
    const { id } = await it.importFile(CSV);
    await correct(id, { 2: '512-555-0143', 3: 'bo@example.com', 4: 'TX', 5: '2/3/1951' });

    expect([(await it.read(id)).unread_rows, await listed(id)]).toEqual([0, []]);
  });

  test('never replace what someone entered since', async () => {
    const { id } = await it.importFile(CSV);
    const bo = (await contacts())[1]?.id ?? 0;
    await it.agent.call(updateContact, { params: { id: bo }, query: {}, body: { contact: { phone: '512-555-0199' } } });
    await correct(id, { 2: '512-555-0143' });

    expect((await contacts())[1]?.phone).toBe('+15125550199');
    expect((await listed(id))[0]?.message).toContain('The contact already has a different phone.');
    expect(await undo(id)).toEqual({ removed: 1, put_back: 0, kept: 1 });
  });

  test('are undone with the import', async () => {
    await it.importFile('First Name,Last Name,Phone,City\nAna,Ruiz,512-555-0142,Waco\n');
    const before = await contactsHash(it.owner, it.world.accountId);
    const { id } = await it.importFile(`${CSV}Ana,Ruiz,512-555-0142,,Zzz,\n`);
    await correct(id, { 2: '512-555-0143' });

    expect(await undo(id)).toEqual({ removed: 1, put_back: 1, kept: 0 });
    expect(await contactsHash(it.owner, it.world.accountId)).toEqual(before);
  });
});

test('a downloaded file that was corrected changes the same contacts', async () => {
  const first = await it.importFile(CSV, { when_known: 'skip' });
  const { body } = await it.agent.call(downloadProblemRows, { params: { id: first.id } });
  const fixed = String(body).replace('ask his son', '512-555-0143').replace('bo@example,', 'bo@example.com,');
  const second = await it.importFile(fixed);

  expect([second.fixes_of?.id, second.counts, second.unread_rows]).toEqual([
    first.id,
    { created: 0, updated: 1, skipped: 0, problems: 0 },
    1,
  ]);
  expect(await contacts()).toMatchObject([{}, { first_name: 'Bo', phone: '+15125550143', email: 'bo@example.com' }]);
});

test('a row of a downloaded file whose number means someone else is a person of its own', async () => {
  const first = await it.importFile(CSV);
  const { body } = await it.agent.call(downloadProblemRows, { params: { id: first.id } });
  const { counts } = await it.importFile(String(body).replace('Bo,Lee', 'Cy,Orr'));

  expect(counts).toMatchObject({ created: 1, updated: 0 });
});

test('an import starts with rows of which every one has an unread cell', async () => {
  const { id } = await it.upload('First Name,Phone\nBo,ask his son\n');
  await it.agent.call(validateImport, { body: { import_id: id } });
  await it.check(id);
  await it.agent.call(startImport, { body: { import_id: id } });
  await it.run(id);

  expect((await it.read(id)).counts.created).toBe(1);
});
