import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  cancelImport,
  retryImportAttempt,
  startImport,
  undoImport,
  validateImport,
} from '#contract/imports.contract.ts';
import { fixProblemRows, listProblemRows } from '#contract/imports/problems.contract.ts';
import { openNumbers } from '../../server/features/records/sealed-fields.service.ts';
import { withAccount } from '../../server/db/tx.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
beforeAll(async () => {
  it = await openImportDesk();
});
afterAll(() => it.close());
beforeEach(() => it.sql('truncate contacts, notes, imports, import_rows, import_kept_rows, import_check_rows cascade'));

const HEAD = 'First Name,Phone,MBI,Part A Effective Date,Part B Effective Date\n';

/** Medicare records by first name: number, Part A, Part B; none without a row. */
async function records() {
  const rows = await it.sql<{ id: number; first_name: string; a: string | null; b: string | null; has: boolean }>(
    `select c.id, first_name, m.part_a_on::text as a, m.part_b_on::text as b, m.contact_id is not null as has
     from contacts c left join medicare_facts m on m.contact_id = c.id order by c.id`,
  );
  const { deps, world } = it;
  return withAccount(deps.pool, { accountId: world.accountId }, async (tx) => {
    const found: Record<string, unknown> = {};
    for (const { id, first_name, a, b, has } of rows) {
      const number = (await openNumbers(tx, deps.seal, Number(id))).get('medicare_number')?.value ?? null;
      found[first_name] = has ? [number, a, b] : number;
    }
    return found;
  });
}
const undo = async (id: number) => {
  await it.agent.call(undoImport, { params: { id } });
  await it.undo(id);
  return (await it.read(id)).undo;
};
const BO = 'Bo,512-555-0143,1EG4TE5MK74,3/1/2012,\n';
const BOS = ['1EG4TE5MK74', '2012-03-01', null];
const ANA = ['1EG4TE5MK73', '2012-03-01', '2012-04-01'];

describe('columns of the Medicare record', () => {
  test('are sealed with new contacts, and the undo removes them', async () => {
    const { id } = await it.importFile(`${HEAD}Ana,512-555-0142,1eg4-te5-mk73,3/1/2012,4/1/2012\nBo,512-555-0143,,,\n`);

    expect(await records()).toEqual({ Ana: ANA, Bo: null });
    const kept = await it.sql(`select coalesce(string_agg(r::text, ''), '') as rows from import_rows r`);
    expect(JSON.stringify(kept)).not.toMatch(/1EG4/i);
    expect(await undo(id)).toEqual({ removed: 2, put_back: 0, kept: 0 });
    expect(await records()).toEqual({ Ana: null, Bo: null });
  });

  test('fill what existing contacts lack, replace nothing, and are undone', async () => {
    await it.importFile(`${HEAD}Ana,512-555-0142,1EG4TE5MK73,,\nBo,512-555-0143,,5/1/2010,\n`);
    const before = await records();
    const rows = 'Ana,512-555-0142,2EG4TE5MK74,3/1/2012,4/1/2012\nBo,512-555-0143,,6/1/2011,\n';
    const { id, counts } = await it.importFile(HEAD + rows);

    expect(counts).toEqual({ created: 0, updated: 1, skipped: 1, problems: 0 });
    expect(await records()).toEqual({ Ana: ANA, Bo: [null, '2010-05-01', null] });
    expect(JSON.stringify(await it.sql('select before, message from import_rows'))).not.toMatch(/EG4/);
    expect(await undo(id)).toEqual({ removed: 0, put_back: 1, kept: 0 });
    expect(await records()).toEqual(before);
  });

  test('are collected from several rows of a person, as the check promises', async () => {
    await it.importFile('First Name,Phone\nAna,512-555-0142\n');
    const ana =
      'Ana,512-555-0142,1EG4TE5MK73,3/1/2012,\nAna,512-555-0142,,3/1/2012,\nAna,512-555-0142,,3/1/2012,4/1/2012\n';
    const known =
      'Ana,512-555-0142,,,4/1/2012\nEve,512-555-0150,1EG4TE5MK75,3/1/2012,\nEve,512-555-0150,1EG4TE5MK75,,\n';
    const { id } = await it.upload(
      `${HEAD}${ana}Di,512-555-0149,,3/1/2012,\nDi,512-555-0149,1EG4TE5MK74,3/1/2012,\n${known}`,
    );
    await it.agent.call(validateImport, { body: { import_id: id } });
    await it.check(id);
    const { planned, skipped } = (await it.read(id)).check ?? {};
    await it.agent.call(startImport, { body: { import_id: id } });
    await it.run(id);

    expect((await it.read(id)).counts).toEqual({ created: 2, updated: 3, skipped: 3, problems: 0 });
    expect([planned, skipped]).toEqual([{ created: 2, updated: 3 }, 3]);
    const [di, eve] = ['1EG4TE5MK74', '1EG4TE5MK75'].map((number) => [number, '2012-03-01', null]);
    expect(await records()).toEqual({ Ana: ANA, Di: di, Eve: eve });
    expect(await undo(id)).toEqual({ removed: 2, put_back: 1, kept: 0 });
    expect(await records()).toEqual({ Ana: null, Di: null, Eve: null });
  });

  test('leave an invalid number unread and out of the custom fields, and take its correction', async () => {
    const { id, counts } = await it.importFile(`${HEAD}Ana,512-555-0142,123-45-6789,soon,4/1/2012\n${BO}`);

    expect(counts).toMatchObject({ created: 2, problems: 0 });
    const { body } = await it.agent.call(listProblemRows, { params: { id }, query: {} });
    expect(body.data[0]?.unread).toMatchObject([
      {
        field: 'medicare_number',
        reason: 'medicare_number_invalid',
        message: expect.stringMatching(/^Invalid Medicare number\./),
      },
      { field: 'part_a_on', reason: 'date_unreadable', message: 'Part A date "soon" isn\'t a date.' },
    ]);
    expect(await it.sql('select captures from data_captures')).toEqual([
      { captures: [{ label: 'Part A Effective Date', value: 'soon' }] },
    ]);

    const fixed = { rows: [{ row_number: 1, cells: { 2: '1EG4TE5MK73', 3: '3/1/2012' } }] };
    await it.agent.call(fixProblemRows, { params: { id }, body: fixed });
    await it.agent.call(retryImportAttempt, { params: { id }, body: undefined });
    await it.run(id);
    expect([await records(), (await it.read(id)).unread_rows]).toEqual([{ Ana: ANA, Bo: BOS }, 0]);
    expect(await undo(id)).toEqual({ removed: 2, put_back: 0, kept: 0 });
    expect(await records()).toEqual({ Ana: null, Bo: null });
  });

  test('contradict where a later row of a person has others, without quoting a number', async () => {
    const rows =
      'Ana,512-555-0142,1EG4TE5MK73,3/1/2012,\nAna,512-555-0142,1EG4TE5MK74,,\nAna,512-555-0142,,5/1/2012,\n';
    const { id } = await it.upload(`${HEAD}${rows}Ana,512-555-0142,1eg4-te5-mk73,,\n`);
    await it.agent.call(validateImport, { body: { import_id: id } });
    await it.check(id);
    const reasons = (await it.read(id)).check?.by_reason.map(({ reason, rows: count }) => [reason, count]);
    await it.agent.call(startImport, { body: { import_id: id } });
    await it.run(id);

    expect(reasons).toEqual([
      ['contradicts_earlier_row', 2],
      ['same_as_earlier_row', 1],
    ]);
    expect(await it.sql('select reason, message from import_rows order by row_number')).toEqual([
      { reason: 'contradicts_earlier_row', message: 'Row 2 is the same person with a different Medicare number.' },
      { reason: 'contradicts_earlier_row', message: 'Row 2 is the same person with a different Part A date.' },
      { reason: 'same_as_earlier_row', message: 'Same as row 2.' },
    ]);
    expect(await records()).toEqual({ Ana: ['1EG4TE5MK73', '2012-03-01', null] });
  });

  test('stay listed when corrected after the contact got others', async () => {
    const { id } = await it.importFile(`${HEAD}Ana,512-555-0142,123-45-6789,soon,4/1/2012\n${BO}`);
    await it.importFile(`${HEAD}Ana,512-555-0142,1EG4TE5MK75,3/1/2012,\n`);
    const fixed = { rows: [{ row_number: 1, cells: { 2: '1EG4TE5MK73', 3: '5/1/2012' } }] };
    await it.agent.call(fixProblemRows, { params: { id }, body: fixed });
    await it.agent.call(retryImportAttempt, { params: { id }, body: undefined });
    await it.run(id);

    const { body } = await it.agent.call(listProblemRows, { params: { id }, query: {} });
    expect(body.data[0]?.unread.map(({ message }) => message)).toEqual([
      'The contact already has a different Medicare number.',
      'The contact already has a different Part A date.',
    ]);
    expect(await records()).toEqual({ Ana: ['1EG4TE5MK75', '2012-03-01', '2012-04-01'], Bo: BOS });
  });

  test('are in no sample or preview once the import has started or is canceled', async () => {
    const csv = `${HEAD}Ana,512-555-0142,1EG4TE5MK73,3/1/2012,\n`;
    const { id } = await it.importFile(csv);
    const canceled = await it.upload(csv);
    await it.agent.call(cancelImport, { params: { id: canceled.id } });

    const kept = await it.sql<object>('select id, columns, preview from imports order by id');
    expect(kept.map((row) => JSON.stringify(row))).toEqual([
      expect.stringContaining('512-555-0142'),
      expect.stringContaining('512-555-0142'),
    ]);
    expect(kept).toMatchObject([{ id }, { id: canceled.id }]);
    expect(JSON.stringify(kept)).not.toMatch(/EG4/i);
  });
});
