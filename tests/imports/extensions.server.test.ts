import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { undoImport, validateImport } from '#contract/imports.contract.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
beforeAll(async () => {
  it = await openImportDesk();
});
afterAll(() => it.close());
beforeEach(() => it.sql('truncate contacts, imports, import_rows, import_kept_rows, audit_log cascade'));

const HEAD = 'First Name,Email,Phone,Phone 2\n';
const BOTH = `${HEAD}Ana,ana@example.com,512-555-0142 x12,512-555-0143 x34\n`;
const phones = () => it.sql('select phone, phone_ext, phone_2, phone_2_ext from contacts');

describe('an import that replaces a number', () => {
  test.each([
    ['the first', '512-555-0199,512-555-0143 x34', { phone: '+15125550199', phone_ext: null }],
    ['the second', '512-555-0142 x12,512-555-0199', { phone_2: '+15125550199', phone_2_ext: null }],
    ['one by another with an extension', '512-555-0199 x7,512-555-0143 x34', { phone: '+15125550199', phone_ext: '7' }],
    ['one, with the same extension', '512-555-0199 x12,512-555-0143 x34', { phone: '+15125550199', phone_ext: '12' }],
  ])('writes it with its own extension, and the undo restores both: %s', async (_, cells, now) => {
    await it.importFile(BOTH);
    const before = await phones();
    const { id } = await it.importFile(`${HEAD}Ana,ana@example.com,${cells}\n`);
    expect(await phones()).toEqual([{ ...(before[0] as object), ...now }]);

    await it.agent.call(undoImport, { params: { id } });
    await it.undo(id);
    expect(await phones()).toEqual(before);
  });

  test('names the extension that goes with the number in the timeline', async () => {
    await it.importFile(BOTH);
    await it.importFile(`${HEAD}Ana,ana@example.com,512-555-0199,512-555-0198 x34\n`);

    expect(await it.sql('select field, before, after from contact_changes order by field')).toEqual([
      { field: 'phone', before: '+15125550142', after: '+15125550199' },
      { field: 'phone_2', before: '+15125550143', after: '+15125550198' },
      { field: 'phone_ext', before: '12', after: '' },
    ]);
  });

  test('takes the extension of a later row, as the check promises', async () => {
    await it.importFile(BOTH);
    const before = await phones();
    const file = `${HEAD}Ana,ana@example.com,512-555-0199,\nAna,ana@example.com,512-555-0199 x7,\n`;
    const { id: checked } = await it.upload(file);
    await it.agent.call(validateImport, { body: { import_id: checked } });
    await it.check(checked);
    const { planned } = (await it.read(checked)).check ?? {};

    const { id, counts } = await it.importFile(file);
    expect([counts, planned]).toEqual([
      { created: 0, updated: 2, skipped: 0, problems: 0 },
      { created: 0, updated: 2 },
    ]);
    expect(await phones()).toMatchObject([{ phone: '+15125550199', phone_ext: '7' }]);

    await it.agent.call(undoImport, { params: { id } });
    await it.undo(id);
    expect(await phones()).toEqual(before);
  });
});
