import fc from 'fast-check';
import { stringify } from 'csv-stringify/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateContact } from '#contract/contacts.contract.ts';
import { createNote, deleteNote } from '#contract/contacts/notes.contract.ts';
import { createPolicy } from '#contract/records/policies.contract.ts';
import { type ImportForm, undoImport } from '#contract/imports.contract.ts';
import { listKeptRows } from '#contract/imports/problems.contract.ts';
import { markFormula } from '#rules/imports/formula-mark.ts';
import { contactFile } from '../../server/features/demo/contact-file.ts';
import { contactsHash } from './contacts-hash.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
beforeAll(async () => {
  it = await openImportDesk();
});
afterAll(() => it.close());
beforeEach(clear);

async function clear(): Promise<void> {
  await it.sql('truncate contacts, notes, imports, import_rows, import_check_rows, import_kept_rows, events cascade');
}

const hash = () => contactsHash(it.owner, it.world.accountId);

const tagOf = async () =>
  (
    await it.sql<{ id: number }>(
      `insert into tags (account_id, name, color) values ($1, 'found ' || gen_random_uuid(), 'grey') returning id`,
      [it.world.accountId],
    )
  )[0]?.id ?? 0;

const FIELDS = ['first_name', 'last_name', 'address', 'city', 'category', 'source', 'email'] as const;

test('counts add up to the rows of the file, however dirty it is', async () => {
  const cell = fc.oneof(
    fc.constantFrom('', ' ', 'Ana', 'ana', '512-555-0142', 'x@y.zz', '=1+1', '"', 'n/a', '1/2/1950', "'", 'ñ'),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
    // A displayed long cell is cut, and half a character isn't text.
    fc.string({ unit: fc.constantFrom('𐇮', 'a', '😀'), minLength: 30, maxLength: 60 }),
  );
  const line = fc.array(cell, { minLength: 1, maxLength: 6 }).map((cells) => cells.join(','));

  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 15 }), async (lines) => {
      const attempt = await it
        .importFile(`First Name,Last Name,Phone,Email,DOB\nEve,Orr,,,\n${lines.join('\n')}\n`)
        .catch((error: Error) => expect.unreachable(error.message));

      const { created, updated, skipped, problems } = attempt.counts;
      const [held] = await it.sql<{ contacts: number; records: number }>(
        `select (select count(*) from contacts where import_id = $1) as contacts,
                (select count(*) from import_rows where import_id = $1 and outcome <> 'created') as records`,
        [attempt.id],
      );
      expect(created + updated + skipped + problems).toBe(attempt.total_rows);
      expect(held).toEqual({ contacts: created, records: updated + skipped + problems });
    }),
    { numRuns: 25, endOnFailure: true },
  );
});

test('importing what was exported gives the same fields', async () => {
  const text = fc
    .string({
      unit: fc.constantFrom("'", '"', ',', '=', '+', '-', '@', ';', 'a', 'é', ' ', '😀', '＝'),
      maxLength: 12,
    })
    .map((value) => value.trim());

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ last_name: text, address: text, city: text, category: text, source: text }), {
        minLength: 1,
        maxLength: 20,
      }),
      async (people) => {
        await clear();
        const wanted = people.map((person, index) => ({
          ...person,
          first_name: `P${index}`,
          email: `p${index}@example.com`,
        }));
        const csv = stringify([FIELDS, ...wanted.map((person) => FIELDS.map((field) => markFormula(person[field])))]);
        await it.importFile(csv, {
          header_row: 1,
          fields: Object.fromEntries(FIELDS.map((field, index) => [index, field])),
        });

        expect(await it.sql(`select ${FIELDS.join(', ')} from contacts order by import_row`)).toEqual(
          wanted.map((person) => Object.fromEntries(FIELDS.map((field) => [field, person[field]]))),
        );
      },
    ),
    { numRuns: 20, endOnFailure: true },
  );
});

describe('undo after an import', () => {
  const first = [...contactFile({ rows: 300, seed: 11 })].join('');
  // Half of its people are known already, with other towns and dates.
  const second = [...contactFile({ rows: 600, seed: 11 })]
    .join('')
    .replaceAll('Tampa', 'Miami')
    .replaceAll('F\n', 'M\n');

  const keep = {
    fields: { 0: 'first_name', 1: 'last_name', 2: 'phone', 3: 'email' },
    keep_other_columns: true,
  } as const;

  test.each([
    ['as it is', () => ({}) as ImportForm],
    ['that keeps other columns', () => keep],
    ['of fresh leads', () => ({ fresh_leads: true })],
    [
      'that is scrubbed, and tags whom it finds',
      (tag: number) => ({ scrub_against: { scope: 'all' as const }, updated_lead_tags: [tag] }),
    ],
    [
      'that does both',
      (tag: number) => ({ ...keep, scrub_against: { scope: 'mine' as const }, updated_lead_tags: [tag] }),
    ],
  ])('of an import %s is the identity', async (_, formOf) => {
    const form: ImportForm = formOf(await tagOf());
    await it.importFile(first, form);
    const before = await hash();
    const { id, counts } = await it.importFile(second, form);
    const between = await hash();
    await it.agent.call(undoImport, { params: { id } });
    await it.undo(id);

    const known = form.scrub_against ? counts.skipped : counts.updated;
    expect([counts.created > 0, known > 0, between === before, await hash()]).toEqual([true, true, false, before]);
  });

  test('leaves exactly what was changed or added to in between, and lists it', async () => {
    await it.importFile(first);
    const { id } = await it.importFile(second);
    const touched = await it.sql<{ id: number; row: number }>(
      `select c.id, coalesce(r.row_number, c.import_row) as row from contacts c
       left join import_rows r on r.contact_id = c.id and r.import_id = $1 and r.outcome = 'updated'
         and r.reason <> 'fields_filled'
       where c.import_id = $1 or r.row_number is not null order by c.id`,
      [id],
    );
    const edited = touched.filter((_, index) => index % 9 === 0);
    for (const [index, { id: contact }] of edited.entries()) {
      const params = { id: contact };
      if (index % 2 === 0) {
        await it.agent.call(updateContact, { params, query: {}, body: { contact: { source: 'by hand' } } });
      } else await it.agent.call(createPolicy, { params, body: { policy: { carrier: 'Humana' } } });
    }
    // Deleted notes don't count.
    for (const { id: contact } of touched.filter((_, index) => index % 60 === 1)) {
      const note = await it.agent.call(createNote, { params: { id: contact }, body: { body: 'Called.' } });
      await it.agent.call(deleteNote, { params: { id: contact, noteId: note.body.data.id } });
    }
    await it.agent.call(undoImport, { params: { id } });
    await it.undo(id);

    const kept = await it.agent.call(listKeptRows, { params: { id }, query: { limit: 200 } });
    const left = await it.sql<{ id: number }>(
      `select id from contacts c where deleted_at is null
         and (source = 'by hand' or exists (select from policies p where p.contact_id = c.id)) order by id`,
    );
    expect(kept.body.data.map(({ row_number }) => row_number).toSorted((a, b) => a - b)).toEqual(
      edited.map(({ row }) => row).toSorted((a, b) => a - b),
    );
    expect(left.map((contact) => contact.id)).toEqual(edited.map((contact) => contact.id));
    const { undo } = await it.read(id);
    expect((undo?.removed ?? 0) + (undo?.put_back ?? 0) + (undo?.kept ?? 0)).toBe(touched.length);
  });
});
