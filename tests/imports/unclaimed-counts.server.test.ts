import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ImportForm, startImport, validateImport } from '#contract/imports.contract.ts';
import { fixProblemRows } from '#contract/imports/problems.contract.ts';
import type { Client } from '../_api/app.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';
import { clear, FILE, formOf, HEADER, makeBook, makeTag } from './promised-and-done.ts';

let it: ImportDesk;
let peer: Client;
let tag: number;
beforeAll(async () => {
  it = await openImportDesk();
  peer = await it.signIn('peer');
  tag = await makeTag(it);
});
afterAll(() => it.close());
beforeEach(() => clear(it));

describe('the counts are no longer claimed', () => {
  const checked = async () => {
    await makeBook(it, peer, tag);
    const { id } = await it.upload(`${HEADER}${FILE}\n`, formOf({}, tag));
    await it.agent.call(validateImport, { body: { import_id: id } });
    await it.check(id);
    return id;
  };

  test.each<[string, ImportForm]>([
    ['what happens with existing contacts', { when_known: 'skip' }],
    ['a scrub', { scrub_against: { scope: 'mine' } }],
    ['other columns', { keep_other_columns: true }],
    ['tags', { tags: [] }],
  ])('once %s is chosen at the start', async (_, form) => {
    const id = await checked();
    await it.agent.call(validateImport, { body: { import_id: id, tags: [tag] } });
    await it.check(id);
    const started = await it.agent.call(startImport, { body: { import_id: id, ...form } });
    await it.run(id);

    expect([started.body.data.check, (await it.read(id)).check?.planned]).toEqual([null, undefined]);
  });

  test('for choices that stay the same, or decide on no row, they are', async () => {
    const id = await checked();
    const started = await it.agent.call(startImport, {
      body: { import_id: id, ...formOf({}, tag), updated_lead_tags: [tag], scrub_against: null },
    });

    expect(started.body.data.check?.planned?.created).toBeGreaterThan(0);
  });

  test('once a row is corrected, until the file is checked again', async () => {
    const id = await checked();
    const [row] = await it.sql<{ row_number: number }>(
      `select row_number from import_check_rows where import_id = $1 and reason = 'row_cut_short'`,
      [id],
    );
    const rows = [{ row_number: row?.row_number ?? 0, cells: { 8: 'P' } }];
    const fixed = await it.agent.call(fixProblemRows, { params: { id }, body: { rows } });
    await it.agent.call(validateImport, { body: { import_id: id } });
    await it.check(id);

    expect([fixed.body.import.check?.planned, (await it.read(id)).check?.planned]).toEqual([
      undefined,
      { created: expect.any(Number), updated: expect.any(Number) },
    ]);
  });
});
