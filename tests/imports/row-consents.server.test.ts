import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ImportForm,
  retryImportAttempt,
  startImport,
  undoImport,
  validateImport,
} from '#contract/imports.contract.ts';
import { fixProblemRows, listProblemRows, previewUndo } from '#contract/imports/problems.contract.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
beforeAll(async () => {
  it = await openImportDesk();
});
afterAll(() => it.close());
beforeEach(() => it.sql('truncate contacts, notes, imports, import_rows, import_kept_rows, import_check_rows cascade'));

const HEAD = 'First Name,Phone,Email,Call consent,SMS Opt-in,Email Opt Out,DNC\n';
const FIELDS = { 0: 'first_name', 1: 'phone', 3: 'consent_call', 5: 'consent_mail' } as const;
const ANA = 'Ana,512-555-0142,ana@example.com,Yes,2026-03-05,No,\n';
const BO = 'Bo,512-555-0143,bo@example.com,,No,Yes,\n';
const CY = 'Cy,512-555-0144,cy@example.com,Yes,Yes,,x\n';

/** Entries that count, by first name. */
async function ledger(): Promise<Record<string, string[]>> {
  const rows = await it.sql<{ first_name: string; text: string }>(
    `select c.first_name, concat_ws(' ', e.channel, e.kind, e.purpose, e.source) as text
     from contact_consents e join contacts c on c.id = e.contact_id
     where e.kind <> 'retracted' and not exists (select from contact_consents x where x.retracts_id = e.id)
     order by c.id, e.id`,
  );
  const found: Record<string, string[]> = {};
  for (const { first_name: name, text } of rows) found[name] = [...(found[name] ?? []), text];
  return found;
}

const OUT = {
  call: 'call do_not_call marketing import',
  text: 'text do_not_call marketing import',
  mail: 'mail withdrawn marketing import',
};
const IN = { call: 'call given marketing import', text: 'text given marketing import' };

/** Checks and runs a file; what the check counts, and what the run did. */
async function bring(csv: string, form: ImportForm = {}) {
  const { id } = await it.upload(csv, form);
  await it.agent.call(validateImport, { body: { import_id: id } });
  await it.check(id);
  const promised = (await it.read(id)).check?.consents;
  await it.agent.call(startImport, { body: { import_id: id } });
  await it.run(id);
  const { consents: done, counts } = await it.read(id);
  return { id, promised, done, counts };
}

const undo = async (id: number) => {
  await it.agent.call(undoImport, { params: { id } });
  await it.undo(id);
  return (await it.read(id)).undo;
};

const stop = (name: string, kind: string, channel = 'call', hours = -24) =>
  it.sql(
    `insert into contact_consents (account_id, contact_id, channel, kind, purpose, evidence, source, given_at)
     select account_id, id, $2, $3, 'marketing', 'said so', 'asked', now() + $4 * interval '1 hour' from contacts
     where first_name = $1`,
    [name, channel, kind, hours],
  );

describe('columns of consent', () => {
  test('become entries of the ledger as the check counts them, and an undo retracts exactly these', async () => {
    const { id, promised, done } = await bring(HEAD + ANA + BO + CY);

    expect(await ledger()).toEqual({
      Ana: [IN.call, IN.text],
      Bo: [OUT.text, OUT.mail],
      Cy: [OUT.call],
    });
    expect(done).toEqual({ opt_outs: 3, opt_ins: 2, kept_out: 2 });
    expect(promised).toEqual(done);
    const [text] = await it.sql(
      `select e.evidence, e.given_at, e.import_id from contact_consents e where e.kind = 'given' and e.channel = 'text'`,
    );
    expect(text).toEqual({
      evidence: 'File "list.csv", column "SMS Opt-in": "2026-03-05".',
      given_at: new Date('2026-03-05T12:00:00Z'),
      import_id: id,
    });
    const [upload] = await it.sql(
      `select i.created_at = e.given_at as "isThen" from contact_consents e join imports i on i.id = e.import_id
       where e.kind = 'given' and e.channel = 'call'`,
    );
    expect(upload).toEqual({ isThen: true });
    await stop('Ana', 'withdrawn', 'mail');

    const preview = (await it.agent.call(previewUndo, { params: { id } })).body.data;
    expect(preview.consents).toEqual({ opt_outs: 3, opt_ins: 2 });
    // A contact that the undo keeps, and an opt-out that its user recorded.
    await it.sql(`update contacts set version = version + 1 where first_name = 'Cy'`);
    expect(await undo(id)).toEqual({ removed: 2, put_back: 0, kept: 1, consents: preview.consents });
    const [told] = await it.sql(
      `select count(*)::int as told from events where body ->> 'type' = 'import.progressed'
         and body -> 'import' -> 'undo' ->> 'removed' = '0'`,
    );
    expect(told).not.toEqual({ told: 0 });
    expect(await ledger()).toEqual({ Ana: ['mail withdrawn marketing asked'] });
  });

  test('add nothing twice: not by a second row or file, nor by a run that was killed', async () => {
    const csv = `${HEAD}${ANA}${BO}Bo,512-555-0143,bo@example.com,,No,Yes,1\n`;
    const { promised, done } = await bring(csv);
    expect([promised, done]).toEqual(Array(2).fill({ opt_outs: 3, opt_ins: 2, kept_out: 0 }));
    const before = await ledger();
    expect((await bring(csv)).done).toBe(undefined);
    expect(await ledger()).toEqual(before);

    // Across two chunks: an opt-out below an opt-in, a later row of a person, a number that only a contact has.
    const first = 'Di,512-555-0199,,Yes,,,\nAna,,ana@example.com,No,,,\n';
    const filler = Array.from({ length: 4_998 }, (_, index) => `P${index},,p${index}@example.com,,,x,\n`).join('');
    const last = 'P0,,p0@example.com,,No,x,\nEd,512-555-0142,,Yes,,,\nGil,512-555-0199,,,,,x\n';
    const { id } = await it.upload(HEAD + first + filler + CY + last);
    await it.agent.call(validateImport, { body: { import_id: id } });
    await it.check(id);
    const expected = { opt_outs: 5_002, opt_ins: 1, kept_out: 3 };
    expect((await it.read(id)).check?.consents).toEqual(expected);
    await it.agent.call(startImport, { body: { import_id: id } });
    await it.sql(`create function fail() returns trigger language plpgsql as $$ begin
      if new.evidence like '%DNC%' then raise exception 'killed'; end if; return new; end $$`);
    await it.sql('create trigger fail before insert on contact_consents for each row execute function fail()');
    await expect(it.run(id)).rejects.toThrow('killed');
    expect(await it.read(id)).toMatchObject({ done_rows: 5_000, consents: { opt_outs: 4_999 } });
    await it.sql('drop trigger fail on contact_consents');
    await it.sql('drop function fail');
    await it.run(id);

    expect((await it.read(id)).consents).toEqual(expected);
    expect(await it.sql('select count(*)::int from contact_consents where import_id = $1', [id])).toEqual([
      { count: 5_003 },
    ]);
    expect((await undo(id))?.consents).toEqual({ opt_outs: 5_002, opt_ins: 1 });
    expect(await ledger()).toEqual(before);
  });

  test('lift no opt-out of the person, of another contact with the number, or of another row', async () => {
    await it.importFile('First Name,Phone,Email\nAna,512-555-0142,ana@example.com\nDi,512-555-0144,\n');
    await stop('Ana', 'withdrawn', 'text');
    await stop('Di', 'do_not_call');
    const cy = 'Cy,512-555-0144,cy@example.com,Yes,,,\n';
    const { promised, done } = await bring(`${HEAD}${ANA}${cy}Bo,512-555-0143,,Yes,,,\nBo,512-555-0143,,,,,x\n`);

    expect(done).toEqual({ opt_outs: 1, opt_ins: 1, kept_out: 3 });
    expect(promised).toEqual(done);
    const { Ana: ana, Bo: bo, Cy: other } = await ledger();
    expect([ana, bo, other]).toEqual([['text withdrawn marketing asked', IN.call], [OUT.call], undefined]);
  });

  test('bring opt-outs of existing people who are skipped, and nothing else of them', async () => {
    const known = 'Ana,512-555-0142,ana@example.com,Yes,,x,\nBo,512-555-0143,,,,,x\n';
    const twice = 'BO,512-555-0143,bo2@example.com,,,x,1\nBo,,bo@example.com,,,x,1\n';
    await it.importFile('First Name,Phone,Email\nAna,512-555-0142,ana@example.com\nBo,512-555-0143,bo@example.com\n');
    for (const form of [{ when_known: 'skip' }, { scrub_against: { scope: 'mine' } }] as const) {
      const { id, promised, done, counts } = await bring(HEAD + known + twice, form);
      expect(counts).toMatchObject({ created: 0, updated: 0, skipped: 4 });
      expect(done).toEqual({ opt_outs: 3, opt_ins: 0, kept_out: 0 });
      expect(promised).toEqual(done);
      expect(await ledger()).toEqual({ Ana: [OUT.mail], Bo: [OUT.call, OUT.mail] });
      await undo(id);
      expect(await ledger()).toEqual({});
    }
  });

  test('count once when two chunks find the same person by the scrub', async () => {
    await it.importFile('First Name,Phone,Email\nBo,512-555-0143,bo@example.com\n');
    const filler = Array.from({ length: 5_000 }, (_, index) => `P${index},,p${index}@example.com,,,,\n`).join('');
    const csv = `${HEAD}Bo,512-555-0143,,,,,x\n${filler}Bo,,bo@example.com,,,,x\n`;
    const { promised, done } = await bring(csv, { scrub_against: { scope: 'mine' } });
    expect([promised, done]).toEqual(Array(2).fill({ opt_outs: 1, opt_ins: 0, kept_out: 0 }));
  });

  test('never cost the person: an unread cell is listed, and its correction reaches the ledger', async () => {
    const { id, counts, done } = await bring(`${HEAD}Ana,512-555-0142,,maybe,,x,\n`, { fields: FIELDS });
    expect(counts).toMatchObject({ created: 1, problems: 0 });
    expect(done).toEqual({ opt_outs: 1, opt_ins: 0, kept_out: 0 });
    const listed = (await it.agent.call(listProblemRows, { params: { id }, query: {} })).body.data;
    expect(listed[0]?.unread.map(({ field, message }) => [field, message])).toEqual([
      ['consent_call', 'Call consent "maybe" is unknown.'],
    ]);
    await stop('Ana', 'given', 'mail', 1);

    await it.agent.call(fixProblemRows, { params: { id }, body: { rows: [{ row_number: 1, cells: { 3: 'No' } }] } });
    await it.agent.call(retryImportAttempt, { params: { id }, body: undefined });
    await it.run(id);

    // What was said since of the other cell counts.
    expect(await ledger()).toEqual({ Ana: [OUT.mail, 'mail given marketing asked', OUT.call] });
    expect(await it.read(id)).toMatchObject({ unread_rows: 0, consents: { opt_outs: 2 } });
    expect((await undo(id))?.consents).toEqual({ opt_outs: 2, opt_ins: 0 });
  });
});
