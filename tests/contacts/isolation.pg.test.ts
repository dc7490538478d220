import { afterAll, beforeAll, expect, test } from 'vitest';
import { outsideAccounts, withAccount } from '../../server/db/tx.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
  await office.add({ owner: 'agent', last_name: 'Lopez' });
});
afterAll(() => office.close());

const EVERYBODY = {
  owners: null,
  pools: [],
  pool: null,
  deleted: false,
  words: [],
  filters: [],
  order_field: 'last_name',
  descending: false,
  after: null,
  limit: 10,
  offset: 0,
  with_total: false,
};
const SEARCH = 'select id from search_contacts($1)';

const inAccount = (accountId: number, text: string, values: unknown[] = []) =>
  withAccount(office.deps.pool, { accountId }, async (tx) => (await tx.raw(text, values)).length);

test('without any condition another account has no rows', async () => {
  const { accountId, otherAccountId } = office.world;

  for (const table of ['contacts', 'contact_counts', 'pools']) {
    expect(await inAccount(accountId, `select from ${table}`)).toBeGreaterThan(0);
    expect(await inAccount(otherAccountId, `select from ${table}`)).toBe(0);
  }
});

test('the search function answers for the account of the transaction, whatever the scope says', async () => {
  const { accountId, otherAccountId } = office.world;
  const scope = { ...EVERYBODY, account_id: accountId, owners: [office.identityOf('agent').userId] };

  expect(await inAccount(accountId, SEARCH, [JSON.stringify(scope)])).toBe(1);
  expect(await inAccount(otherAccountId, SEARCH, [JSON.stringify(scope)])).toBe(0);
  expect(await inAccount(otherAccountId, SEARCH, [JSON.stringify(EVERYBODY)])).toBe(0);
});

test('the search function finds nothing outside of an account', async () => {
  expect(await outsideAccounts(office.deps.pool, SEARCH, [JSON.stringify(EVERYBODY)])).toEqual([]);
});

test.each([
  { words: [{ kind: 'part', text: "%' or true --" }] },
  { filters: [{ field: 'city', op: 'is', values: ["' or true --"] }] },
  { filters: [{ field: 'last_name', op: 'contains', values: ["%' or '1'='1"] }] },
])('text in the scope stays text: %o', async (change) => {
  expect(await inAccount(office.world.accountId, SEARCH, [JSON.stringify({ ...EVERYBODY, ...change })])).toBe(0);
});

test.each([
  { filters: [{ field: 'version > 0 or true', op: 'is', values: ['1'] }] },
  { filters: [{ field: 'tag', op: 'is', values: ['1) or (true'] }] },
  { order_field: 'id; drop table contacts' },
  { words: [{ kind: 'anything', text: 'x' }] },
  { pool: '1 or true' },
])('the scope takes nothing but what it knows: %o', async (change) => {
  const asked = inAccount(office.world.accountId, SEARCH, [JSON.stringify({ ...EVERYBODY, ...change })]);

  await expect(asked).rejects.toThrow();
});

test('only the application may call the functions that look across accounts', async () => {
  const { rows } = await office.owner.query<{ proname: string; grantees: string[] }>(
    `select proname, array_agg(pg_get_userbyid(a.grantee) order by a.grantee) filter (where a.grantee <> p.proowner) as grantees
     from pg_proc p, aclexplode(p.proacl) a where proname in ('search_contacts', 'fold_contact_counts') group by 1 order by 1`,
  );

  expect(rows).toEqual([
    { proname: 'fold_contact_counts', grantees: '{bellwether_app}' },
    { proname: 'search_contacts', grantees: '{bellwether_app}' },
  ]);
});

test('a downline of more people than are merged one by one shows the same rows', async () => {
  const { accountId, people } = office.world;
  await office.owner.query(
    `with hired as (
       insert into users (account_id, business_unit_id, manager_id, username, email, password_hash, first_name, last_name, roles)
       select $1, $2, $3, 'crowd' || g, '', '', '', '', '{agent}' from generate_series(1, 120) g returning id)
     insert into contacts (account_id, number, business_unit_id, owner_id, last_name)
     select $1, 100000 + id, $2, id, 'crowd' || id from hired`,
    [accountId, people.peer.businessUnitId, people.peer.id],
  );
  const names = await office.namesOf('peer', { contact_group: 'downline', limit: 200 });

  expect(names).toHaveLength(120);
  expect(names).toEqual(names.toSorted());
});
