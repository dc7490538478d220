import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ImportDesk, openImportDesk } from './import-desk.ts';
import { checkAndRun, clear, FORMS, formOf, HEADER, makeTag } from './promised-and-done.ts';

let it: ImportDesk;
let tag: number;
beforeAll(async () => {
  it = await openImportDesk();
  tag = await makeTag(it);
});
afterAll(() => it.close());

test('the check promises what the import does, for any people, contacts and options', async () => {
  const cell = (...values: string[]) => fc.constantFrom(...values);
  const person = fc
    .tuple(
      cell('Ana', 'Ana', 'Bo', ''),
      cell('', '512-555-0101', '512-555-0102', '512-555-0103', 'none of it'),
      cell('', '', '512-555-0101', '512-555-0103', '512-555-0104'),
      cell('', 'a@example.com', 'b@example.com', 'no mail'),
      cell('', '', '1950-01-02'),
      cell('', 'Waco', 'Austin'),
      cell('', '', 'Hi', 'Ho'),
      cell('', '', 'P-1', 'P-2'),
    )
    .map(([first, phone, phone2, email, dob, city, notes, plan]) =>
      [first, 'Ruiz', phone, phone2, email, dob, city, notes, plan].join(','),
    );
  const people = (maxLength: number) => fc.array(person, { minLength: 1, maxLength }).map((rows) => rows.join('\n'));

  await fc.assert(
    fc.asyncProperty(people(4), people(9), fc.constantFrom(...FORMS), async (own, file, form) => {
      await clear(it);
      await it.importFile(`${HEADER}${own}\n`, formOf({ keep_other_columns: true }, tag));
      const { promised, done } = await checkAndRun(it, `${HEADER}${file}\n`, formOf(form, tag));

      expect(promised).toEqual(done);
    }),
    { numRuns: 40, endOnFailure: true },
  );
});
