import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startImport, undoImport, validateImport } from '#contract/imports.contract.ts';
import { saveImportSetting } from '#contract/imports/settings.contract.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
beforeAll(async () => {
  it = await openImportDesk();
});
afterAll(() => it.close());
beforeEach(() =>
  it.sql('truncate contacts, notes, imports, import_settings, import_rows, data_captures, tags, audit_log cascade'),
);

const KNOWN = 'First Name,Phone,Favorite color,Pet\nZoe,512-555-0190,Red,Cat\n';
const FILE = 'First Name,Phone,FAVORITE COLOR,Animal\nAna,512-555-0142,Blue,Dog\n';

/** First name → custom fields. */
const captured = async () =>
  Object.fromEntries(
    (
      await it.sql<{ first_name: string; captures: { label: string; value: string }[] }>(
        `select c.first_name, coalesce(d.captures, '[]') as captures from contacts c left join data_captures d on d.contact_id = c.id
         where c.deleted_at is null`,
      )
    ).map(({ first_name, captures }) => [first_name, captures.map(({ label, value }) => `${label}: ${value}`)]),
  );

describe('a column for an existing custom field', () => {
  beforeEach(() => it.importFile(KNOWN, { keep_other_columns: true }));

  test('is proposed for a header that is called like it, and fills it under its own name', async () => {
    const draft = await it.upload(FILE);
    expect(draft.custom_fields).toEqual({ 'favorite color': 'Favorite color' });
    expect(draft).toMatchObject({ known_custom_fields: ['Favorite color', 'Pet'] });

    await it.importFile(FILE);
    expect(await captured()).toMatchObject({ Ana: ['Favorite color: Blue'] });
  });

  test('is not proposed when the request names its columns', async () => {
    expect((await it.upload(FILE, { fields: { '0': 'first_name' } })).custom_fields).toBe(undefined);
  });

  test('is chosen for any header, next to other columns that are kept', async () => {
    const { id } = await it.upload(FILE);
    const form = { import_id: id, custom_fields: { Animal: 'Pet' }, keep_other_columns: true };
    await it.agent.call(startImport, { body: form });
    await it.run(id);

    expect(await captured()).toMatchObject({ Ana: ['FAVORITE COLOR: Blue', 'Pet: Dog'] });
  });

  test('is counted in the check as it is imported, and is undone', async () => {
    await it.importFile('First Name,Phone\nAna,512-555-0142\n');
    const { id } = await it.upload(FILE);
    await it.agent.call(validateImport, { body: { import_id: id } });
    await it.check(id);
    expect((await it.read(id)).check).toMatchObject({ planned: { created: 0, updated: 1 } });

    await it.agent.call(startImport, { body: { import_id: id } });
    await it.run(id);
    expect((await it.read(id)).counts).toMatchObject({ updated: 1 });
    expect(await captured()).toMatchObject({ Ana: ['Favorite color: Blue'] });
    await it.agent.call(undoImport, { params: { id } });
    await it.undo(id);
    expect(await captured()).toMatchObject({ Ana: [] });
  });

  test('voids the check when another one is chosen', async () => {
    const { id } = await it.upload(FILE);
    await it.agent.call(validateImport, { body: { import_id: id } });
    await it.check(id);
    await it.agent.call(startImport, { body: { import_id: id, custom_fields: {} } });

    expect((await it.read(id)).check).toBe(null);
  });

  test('comes back with saved settings', async () => {
    await it.agent.call(saveImportSetting, {
      body: {
        name: 'Vendor',
        headers: ['First Name', 'Phone', 'FAVORITE COLOR', 'Animal'],
        fields: { 'First Name': 'first_name', Phone: 'phone' },
        options: { custom_fields: { animal: 'Pet' } },
      },
    });
    await it.importFile(FILE);

    expect(await captured()).toMatchObject({ Ana: ['Pet: Dog'] });
  });

  test("of contacts that the user can't see is not offered", async () => {
    await it.sql('update contacts set owner_id = $1', [it.world.people.peer.id]);

    expect((await it.upload(FILE)).custom_fields).toBe(undefined);
    expect(await it.upload(FILE)).toMatchObject({ known_custom_fields: [] });
  });
});
