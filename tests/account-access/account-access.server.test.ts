import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { grantAccountAccess, listAccountAccess, removeAccountAccess } from '#contract/account-access.contract.ts';
import { listUsers, loginAsUser } from '#contract/users.contract.ts';
import { type Agency, openAgency, type Tab } from '../users/agency.ts';

let it: Agency;
/** The administrator of the account that is opened. */
let host: Tab;
let number: string;
let ownNumber: string;

beforeAll(async () => {
  it = await openAgency();
  host = await it.enter('stranger');
  const numberOf = async (id: number) =>
    (await it.owner.query<{ number: string }>('select number from accounts where id = $1', [id])).rows[0]?.number ?? '';
  number = await numberOf(it.world.accountId);
  ownNumber = await numberOf(it.world.otherAccountId);
});
afterAll(() => it.close());
beforeEach(() => it.owner.query(`update sessions set sudo_until = now() + interval '10 minutes'`));

const grant = (body: { username: string; agency_number: string }, tab = host) => tab.call(grantAccountAccess, { body });
const remove = (id: number, tab = host) => tab.call(removeAccountAccess, { params: { id } });
const namesIn = async () => (await host.call(listAccountAccess)).body.data.map(({ username }) => username);
const seenBy = async (tab: Tab) =>
  (await tab.call(listUsers, { query: { only_rm: 'true' } })).body.data.map(({ username }) => username);

test('someone of another agency gets access, is listed with who gave it, and loses it', async () => {
  expect(await namesIn()).toEqual(['rm']);
  const rm = await it.enter('rm');
  expect(await seenBy(rm)).toContain('outsider');

  expect((await remove(rm.id)).status).toBe(204);
  expect([await namesIn(), await seenBy(rm)]).toEqual([[], []]);
  expect((await remove(rm.id)).status).toBe(404);

  const given = await grant({ username: ' RM ', agency_number: number.toLowerCase() });
  expect(given.body.data).toMatchObject({
    id: rm.id,
    role: 'relationship_manager',
    active: true,
    granted_by: expect.any(String),
    agency: { number },
  });
  expect(await seenBy(rm)).toContain('outsider');
  const { rows } = await it.owner.query<{ action: string }>(
    `select action from audit_log where subject_type = 'account_access' and actor_id = $1 order by id`,
    [host.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['account_access.removed', 'account_access.granted']);
});

test.each([
  ['an agent', 'faragent', () => number],
  ['someone unknown', 'nobody-of-that-name', () => number],
  ['the wrong agency', 'rm', () => `${number}9`],
  ['their own administrator', 'stranger', () => ownNumber],
])('%s gets none', async (_who, username, agency) => {
  const { status, body } = await grant({ username, agency_number: agency() });

  const message = 'No relationship manager or administrator of that agency has this user name.';
  expect([status, body]).toMatchObject([422, { errors: { username: [message] } }]);
});

test('giving access takes a recent re-authentication', async () => {
  await it.owner.query('update sessions set sudo_until = now() where user_id = $1', [host.id]);

  const { status, body } = await grant({ username: 'rm', agency_number: number });

  expect([status, (body as unknown as { code: string }).code]).toEqual([403, 'sudo_required']);
});

test('a session in which they act here ends with their access', async () => {
  const rm = await it.enter('rm');
  const outsider = it.world.people.outsider.id;
  const step = { login_type: 'impersonate', reason: 'To help with a file' } as const;
  expect((await rm.call(loginAsUser, { params: { id: outsider }, body: step })).status).toBe(200);
  const live = async () =>
    (await it.owner.query('select from sessions where user_id = $1 and ended_at is null', [outsider])).rowCount;
  expect(await live()).toBe(1);

  await remove(rm.id);

  expect(await live()).toBe(0);
});

test('an account neither sees nor removes the access to another one', async () => {
  await grant({ username: 'rm', agency_number: number });
  const admin = await it.enter('admin');

  expect((await admin.call(listAccountAccess)).body.data).toEqual([]);
  expect((await remove(it.id('rm'), admin)).status).toBe(404);
  expect(await namesIn()).toEqual(['rm']);
});
