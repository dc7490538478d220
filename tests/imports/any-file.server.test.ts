import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyText, anyWorkbook, inOrder, orderOf, wanted, zipped } from './any-file.ts';
import { type FilesDesk, openFilesDesk } from './real-files-desk.ts';

let it: FilesDesk;
beforeAll(async () => {
  it = await openFilesDesk();
});
afterAll(() => it.close());

/** `IMPORT_SEED=7 npx vitest run --project server tests/imports/any-file` writes other files. */
const SEED = Number(process.env['IMPORT_SEED'] ?? 16);

/** Written by the whole way, so that few must do: `any-file.unit.test.ts` reads many. */
const FILES = fc.sample(zipped(fc.oneof(anyText('2026-11-23', ['utf-8', 'utf-16le']), anyWorkbook('2026-11-23'))), {
  numRuns: 10,
  seed: SEED,
});

test('a file is in the database as its contacts were, field by field', async () => {
  // Over the API, dates of numbers alone are read month first.
  const files = FILES.filter(({ manner }) => orderOf(manner.date) !== 'day_first');
  expect(files.length).toBeGreaterThan(4);
  for (const [index, file] of files.entries()) {
    const which = `file ${index} of IMPORT_SEED=${SEED}: ${JSON.stringify({ ...file, contacts: undefined })}`;
    await it.sql('truncate contacts, notes, imports, import_rows, events cascade');
    const { contacts } = await it.bring(
      file.encoding === null ? 'list.xlsx' : 'list.csv',
      Buffer.from(await file.bytes()),
    );
    const found = contacts.map(({ row: _row, captures: _captures, note, type = 'lead', ...fields }) => ({
      ...fields,
      ...(note !== undefined && { notes: note }),
      ...(file.columns.includes('type') && { type }),
    }));
    // A contact without a type is a lead.
    const withType = wanted(file).map((contact) =>
      file.columns.includes('type') ? { type: 'lead', ...contact } : contact,
    );
    expect(found.map(inOrder), which).toEqual(withType.map(inOrder));
  }
});
