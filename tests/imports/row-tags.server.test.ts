import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { retryImportAttempt, startImport, undoImport, validateImport } from '#contract/imports.contract.ts';
import { fixProblemRows } from '#contract/imports/problems.contract.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
beforeAll(async () => {
  it = await openImportDesk();
});
afterAll(() => it.close());
beforeEach(() => it.sql('truncate contacts, notes, imports, import_rows, import_kept_rows, tags, audit_log cascade'));

const CSV = 'First Name,Phone,Tags\nAna,512-555-0142,VIP; t65\nBo,512-555-0143,\nCy,512-555-0144,vip\n';

/** First name → names of the tags. */
const tagged = async () =>
  Object.fromEntries(
    (
      await it.sql<{ first_name: string; tags: string | null }>(
        `select first_name, (select string_agg(t.name, ',' order by t.name) from tags t where t.id = any(c.tag_ids)) as tags
         from contacts c where deleted_at is null`,
      )
    ).map(({ first_name, tags }) => [first_name, tags]),
  );
const addTag = async (name: string) => {
  const [row] = await it.sql<{ id: number }>(
    `insert into tags (account_id, name, color) values ($1, $2, 'red') returning id`,
    [it.world.accountId, name],
  );
  return Number(row?.id);
};
const undo = async (id: number) => {
  await it.agent.call(undoImport, { params: { id } });
  await it.undo(id);
  return (await it.read(id)).undo;
};

describe('a column of tags', () => {
  test('tags new contacts, with existing tags in any case and new ones once', async () => {
    await addTag('T65');
    await it.importFile(CSV);

    expect(await tagged()).toEqual({ Ana: 'T65,VIP', Bo: null, Cy: 'VIP' });
    expect(await it.sql('select name from tags order by name')).toEqual([{ name: 'T65' }, { name: 'VIP' }]);
    expect(await it.sql(`select acting_as_id from audit_log where action = 'tag.created'`)).toEqual([
      { acting_as_id: it.world.people.agent.id },
    ]);
  });

  test('is checked before: the tags that the account lacks are named', async () => {
    await addTag('T65');
    const { id } = await it.upload(CSV);
    await it.agent.call(validateImport, { body: { import_id: id } });
    await it.check(id);

    expect((await it.read(id)).check?.new_tags).toEqual({ count: 1, names: ['VIP'] });
    expect(await it.sql('select name from tags')).toEqual([{ name: 'T65' }]);
  });

  test('is planned before as it is imported', async () => {
    await it.importFile('First Name,Phone,Tags\nAna,512-555-0142,Old\nCy,512-555-0144,VIP\n');
    const rows =
      'Ana,512-555-0142,T65\nAna,512-555-0142,t65\nDi,512-555-0149,Aep\nDi,512-555-0149,aep\nDi,512-555-0149,T65\n';
    const { id } = await it.upload(`First Name,Phone,Tags\n${rows}Cy,512-555-0144,vip\n`);
    await it.agent.call(validateImport, { body: { import_id: id } });
    await it.check(id);
    const planned = (await it.read(id)).check;
    await it.agent.call(startImport, { body: { import_id: id } });
    await it.run(id);

    expect((await it.read(id)).counts).toEqual({ created: 1, updated: 2, skipped: 3, problems: 0 });
    expect(planned).toMatchObject({ planned: { created: 1, updated: 2 }, skipped: 3 });
    expect(await tagged()).toEqual({ Ana: 'Old,T65', Cy: 'VIP', Di: 'Aep,T65' });
  });

  test('creates no tag for rows that are not taken', async () => {
    await it.importFile('First Name,Phone\nAna,512-555-0142\nBo,512-555-0143\nCy,512-555-0144\n');
    const { counts } = await it.importFile(CSV, { when_known: 'skip' });

    expect(counts).toMatchObject({ created: 0, updated: 0, skipped: 3 });
    expect(await it.sql('select name from tags')).toEqual([]);
  });

  test('adds to the tags of the import, each once', async () => {
    const vip = await addTag('VIP');
    await it.importFile(CSV, { tags: [vip, await addTag('Aep')] });

    expect(await tagged()).toEqual({ Ana: 'Aep,VIP,t65', Bo: 'Aep,VIP', Cy: 'Aep,VIP' });
    expect(await it.sql(`select max(cardinality(tag_ids)) as most from contacts`)).toEqual([{ most: 3 }]);
  });

  test('adds tags to existing contacts, and the undo takes them back', async () => {
    await it.importFile('First Name,Phone,Tags\nAna,512-555-0142,Old\nBo,512-555-0143,\nCy,512-555-0144,VIP\n');
    const { id, counts } = await it.importFile(CSV);

    expect(counts).toEqual({ created: 0, updated: 1, skipped: 2, problems: 0 });
    expect(await tagged()).toEqual({ Ana: 'Old,VIP,t65', Bo: null, Cy: 'VIP' });
    expect(await undo(id)).toEqual({ removed: 0, put_back: 1, kept: 0 });
    expect(await tagged()).toEqual({ Ana: 'Old', Bo: null, Cy: 'VIP' });
  });

  test('collects the tags of several rows of a person, and the undo takes all of them back', async () => {
    await it.importFile('First Name,Phone\nAna,512-555-0142\n');
    const rows =
      'First Name,Phone,City,Tags\nAna,512-555-0142,Austin,VIP\nAna,512-555-0142,,T65\nDi,512-555-0149,,VIP\n';
    const { id, counts } = await it.importFile(`${rows}Di,512-555-0149,,T65; vip\n`);

    expect(counts).toEqual({ created: 1, updated: 3, skipped: 0, problems: 0 });
    expect(await tagged()).toEqual({ Ana: 'T65,VIP', Di: 'T65,VIP' });
    expect(await undo(id)).toEqual({ removed: 1, put_back: 1, kept: 0 });
    expect(await tagged()).toEqual({ Ana: null });
  });

  test('takes the tags of a corrected cell over, and the undo takes them back', async () => {
    await it.importFile('First Name,Phone\nAna,512-555-0142\n');
    const { id } = await it.importFile(`First Name,Phone,City,Tags\nAna,512-555-0142,Waco,${'x'.repeat(61)}\n`);
    const rows = [{ row_number: 1, cells: { 3: 'VIP' } }];
    await it.agent.call(fixProblemRows, { params: { id }, body: { rows } });
    await it.agent.call(retryImportAttempt, { params: { id }, body: undefined });
    await it.run(id);

    expect([await tagged(), (await it.read(id)).unread_rows]).toEqual([{ Ana: 'VIP' }, 0]);
    expect(await undo(id)).toEqual({ removed: 0, put_back: 1, kept: 0 });
    expect(await tagged()).toEqual({ Ana: null });
  });

  describe('of a contact without room for them', () => {
    const names = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => `T${from + index}`).join('; ');
    const problems = (id: number) =>
      it.sql(
        `select row_number, reason, field, message from import_rows where import_id = $1 and outcome = 'problem' order by 1`,
        [id],
      );
    const amount = () => it.sql('select first_name as name, cardinality(tag_ids) as tags from contacts order by 1');
    const full = (message: string) => ({ row_number: 1, reason: 'tags_full', field: 'tags', message });

    test('makes a later row of the file a problem, as the check promises', async () => {
      const rows = [names(1, 30), names(25, 50), 'T1; T50', 'T51'].map((tags) => `Ana,512-555-0142,${tags}\n`);
      const file = `First Name,Phone,Tags\n${rows.join('')}`;
      const { id: checked } = await it.upload(file);
      await it.agent.call(validateImport, { body: { import_id: checked } });
      await it.check(checked);
      const { planned, problems: found } = (await it.read(checked)).check ?? {};

      const { id, counts } = await it.importFile(file);
      expect(counts).toEqual({ created: 1, updated: 1, skipped: 1, problems: 1 });
      expect([planned, found]).toEqual([{ created: 1, updated: 1 }, 1]);
      expect(await problems(id)).toEqual([
        { ...full('A contact can have 50 tags. This one has 50 and gets 1 more.'), row_number: 4 },
      ]);
      expect(await amount()).toEqual([{ name: 'Ana', tags: 50 }]);
    });

    test('makes a row a problem with the tags of the import, of an existing and of a new contact', async () => {
      await it.importFile('First Name,Phone,Tags\nAna,512-555-0142,Old\n');
      const aep = await addTag('Aep');
      const file = `First Name,Phone,Tags\nAna,512-555-0142,${names(1, 49)}\nBo,512-555-0143,${names(1, 50)}\n`;
      const { id } = await it.importFile(file, { tags: [aep] });

      expect(await problems(id)).toEqual([
        full('A contact can have 50 tags. This one has 1 and gets 50 more.'),
        { ...full('A contact can have 50 tags. This one gets 51.'), row_number: 2 },
      ]);
      expect(await amount()).toEqual([{ name: 'Ana', tags: 1 }]);
      expect(await it.sql(`select name from tags where name like 'T%'`)).toEqual([]);
    });

    test('leaves a corrected cell unread', async () => {
      await it.importFile(`First Name,Phone,Tags\nAna,512-555-0142,${names(1, 50)}\n`);
      const { id } = await it.importFile(`First Name,Phone,City,Tags\nAna,512-555-0142,Waco,${'x'.repeat(61)}\n`);
      const rows = [{ row_number: 1, cells: { 3: 'VIP' } }];
      await it.agent.call(fixProblemRows, { params: { id }, body: { rows } });
      await it.agent.call(retryImportAttempt, { params: { id }, body: undefined });
      await it.run(id);

      expect([await amount(), (await it.read(id)).unread_rows]).toEqual([[{ name: 'Ana', tags: 50 }], 1]);
    });
  });
});
