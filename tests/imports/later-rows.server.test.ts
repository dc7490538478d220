import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateContact } from '#contract/contacts.contract.ts';
import { startImport, undoImport } from '#contract/imports.contract.ts';
import { downloadProblemRows, listProblemRows } from '#contract/imports/problems.contract.ts';
import { runImport } from '../../server/features/imports/run/run-import.ts';
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

const HEADER = 'First Name,Last Name,Phone,Email,City,Notes\n';
const ANA = 'Ana,Ruiz,512-555-0142,,,\n';
const WITH_EMAIL = 'Ana,Ruiz,512-555-0142,ana@example.com,,\n';
const BY_EMAIL = 'Ana,Ruiz,,ANA@example.com,Waco,Call her\n';
/** More people than a chunk has rows. */
const crowd = Array.from({ length: 5_000 }, (_, index) => `P${index},Lee,512${2_000_000 + index},,,\n`).join('');

const anas = () =>
  it.sql(`select phone, email, city, version from contacts where first_name = 'Ana' and deleted_at is null`);
const records = (id: number) =>
  it.sql('select row_number, outcome, reason, message from import_rows where import_id = $1 order by 1', [id]);

describe('a later row of the same person', () => {
  test('fills what the contact lacks, whichever of their keys it has', async () => {
    const { id, counts } = await it.importFile(`${HEADER}${ANA}${WITH_EMAIL}${BY_EMAIL}${ANA}`);

    expect([counts, await anas(), await it.sql('select body from notes')]).toEqual([
      { created: 1, updated: 2, skipped: 1, problems: 0 },
      [{ phone: '+15125550142', email: 'ana@example.com', city: 'Waco', version: 2 }],
      [{ body: 'Call her' }],
    ]);
    expect(await records(id)).toEqual([
      { row_number: 2, outcome: 'updated', reason: 'fields_filled', message: 'email' },
      { row_number: 3, outcome: 'updated', reason: 'fields_filled', message: 'city, notes' },
      { row_number: 4, outcome: 'skipped', reason: 'same_as_earlier_row', message: 'Same as row 2.' },
    ]);
  });

  test('comes out the same when chunks lie between', async () => {
    const { counts } = await it.importFile(`${HEADER}${ANA}${crowd}${WITH_EMAIL}${crowd}${BY_EMAIL}`);

    expect([counts, await anas()]).toEqual([
      { created: 5_001, updated: 2, skipped: 5_000, problems: 0 },
      [{ phone: '+15125550142', email: 'ana@example.com', city: 'Waco', version: 3 }],
    ]);
  });

  test('comes out the same when each chunk is done by a new run', async () => {
    const { id } = await it.upload(`${HEADER}${ANA}${crowd}${WITH_EMAIL}${crowd}${BY_EMAIL}${ANA}`);
    await it.agent.call(startImport, { body: { import_id: id } });
    for (let runs = 0; (await it.read(id)).status !== 'done' && runs < 9; runs += 1) {
      const over = new AbortController();
      const open = async (key: string) => {
        // The first pass only counts.
        if ((await it.read(id)).status === 'processing') over.abort();
        return it.deps.storage.open(key);
      };
      const deps = { ...it.deps, storage: { ...it.deps.storage, open } };
      await runImport(deps, { accountId: it.world.accountId, importId: id }, over.signal);
    }

    expect([(await it.read(id)).counts, await anas(), (await records(id)).length]).toEqual([
      { created: 5_001, updated: 2, skipped: 5_001, problems: 0 },
      [{ phone: '+15125550142', email: 'ana@example.com', city: 'Waco', version: 3 }],
      5_003,
    ]);
  });

  test('is skipped when it says otherwise, and can be downloaded with the reason', async () => {
    const { id, counts } = await it.importFile(`${HEADER}${WITH_EMAIL}Ana,Ruiz,512-555-0142,other@example.com,Waco,\n`);
    const message = 'Row 2 is the same person with a different e-mail.';
    const list = await it.agent.call(listProblemRows, {
      params: { id },
      query: { reason: 'contradicts_earlier_row' },
    });
    const sheet = await it.agent.call(downloadProblemRows, { params: { id } });

    expect([counts.skipped, list.body.data]).toMatchObject([
      1,
      [{ row_number: 2, message, cells: ['Ana', 'Ruiz', '512-555-0142', 'other@example.com', 'Waco', ''] }],
    ]);
    expect(String(sheet.body)).toContain(`Ana,Ruiz,512-555-0142,other@example.com,Waco,,3,${message}`);
  });

  const PLANS =
    'First Name,Phone,Plan,Quote\nAna,512-555-0142,H-17,\nAna,512-555-0142,H-18,9\nAna,512-555-0142,H-17,9\n';
  const KEEP = { fields: { 0: 'first_name', 1: 'phone' }, keep_other_columns: true } as const;
  const captures = () =>
    it.sql(`select d.captures from data_captures d join contacts c on c.id = d.contact_id where c.first_name = 'Ana'`);
  const [H17, H18, QUOTE] = [
    { label: 'Plan', value: 'H-17' },
    { label: 'Plan', value: 'H-18' },
    { label: 'Quote', value: '9' },
  ];

  test('adds its other columns, each value once', async () => {
    const { id, counts } = await it.importFile(PLANS, KEEP);

    expect([counts, await captures()]).toEqual([
      { created: 1, updated: 1, skipped: 1, problems: 0 },
      [{ captures: [H17, H18, QUOTE] }],
    ]);
    expect(await records(id)).toEqual([
      { row_number: 2, outcome: 'updated', reason: 'fields_filled', message: 'data_captures' },
      { row_number: 3, outcome: 'skipped', reason: 'same_as_earlier_row', message: 'Same as row 2.' },
    ]);
  });

  test('is a problem when its contact holds no more', async () => {
    const more = Array.from({ length: 520 }, (_, index) => `Ana,512-555-0142,H-${index},\n`).join('');
    const { counts } = await it.importFile(`First Name,Phone,Plan,Quote\n${more}`, KEEP);

    expect(counts).toEqual({ created: 1, updated: 499, skipped: 0, problems: 20 });
    expect(await it.sql(`select distinct reason, message from import_rows where outcome = 'problem'`)).toEqual([
      { reason: 'custom_fields_full', message: 'A contact can have 500 custom fields. This one has 500.' },
    ]);
    expect((await it.sql<{ captures: unknown[] }>('select captures from data_captures'))[0]?.captures.length).toBe(500);
  });

  test('skips existing contacts on request', async () => {
    await it.importFile(`${HEADER}${ANA}`);
    const { counts } = await it.importFile(`${HEADER}${ANA}${WITH_EMAIL}`, { when_known: 'skip' });

    expect([counts.skipped, await anas()]).toMatchObject([2, [{ email: null, version: 1 }]]);
  });
});

describe('undo of filled contacts', () => {
  const undone = async (id: number) => {
    await it.agent.call(undoImport, { params: { id } });
    await it.undo(id);
    return (await it.read(id)).undo;
  };
  const FILLED = `${HEADER}${ANA}${WITH_EMAIL}${crowd}${BY_EMAIL}`;

  const KEEP = { fields: { 0: 'first_name', 1: 'phone' }, keep_other_columns: true } as const;
  const plans = (lines: string) => `First Name,Phone,Plan\n${lines}`;
  const others = Array.from({ length: 5_000 }, (_, index) => `P${index},512${2_000_000 + index},\n`).join('');
  const lines = ['H-2', 'H-3', 'H-4'].map((plan) => `Ana,512-555-0142,${plan}\n`);

  test.each([
    ['is there already', plans('Ana,512-555-0142,H-1\n')],
    ['is there already without any', plans('Ana,512-555-0142,\n')],
    ['is not there', plans('Bo,512-555-0143,\n')],
  ])('takes other columns of rows chunks apart back from somebody who %s', async (_, book) => {
    await it.importFile(book, KEEP);
    const before = await contactsHash(it.owner, it.world.accountId);
    const { id } = await it.importFile(plans(lines.join(others)), KEEP);
    const { kept } = (await undone(id)) ?? {};

    expect([kept, await contactsHash(it.owner, it.world.accountId)]).toEqual([0, before]);
  });

  test('removes a contact that only its own import has filled', async () => {
    const { id } = await it.importFile(FILLED);

    expect([await undone(id), await anas()]).toEqual([{ removed: 5_001, put_back: 0, kept: 0 }, []]);
  });

  test('puts a known contact back as it was', async () => {
    await it.importFile(`${HEADER}Ana,Ruiz,512-555-0142,,,Old note\n`);
    const before = await contactsHash(it.owner, it.world.accountId);
    const { id, counts } = await it.importFile(FILLED);

    expect([counts.updated, await undone(id), await contactsHash(it.owner, it.world.accountId)]).toEqual([
      2,
      { removed: 5_000, put_back: 1, kept: 0 },
      before,
    ]);
  });

  test('keeps a contact that has been changed since', async () => {
    const { id } = await it.importFile(`${HEADER}${ANA}${WITH_EMAIL}`);
    const [ana] = await it.sql<{ id: number }>('select id from contacts');
    await it.agent.call(updateContact, {
      params: { id: ana?.id ?? 0 },
      query: {},
      body: { contact: { source: 'by hand' } },
    });

    expect([await undone(id), (await anas()).length]).toEqual([{ removed: 0, put_back: 0, kept: 1 }, 1]);
  });
});
