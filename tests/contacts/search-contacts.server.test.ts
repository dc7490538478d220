import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;

beforeAll(async () => {
  office = await openOffice();
  const owner = 'agent';
  const { rows } = await office.owner.query<{ id: number }>(
    `insert into tags (account_id, name) values ($1, 'Hot'), ($1, 'Cold') returning id`,
    [office.world.accountId],
  );
  const [hot, cold] = rows.map((row) => row.id);
  await office.add({
    owner,
    first_name: 'Ana',
    last_name: 'Treviño',
    phone: '+15125550142',
    email: 'Ana.T@example.com',
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
    dob: '1962-01-14',
    tag_ids: [hot ?? 0],
    created_at: '2026-02-04T04:59:59Z',
  });
  await office.add({
    owner,
    first_name: 'Bob',
    last_name: "O'Brien",
    phone: '+12145550199',
    city: 'Dallas',
    state: 'TX',
    type: 'client',
    category: '50%_off',
    dob: '1970-07-01',
    tag_ids: [hot ?? 0, cold ?? 0],
    created_at: '2026-02-04T05:00:00Z',
  });
  await office.add({
    owner,
    first_name: 'Jo',
    last_name: 'Kim',
    email: 'kim_100@example.org',
    city: 'Joplin',
    state: 'MO',
    created_at: '2026-03-01T12:00:00Z',
  });
});
afterAll(() => office.close());

const q = (text: string) => office.namesOf('agent', { q: text });

describe('a search', () => {
  test.each([
    ['Trevino', ['Ana Treviño']],
    ['TREVIÑO', ['Ana Treviño']],
    ['ana austin', ['Ana Treviño']],
    ['ana dallas', []],
    ["o'brien", ["Bob O'Brien"]],
    ['rien', ["Bob O'Brien"]],
    ['example', ['Jo Kim', 'Ana Treviño']],
  ])('for %o finds %o: every word must be there', async (text, names) => {
    expect(await q(text)).toEqual(names);
  });

  test.each([
    '5125550142',
    '512-555-0142',
    '(512) 555-0142',
    '+1 512 555 0142',
    '1.512.555.0142',
    '555-0142',
    '0142',
    '51',
  ])('finds the phone number as %o', async (text) => {
    expect(await q(text)).toEqual(['Ana Treviño']);
  });

  test.each([
    ['jo', ['Jo Kim']],
    ['k', ['Jo Kim']],
    ['an', ['Ana Treviño']],
    ['ob', []],
  ])('for the short word %o looks at the start of names', async (text, names) => {
    expect(await q(text)).toEqual(names);
  });

  test.each(['%', '_', 'k_m', 'ana%', '\\'])('takes %o as text', async (text) => {
    expect(await q(text)).toEqual(text === '_' ? ['Jo Kim'] : []);
  });

  test.each(['\u0000', '\ud800', "'; drop table contacts; --", '{"a":1}'])('survives %o', async (text) => {
    expect(await q(`zzz${text}`)).toEqual([]);
  });
});

const both = ['Ana Treviño', "Bob O'Brien", 'Jo Kim'];

test.each<[ContactFilter, string[]]>([
  [{ field: 'first_name', value: 'ana' }, ['Ana']],
  [{ field: 'first_name', value: 'ana', op: 'not' }, ['Bob', 'Jo']],
  [{ field: 'first_name', value: 'n', op: 'contains' }, ['Ana']],
  [{ field: 'first_name', value: 'b', op: 'starts_with' }, ['Bob']],
  [{ field: 'last_name', value: 'trevino' }, ['Ana']],
  [{ field: 'last_name', value: 'trev' }, []],
  [{ field: 'last_name', value: 'trev', op: 'starts_with' }, ['Ana']],
  [{ field: 'last_name', value: 'brie', op: 'contains' }, ['Bob']],
  [{ field: 'last_name', value: ['kim', 'treviño'] }, ['Ana', 'Jo']],
  [{ field: 'last_name', value: ['kim', 'treviño'], op: 'not' }, ['Bob']],
  [{ field: 'phone', value: '(512) 555-0142' }, ['Ana']],
  [{ field: 'phone', value: '5125550142', op: 'not' }, ['Bob', 'Jo']],
  [{ field: 'phone', value: '555-01', op: 'contains' }, ['Ana', 'Bob']],
  [{ field: 'phone', value: '(214)', op: 'starts_with' }, ['Bob']],
  [{ field: 'email', value: 'ana.t@EXAMPLE.com' }, ['Ana']],
  [{ field: 'email', value: '_', op: 'contains' }, ['Jo']],
  [{ field: 'email', value: 'kim', op: 'starts_with' }, ['Jo']],
  [{ field: 'email', value: 'kim_100@example.org', op: 'not' }, ['Ana', 'Bob']],
  [{ field: 'city', value: 'austin' }, ['Ana']],
  [{ field: 'city', value: 'as', op: 'contains' }, ['Bob']],
  [{ field: 'state', value: 'Texas' }, ['Ana', 'Bob']],
  [{ field: 'state', value: 'tx', op: 'not' }, ['Jo']],
  [{ field: 'state', value: 't', op: 'starts_with' }, ['Ana', 'Bob']],
  [{ field: 'zip_code', value: '787', op: 'starts_with' }, ['Ana']],
  [{ field: 'zip_code', value: '78701' }, ['Ana']],
  [{ field: 'category', value: '50%_off' }, ['Bob']],
  [{ field: 'category', value: '0%', op: 'contains' }, ['Bob']],
  [{ field: 'type', value: 'client' }, ['Bob']],
  [{ field: 'type', value: ['client', 'lead'], op: 'not' }, []],
  [{ field: 'tag', value: '2' }, ['Bob']],
  [{ field: 'tag', value: ['1', '2'] }, ['Ana', 'Bob']],
  [{ field: 'tag', value: '1', op: 'not' }, ['Jo']],
  [{ field: 'dob', value: '01/14/1962' }, ['Ana']],
  [{ field: 'dob', value: '1970-07-01', op: 'before' }, ['Ana']],
  [{ field: 'dob', value: '1962-01-14', op: 'after' }, ['Bob']],
  [{ field: 'dob', value: '1962-01-14', op: 'not' }, ['Bob', 'Jo']],
  [{ field: 'created_at', value: '2026-02-03' }, ['Ana']],
  [{ field: 'created_at', value: '2026-02-04', op: 'before' }, ['Ana']],
  [{ field: 'created_at', value: '2026-02-04', op: 'after' }, ['Jo']],
  [{ field: 'import_id', value: '7' }, []],
  [{ field: 'import_id', value: '7', op: 'not' }, ['Ana', 'Bob', 'Jo']],
  [{ field: 'city', value: '  ' }, ['Ana', 'Bob', 'Jo']],
  [{ field: 'city', value: [] }, ['Ana', 'Bob', 'Jo']],
])('the filter %o finds %o', async (filter, firstNames) => {
  const { data, meta } = await office.list('agent', { search: [filter], order_field: 'first_name' });

  expect([data.map((row) => row.first_name), meta.total_count]).toEqual([firstNames, firstNames.length]);
});

test.each([
  ['23 hours', '2026-03-08', '2026-03-08T06:00:00Z', '2026-03-09T05:00:00Z'],
  ['25 hours', '2026-11-01', '2026-11-01T05:00:00Z', '2026-11-02T06:00:00Z'],
])("a day of %s is in the caller's time zone", async (city, day, begins, ends) => {
  await office.owner.query(`update users set timezone = 'cst' where username = 'chief'`);
  const before = (moment: string) => new Date(Date.parse(moment) - 1).toISOString();
  const moments = { a: before(begins), b: begins, c: before(ends), d: ends };
  for (const [first_name, at] of Object.entries(moments)) {
    const calls = { created_at: at, last_touch_at: at, last_call_at: at };
    await office.add({ owner: 'chief', first_name, city, ...calls });
  }
  const found = async (field: ContactFilter['field'], op: ContactFilter['op']) => {
    const search: ContactFilter[] = [
      { field: 'city', value: city },
      { field, op, value: day },
    ];
    const { data, meta } = await office.list('chief', { search, order_field: 'first_name' });
    return [data.map((row) => row.first_name).join(''), meta.total_count];
  };

  for (const field of ['created_at', 'last_touch_at', 'last_call_at'] as const) {
    expect([await found(field, 'is'), await found(field, 'not')]).toEqual([
      ['bc', 2],
      ['ad', 2],
    ]);
    expect([await found(field, 'before'), await found(field, 'after')]).toEqual([
      ['a', 1],
      ['d', 1],
    ]);
  }
  expect(await found('last_call_at', 'not_since')).toEqual(['a', 1]);
});

test('filters, words, type and category narrow together', async () => {
  const search = [{ field: 'state' as const, value: 'TX' }];

  expect(await office.namesOf('agent', { search, q: 'bob' })).toEqual(["Bob O'Brien"]);
  expect(await office.namesOf('agent', { search, type: 'lead' })).toEqual(['Ana Treviño']);
  expect(await office.namesOf('agent', { search, category: '50%_off' })).toEqual(["Bob O'Brien"]);
  expect((await office.namesOf('agent', { search: [] })).toSorted()).toEqual(both.toSorted());
});

test.each<[ContactFilter, string]>([
  [{ field: 'dob', value: 'soon', op: 'before' }, 'dob'],
  [{ field: 'tag', value: '1', op: 'contains' }, 'tag'],
  [{ field: 'tag', value: 'hot' }, 'tag'],
  [{ field: 'last_name', value: 'x', op: 'before' }, 'last_name'],
])('refuses the filter %o under its field', async (filter, field) => {
  const refusal = await office.list('agent', { search: [filter] }).catch((error: unknown) => error);

  expect(refusal).toMatchObject({ code: 'refused', fields: { [field]: [expect.any(String)] } });
});
