import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { IDENTITY_HEADER } from '#contract/_wire.contract.ts';
import { readMe } from '#contract/session.contract.ts';
import * as contract from '#contract/users.contract.ts';
import { type Agency, openAgency, type Tab } from './agency.ts';

let it: Agency;
let admin: Tab;
let chief: Tab;
beforeAll(async () => {
  it = await openAgency();
  [admin, chief] = await Promise.all([it.enter('admin'), it.enter('chief')]);
});
afterAll(() => it.close());

let hires = 0;
let someone: number;
let name: string;
beforeEach(async () => {
  hires += 1;
  name = `hire${hires}`;
  someone = await it.hire(name, 'agent', 'manager');
});

const deactivate = (tab: Tab, id: number) => tab.call(contract.deactivateUser, { params: { id } });
const bringBack = (tab: Tab, id: number) =>
  tab.call(contract.quickUpdateUser, { params: { id }, body: { user: { active: true } } });
const statusOf = async (tab: Tab) => (await tab.call(readMe)).status;

const auditOf = async (id: number) => {
  const { rows } = await it.owner.query<{ action: string }>(
    `select action from audit_log where subject_type = 'user' and subject_id = $1 order by id`,
    [id],
  );
  return rows.map(({ action }) => action);
};

describe('deactivating', () => {
  test('ends their session within a second, and activating does not bring it back', async () => {
    const theirs = await it.enter(name);
    expect(await statusOf(theirs)).toBe(200);

    const began = performance.now();
    expect((await deactivate(chief, someone)).body.data.active).toBe(false);
    expect(await statusOf(theirs)).toBe(401);
    expect(performance.now() - began).toBeLessThan(1_000);

    expect((await bringBack(chief, someone)).body.data.active).toBe(true);
    expect(await statusOf(theirs)).toBe(401);
    expect(await auditOf(someone)).toEqual(['users.deactivated', 'users.activated']);
  });

  test('ends the links that they were mailed', async () => {
    await it.owner.query(`insert into password_resets values ($1, $2, $3, now(), now() + interval '1 day')`, [
      Buffer.from(`link ${name}`),
      it.world.accountId,
      someone,
    ]);

    await deactivate(admin, someone);

    const { rows } = await it.owner.query('select used_at is null as open from password_resets where user_id = $1', [
      someone,
    ]);
    expect(rows).toEqual([{ open: false }]);
  });

  test('revokes their keys', async () => {
    await it.owner.query(
      `insert into api_keys (account_id, user_id, kind, prefix, token_hash, created_at) values ($1, $2, 'key', 'bw_', $3, now())`,
      [it.world.accountId, someone, Buffer.from(name)],
    );

    await deactivate(admin, someone);

    const { rows } = await it.owner.query('select revoked_at is not null as revoked from api_keys where user_id = $1', [
      someone,
    ]);
    expect(rows).toEqual([{ revoked: true }]);
  });

  test('a second time changes nothing and writes nothing', async () => {
    await deactivate(admin, someone);

    expect((await deactivate(admin, someone)).status).toBe(200);
    expect(await auditOf(someone)).toEqual(['users.deactivated']);
  });

  test('ends the stack of somebody who acts for them', async () => {
    const acting = await it.enter('manager');
    await acting.call(contract.loginAsUser, {
      params: { id: someone },
      body: { login_type: 'login_as', reason: 'To help with a file' },
    });
    acting.identity = `${someone}:1`;
    expect(await statusOf(acting)).toBe(200);

    await deactivate(admin, someone);

    expect(await statusOf(acting)).toBe(401);
  });
});

describe('acting for somebody', () => {
  test('answers with the person, the marker and another cookie', async () => {
    const tab = await it.enter('manager');
    const before = tab.client.cookie;

    const { status, body } = await tab.call(contract.loginAsUser, {
      params: { id: someone },
      body: { login_type: 'login_as', reason: 'To help with a file' },
    });

    expect([status, body.data.marker, body.data.user.id]).toEqual([200, 'logged_as_manager', someone]);
    expect(tab.client.cookie).not.toBe(before);
    expect((await tab.client.call(readMe, { headers: { [IDENTITY_HEADER]: `${someone}:1` } })).body.data.id).toBe(
      someone,
    );
  });

  test('is told in the detail of the person with its reason', async () => {
    const tab = await it.enter('manager');
    const body = { login_type: 'login_as', reason: 'To help with a file' } as const;
    await tab.call(contract.loginAsUser, { params: { id: someone }, body });

    const { audit } = (await admin.call(contract.readUser, { params: { id: someone } })).body.data;

    expect(audit[0]).toMatchObject({
      action: 'session.actingBegun',
      actor: 'Max Manager',
      detail: 'To help with a file',
    });
  });

  test('needs a reason', async () => {
    const tab = await it.enter('manager');
    const body = { login_type: 'login_as', reason: ' x ' } as const;

    expect((await tab.call(contract.loginAsUser, { params: { id: someone }, body })).status).toBe(422);
  });
});
