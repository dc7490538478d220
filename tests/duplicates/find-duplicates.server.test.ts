import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createContact, updateContact } from '#contract/contacts.contract.ts';
import { dismissDuplicates, findDuplicates, listDuplicates, restoreDuplicates } from '#contract/duplicates.contract.ts';
import { startImport, validateImport } from '#contract/imports.contract.ts';
import { listDuplicates as listGroups } from '../../server/features/duplicates/duplicates.service.ts';
import { importsJobs } from '../../server/features/imports/imports.jobs.ts';
import { type DuplicatesDesk, openDuplicatesDesk } from './duplicates-desk.ts';

let it: DuplicatesDesk;
beforeAll(async () => {
  it = await openDuplicatesDesk();
});
afterAll(() => it.close());
beforeEach(() => it.sql('truncate contacts, duplicate_checks, events, audit_log cascade'));

const ana = { first_name: 'Ana', last_name: 'Lopez', phone: '+15125550142' };
const groupsOf = async (
  query: { verdict?: 'same' | 'likely'; contact_id?: number; limit?: number; page?: number } = {},
) => (await it.agent.call(listDuplicates, { query })).body;

describe('doors', () => {
  test('a created contact is paired', async () => {
    const old = await it.person(ana);
    const { body } = await it.agent.call(createContact, {
      body: { contact: { first_name: 'Ana', last_name: 'López', phone_2: '512-555-0142' } },
    });
    await it.check();
    expect(await it.pairs()).toEqual([`${old} ${body.data.id} same`]);
  });

  test('an edit makes a pair, and another one ends it', async () => {
    const [a, b] = [await it.person(ana), await it.person({ ...ana, phone: '+12125550100' })];
    const edit = (phone: string) =>
      it.agent.call(updateContact, { params: { id: b }, query: {}, body: { contact: { phone } } });
    await it.check();
    expect(await it.pairs()).toEqual([]);
    await edit('512-555-0142');
    await it.check();
    expect(await it.pairs()).toEqual([`${a} ${b} same`]);
    await edit('212-555-0100');
    await it.check();
    expect(await it.pairs()).toEqual([]);
  });

  test('contacts wait while an import of their account runs, for ten minutes at most', async () => {
    const { accountId, people } = it.world;
    const waiting = () => it.sql<{ account_id: number }>('select account_id from find_duplicate_checks()');
    const pair = async () => [await it.person(ana), await it.person(ana)].join(' ');
    const started = (minutesAgo: number) =>
      it.sql(
        `insert into imports (account_id, user_id, actor_id, owner_id, file_name, file_bytes, file_key, status, started_at)
         values ($1, $2, $2, $2, 'list.csv', 1, 'key', 'processing', now() - make_interval(mins => $3))`,
        [accountId, people.agent.id, minutesAgo],
      );
    const first = await pair();
    await started(9);
    await it.check();
    expect(await waiting()).toEqual([]);
    expect(await it.pairs()).toEqual([]);

    await it.sql(`update imports set status = 'done', finished_at = now() where status = 'processing'`);
    expect(await waiting()).toEqual([{ account_id: accountId }]);
    await it.check();
    expect(await it.pairs()).toEqual([`${first} same`]);

    await it.sql('truncate contacts, duplicate_checks cascade');
    const second = await pair();
    await started(11);
    expect(await waiting()).toEqual([{ account_id: accountId }]);
    await it.check();
    expect(await it.pairs()).toEqual([`${second} same`]);
    await it.sql(`update imports set status = 'done', finished_at = now() where status = 'processing'`);
  });

  test('an imported contact is paired, within the file and beyond', async () => {
    const old = await it.person(ana);
    const csv = 'First Name,Last Name,Phone\nAnna,Lopez,512-555-0142\nZoe,Kim,212-555-0100\nZoe,Kimm,212-555-0100\n';
    const file = new File([csv], 'list.csv');
    const { id } = (await it.agent.call(validateImport, { body: {}, file })).body.data;
    await it.agent.call(startImport, { body: { import_id: id } });
    const data = { accountId: it.world.accountId, importId: id };
    await importsJobs(it.deps)['imports.run'](data, new AbortController().signal);
    const added = await it.sql<{ id: number }>('select id from contacts where import_id = $1 order by import_row', [
      id,
    ]);
    await it.check();
    const [anna, zoe, other] = added.map((row) => row.id);
    expect(await it.pairs()).toEqual([`${old} ${anna} likely`, `${zoe} ${other} likely`]);
  });

  test('a restored contact is checked again', async () => {
    const [a, b] = [await it.person(ana), await it.person({ ...ana, deleted_at: '2026-01-01T00:00:00Z' })];
    await it.check();
    expect(await it.pairs()).toEqual([]);
    await it.sql('update contacts set deleted_at = null where id = $1', [b]);
    await it.check();
    expect(await it.pairs()).toEqual([`${a} ${b} same`]);
  });

  test('a change of a field that identifies no one queues nothing', async () => {
    await it.person(ana);
    await it.check();
    await it.sql(`update contacts set company = 'Acme', version = version + 1`);
    expect(await it.sql('select contact_id from duplicate_checks')).toEqual([]);
  });

  test('a look that is killed loses nothing', async () => {
    const ids = [await it.person(ana), await it.person(ana), await it.person(ana)];
    await it.checkChunk(2);
    await it.checkChunk(2, true);
    expect(await it.sql('select contact_id from duplicate_checks')).toEqual([{ contact_id: ids[2] }]);
    await it.checkChunk(2);
    expect(await it.pairs()).toEqual([
      `${ids[0]} ${ids[1]} same`,
      `${ids[0]} ${ids[2]} same`,
      `${ids[1]} ${ids[2]} same`,
    ]);
  });

  test('a telephone of very many says nothing', async () => {
    for (let n = 0; n < 20; n += 1)
      await it.person({ ...ana, email: `a${n}@example.com`, zip_code: '78701', address: `${n} Elm` });
    await it.check();
    expect(await it.pairs()).toEqual([]);
  });
});

test('a telephone that becomes one of very many ends the pairs that it made', async () => {
  for (let n = 0; n < 19; n += 1) await it.person(ana);
  await it.check();
  expect(await it.pairs()).toHaveLength((19 * 18) / 2);
  await it.person(ana);
  await it.check();
  expect(await it.pairs()).toEqual([]);
});

describe('looking for a person', () => {
  test('reads who has the name, and no others, before the table has statistics', async () => {
    const { accountId, people } = it.world;
    await it.sql(
      `insert into contacts (account_id, number, business_unit_id, owner_id, first_name, last_name)
       select account_id, 100000 + n, business_unit_id, id, 'P' || n, 'Orr' from users, generate_series(1, 3000) n where id = $1`,
      [people.agent.id],
    );
    const names = Array.from({ length: 100 }, (_, at) => `Orr\u0001P${at + 1}`);
    const client = await it.owner.connect();
    await client.query('begin');
    await client.query(`delete from pg_statistic where starelid = 'contacts'::regclass`);
    await client.query(`select set_config('app.account_id', $1, true)`, [String(accountId)]);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) select from find_lookalikes($1, array_fill('name'::text, array[100]), $2, 20)`,
      [names.map((_, at) => at), names],
    );
    await client.query('rollback');
    client.release();

    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    expect(plan?.['Actual Rows']).toBe(100);
    // All 3,000 of them are on 64 pages.
    expect(plan?.['Shared Hit Blocks']).toBeLessThan(100 * 20);
  });

  test('the surest come first, with what speaks for them, and a household behind', async () => {
    const luis = await it.person({ ...ana, first_name: 'Luis' });
    const anna = await it.person({ ...ana, first_name: 'Annie' });
    const same = await it.person({ ...ana, email: 'ana@example.com' });
    const { body } = await it.agent.call(findDuplicates, {
      body: { first_name: 'Ana', last_name: 'Lopez', phone: '(512) 555-0142', email: 'ANA@example.com' },
    });
    expect(body.data.map(({ contact, verdict, reasons }) => [contact.id, verdict, reasons])).toEqual([
      [same, 'same', ['same_name', 'same_phone', 'same_email']],
      ...[luis, anna].map((id) => [id, 'household', ['same_phone', 'other_first_name']]),
    ]);
  });

  test('by every field that the index knows', async () => {
    const known = await it.person({
      ...ana,
      phone_2: '+12125550100',
      email: 'Ana@example.com',
      email_2: 'home@example.com',
      dob: '1955-03-12',
      address: '1 Elm St',
      zip_code: '78701',
    });
    const bodies = [
      { phone: '5125550142' },
      { phone_2: '212 555 0100' },
      { email: 'ana@EXAMPLE.com' },
      { email_2: 'home@example.com' },
      { first_name: 'Ana', last_name: 'LÓPEZ' },
      { first_name: 'Ana', last_name: 'Lopez', dob: '1955-03-12' },
      { first_name: 'Anna', last_name: 'Lopez', address: '1 elm st', zip_code: '78701-0001', dob: '1955-03-12' },
    ];
    for (const body of bodies) {
      const found = await it.agent.call(findDuplicates, { body });
      expect([body, found.body.data.map(({ contact }) => contact.id)]).toEqual([body, [known]]);
      const own = await it.agent.call(findDuplicates, { body: { ...body, except_id: known } });
      expect(own.body.data).toEqual([]);
    }
  });

  test('returns only contacts that the caller sees, and none that are deleted', async () => {
    await it.add({ owner: 'far', ...ana });
    await it.person({ ...ana, deleted_at: '2026-01-01T00:00:00Z' });
    expect((await it.agent.call(findDuplicates, { body: ana })).body.data).toEqual([]);
    expect((await it.admin.call(findDuplicates, { body: ana })).body.data).toHaveLength(1);
  });
});

describe('the list', () => {
  test('has a group of all who are paired with each other, the surest first, page by page', async () => {
    const likely = [
      await it.person({ ...ana, phone: '+13035550111', first_name: 'Bob' }),
      await it.person({ ...ana, phone: '+13035550111', first_name: 'Robert' }),
    ];
    const same = [
      await it.person(ana),
      await it.person({ ...ana, email: 'ana@example.com' }),
      await it.person({ ...ana, phone_2: '+12125550100', email: 'ana@example.com' }),
    ];
    await it.check();
    const { data, meta } = await groupsOf();
    expect(data.map(({ key, verdict, contacts }) => [key, verdict, contacts.length])).toEqual([
      [same.join('-'), 'same', 3],
      [likely.join('-'), 'likely', 2],
    ]);
    expect(meta).toEqual({ current_page: 1, limit: 50, total_count: 2, total_pages: 1 });
    expect((await groupsOf({ limit: 1, page: 2 })).data.map(({ key }) => key)).toEqual([likely.join('-')]);
    expect((await groupsOf({ verdict: 'same' })).data.map(({ key }) => key)).toEqual([same.join('-')]);
    expect((await groupsOf({ contact_id: likely[0] ?? 0 })).data.map(({ key }) => key)).toEqual([likely.join('-')]);
  });

  test('says when there are more pairs than it is made of', async () => {
    for (const phone of ['+15125550142', '+12125550100'])
      for (const first_name of ['Ana', 'Anna']) await it.person({ ...ana, phone, first_name });
    await it.check();
    const query = { page: 1, limit: 50, verdict: 'all' as const };
    const metas = [1, 100].map(async (most) => (await listGroups(it.deps, it.identityOf('agent'), query, most)).meta);
    expect((await Promise.all(metas)).map(({ is_cut }) => is_cut)).toEqual([true, undefined]);
  });

  test("excludes contacts that the caller can't see", async () => {
    await it.person(ana);
    await it.add({ owner: 'far', ...ana });
    await it.check();
    expect((await groupsOf()).data).toEqual([]);
    expect((await it.admin.call(listDuplicates, { query: {} })).body.data).toHaveLength(1);
  });

  test("different people aren't offered again, until that is undone", async () => {
    const ids = [await it.person(ana), await it.person(ana)];
    await it.check();
    await it.agent.call(dismissDuplicates, { body: { ids } });
    expect((await groupsOf()).data).toEqual([]);
    expect((await it.agent.call(findDuplicates, { body: { ...ana, except_id: ids[0] ?? 0 } })).body.data).toEqual([]);
    await it.sql('insert into duplicate_checks (account_id, contact_id) select account_id, id from contacts');
    await it.check();
    expect((await groupsOf()).data).toEqual([]);
    await it.agent.call(restoreDuplicates, { body: { ids } });
    expect((await groupsOf()).data.map(({ key }) => key)).toEqual([ids.join('-')]);
    expect(await it.sql('select action, subject_id from audit_log order by id')).toEqual(
      ['duplicates.dismissed', 'duplicates.restored'].flatMap((action) =>
        ids.map((subject_id) => ({ action, subject_id })),
      ),
    );
  });

  test('is a scope of the contacts as well', async () => {
    const home = { address: '1 Elm St', zip_code: '78701' };
    await it.person({ ...ana, ...home });
    await it.person({ ...ana, ...home, first_name: 'Anna' });
    await it.person({ first_name: 'Zoe', last_name: 'Alone' });
    await it.person({ first_name: 'Bob', last_name: 'Kim', email: 'bob@example.com' });
    await it.add({ owner: 'far', first_name: 'Bob', last_name: 'Kim', email: 'bob@example.com' });
    await it.check();
    const named = (duplicate: object) => it.namesOf('agent', { duplicate: { is_duplicate: true, ...duplicate } });
    expect(await named({})).toEqual(['Ana Lopez', 'Anna Lopez']);
    expect(await named({ last_name: true, address: true })).toEqual(['Ana Lopez', 'Anna Lopez']);
    expect(await named({ first_name: true })).toEqual([]);
    expect(
      await it.namesOf('admin', { contact_group: 'all', duplicate: { is_duplicate: true, first_name: true } }),
    ).toEqual(['Bob Kim', 'Bob Kim']);
    expect(await it.namesOf('agent', { duplicate: { is_duplicate: false, first_name: true } })).toHaveLength(4);
  });
});
