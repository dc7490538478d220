import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Body } from '#contract/endpoint.ts';
import { resetPasswordByToken } from '#contract/passwords.contract.ts';
import { signIn } from '#contract/session/sign-in.contract.ts';
import { createUser } from '#contract/users.contract.ts';
import { type Agency, openAgency, type Tab } from './agency.ts';

let it: Agency;
let admin: Tab;
let chief: Tab;
beforeAll(async () => {
  it = await openAgency();
  [admin, chief] = await Promise.all([it.enter('admin'), it.enter('chief')]);
});
afterAll(() => it.close());

let made = 0;
const create = (tab: Tab, user: Partial<Body<typeof createUser>['user']> = {}) => {
  made += 1;
  const username = `new.person${made}`;
  const base = { username, first_name: 'New', last_name: 'User', email: `${username}@example.test` };
  return tab.call(createUser, { body: { user: { ...base, account_type: 'agent', ...user } } });
};
const fieldsOf = (body: unknown) => Object.keys((body as { errors: object }).errors);

test('a new person stands below who added them, in their unit, and must choose a password', async () => {
  const { status, body } = await create(chief, { first_name: '  Ana\u0000 ' });

  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    first_name: 'Ana',
    account_type: 'agent',
    active: true,
    change_password: true,
    manager: { id: it.id('chief') },
    business_unit: { name: 'Head office' },
    timezone: 'est',
  });
  expect(body.data.audit[0]).toMatchObject({ action: 'users.created', actor: 'Chief Hired' });
});

test('they get a mail with a link under the origin of the page, and choose a password with it', async () => {
  const { body } = await create(admin);

  const { rows } = await it.owner.query<{ recipient: string; subject: string; text_body: string }>(
    'select recipient, subject, text_body from outbox_mails order by id desc limit 1',
  );
  expect([rows[0]?.recipient, rows[0]?.subject]).toEqual([body.data.email, 'Bellwether: choose your password']);
  const token = new RegExp(`${it.url}/reset-password\\?token=([\\w-]+)`, 'u').exec(rows[0]?.text_body ?? '')?.[1] ?? '';
  const chosen = { token, password: 'a long walk by the sea' };
  const { status } = await it.visitor().call(resetPasswordByToken, { body: chosen });
  expect(status).toBe(200);
  const username = body.data.username;
  const entered = await it.visitor().call(signIn, { body: { username, password: chosen.password } });
  expect(entered.status).toBe(200);
});

test('a user name that somebody has is refused, whatever its capitals and account', async () => {
  for (const username of ['AGENT', 'outsider']) {
    const { status, body } = await create(admin, { username });
    expect([status, fieldsOf(body)]).toEqual([422, ['user.username']]);
  }
});

test.each([
  ['chief', { account_type: 'bu_admin' }, 'user.account_type'],
  ['admin', { account_type: 'admin' }, 'user.account_type'],
  ['admin', { account_type: 'pool_holder' }, 'user.account_type'],
  ['admin', { business_unit_id: 999_999 }, 'user.business_unit_id'],
  ['chief', { manager_id: null }, 'user.manager_id'],
  ['admin', { username: 'a b' }, 'user.username'],
] as const)('%s may not add %o', async (caller, user, field) => {
  const { status, body } = await create(caller === 'chief' ? chief : admin, user);

  expect([status, fieldsOf(body)]).toEqual([422, [field]]);
});

test('a business-unit admin adds nobody to another unit or below somebody out of sight', async () => {
  expect((await create(chief, { business_unit_id: it.far })).status).toBe(422);
  expect((await create(chief, { manager_id: it.id('farmanager') })).status).toBe(422);
  expect((await create(chief, { manager_id: it.id('manager') })).body.data.manager?.name).toBe('Max Manager');
});

test('who leads without deciding on people adds nobody', async () => {
  expect((await create(await it.enter('manager'))).status).toBe(403);
});
