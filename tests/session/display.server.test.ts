import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOwners, readProfile, updateTheme } from '#contract/profile.contract.ts';
import { readMe } from '#contract/session.contract.ts';
import { openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
beforeAll(async () => {
  it = await openApp();
});
afterAll(() => it.close());

test('display options are kept, and those not named stay', async () => {
  const agent = await it.signIn('agent');

  await agent.call(updateTheme, { body: { font_size: 'large', background: 'dark' } });
  const changed = await agent.call(updateTheme, { body: { primary_color: 'green' } });

  const kept = { font_size: 'large', primary_color: 'green', background: 'dark' };
  expect(changed.body).toEqual({ data: kept });
  expect((await agent.call(readMe)).body.data.profile).toMatchObject(kept);
});

test('a change of nothing answers what is kept', async () => {
  const peer = await it.signIn('peer');

  const answer = await peer.call(updateTheme, { body: {} });

  expect(answer.body).toEqual({ data: { font_size: 'default', primary_color: 'brand', background: 'default' } });
});

test('the profile has the display options, the name, the kind of account and the dialer', async () => {
  const manager = await it.signIn('manager');

  expect((await manager.call(readProfile)).body).toEqual({
    data: {
      font_size: 'default',
      primary_color: 'brand',
      background: 'default',
      dialer_verified_phone_number: null,
      personal_photo: null,
      logo: null,
      webpage_photo: null,
      webpage_flyer: null,
      dialer_enabled: false,
      first_name: 'Max',
      last_name: 'Manager',
      about_me: '',
      account_type: 'manager',
    },
  });
});

test('a user knows whether contacts are in their own book', async () => {
  const agent = await it.signIn('agent');
  const owns = async () => (await agent.call(readMe)).body.data.owns_contacts;
  const { id, account } = { id: it.world.people.agent.id, account: it.world.accountId };
  const add = (deleted: string) =>
    it.owner.query(
      `insert into contacts (account_id, business_unit_id, owner_id, number, last_name, deleted_at)
       values ($1, (select business_unit_id from users where id = $2), $2, (select coalesce(max(number), 0) + 1 from contacts), 'Ruiz', ${deleted})`,
      [account, id],
    );

  expect(await owns()).toBe(false);
  await add('now()');
  expect(await owns()).toBe(false);
  await add('null');
  expect(await owns()).toBe(true);
});

test('owners are the user first, then everybody below by name', async () => {
  const { manager, agent, peer } = it.world.people;
  const client = await it.signIn('manager');

  expect((await client.call(listOwners)).body).toEqual({
    data: [
      { id: manager.id, name: 'Max Manager', role: 'manager' },
      { id: agent.id, name: 'Amy Agent', role: 'agent' },
      { id: peer.id, name: 'Pia Peer', role: 'agent' },
    ],
  });
});

test('owners leave out who was deactivated', async () => {
  const client = await it.signIn('admin');
  await it.owner.query(`update users set active = false where username = 'peer'`);

  const { body } = await client.call(listOwners);
  await it.owner.query(`update users set active = true where username = 'peer'`);

  expect(body.data.map((person) => person.name)).toEqual(['Ada Admin', 'Amy Agent', 'Max Manager']);
});

test('a leader knows how many people stand below', async () => {
  const client = await it.signIn('admin');

  expect((await client.call(readMe)).body.data.downline_count).toBe(3);
});
