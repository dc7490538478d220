import { afterAll, beforeAll, expect, test } from 'vitest';
import { listUsers, loginAsUser } from '#contract/users.contract.ts';
import { type Agency, openAgency, type Tab } from './agency.ts';

let it: Agency;
beforeAll(async () => {
  it = await openAgency();
});
afterAll(() => it.close());

/** Signs in and steps onto one after the other. */
async function actAs(first: string, ...others: string[]): Promise<Tab> {
  const tab = await it.enter(first);
  for (const [at, username] of others.entries()) {
    const { status } = await tab.call(loginAsUser, {
      params: { id: it.id(username) },
      body: { login_type: 'login_as', reason: 'To help with a file' },
    });
    if (status !== 200) throw new Error(`${first} cannot act for ${username}: ${status}`);
    tab.identity = `${it.id(username)}:${at + 1}`;
  }
  return tab;
}

async function waysOf(tab: Tab) {
  const query = { limit: 200, order_field: 'username' } as const;
  const { data } = (await tab.call(listUsers, { query })).body;
  const narrowed = (await tab.call(listUsers, { query: { ...query, impersonators: 'true' } })).body.data;
  const open = data.filter((row) => row.login_types.length > 0).map(({ username }) => username);
  expect(narrowed.map(({ username }) => username)).toEqual(open);
  return { data, open };
}

test('one sees whom the person sees for whom one acts, and may go on to those below both', async () => {
  const { data, open } = await waysOf(await actAs('admin', 'chief'));

  expect(data.map(({ username }) => username)).not.toContain('faragent');
  expect(open).toEqual(['agent', 'field', 'manager', 'peer', 'rmaide', 'tele']);
});

test('a business-unit admin who acts for a manager goes on within the unit only', async () => {
  await it.hire('wanderer', 'agent', 'manager', it.far);

  const { data, open } = await waysOf(await actAs('chief', 'manager'));

  expect(data.map(({ username }) => username)).toContain('wanderer');
  expect(open).toEqual(['agent', 'field', 'peer']);
});

test('two deep there is no further step, and every row says so', async () => {
  const { data, open } = await waysOf(await actAs('admin', 'chief', 'manager'));

  expect(open).toEqual([]);
  expect(new Set(data.map(({ no_login: reason }) => reason))).toEqual(
    new Set(["You're already 2 log-ins deep. Exit one first."]),
  );
});

test('in an assigned account one goes on to those below the person there', async () => {
  const { accountId, otherAccountId } = it.world;
  const values = [accountId, it.id('admin'), otherAccountId];
  await it.owner.query('insert into account_assignments values ($1, $2, $3)', values);
  await it.owner.query(`update users set roles = '{manager}' where username = 'outsider'`);
  await it.owner.query(
    `insert into users (account_id, business_unit_id, manager_id, username, email, password_hash, first_name, last_name, roles)
     select account_id, business_unit_id, id, 'below', '', '', 'Bea', 'Below', '{agent}' from users where username = 'outsider'`,
  );

  const { open } = await waysOf(await actAs('admin', 'outsider'));

  expect(open).toEqual(['below']);
});
