import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startImport, validateImport } from '#contract/imports.contract.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
beforeAll(async () => {
  it = await openImportDesk();
});
afterAll(() => it.close());
beforeEach(() => it.sql('truncate contacts, notes, imports, import_rows, tags, audit_log cascade'));

const fileOf = (tags: number) =>
  `First Name,Phone,Labels\n${Array.from({ length: tags }, (_, at) => `P${at},+1512${5_550_000 + at},Note ${at}\n`).join('')}`;
const FAULT =
  'The column "Labels" would create 201 tags. An import can create 200. Match another column to tags, or none.';

async function startChecked(csv: string) {
  const { id } = await it.upload(csv);
  await it.agent.call(validateImport, { body: { import_id: id } });
  await it.check(id);
  const { status, body } = await it.agent.call(startImport, { body: { import_id: id } });
  if (status === 200) await it.run(id);
  return { status, body };
}

test('an import that would create 201 tags is refused after its check', async () => {
  const { status, body } = await startChecked(fileOf(201));

  expect([status, body]).toMatchObject([422, { errors: { fields: [FAULT] } }]);
  expect(await it.sql('select from contacts')).toEqual([]);
});

test('one that would create 200 is imported', async () => {
  expect((await startChecked(fileOf(200))).status).toBe(200);
  expect(await it.sql('select count(*)::int as tags from tags')).toEqual([{ tags: 200 }]);
});

test('one that starts unchecked fails before its first row', async () => {
  const { status, failure } = await it.importFile(fileOf(201));

  expect([status, failure]).toEqual(['failed', FAULT]);
  expect(await it.sql('select from tags')).toEqual([]);
});
