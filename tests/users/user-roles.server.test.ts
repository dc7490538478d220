import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '#contract/access.contract.ts';
import { readMe } from '#contract/session.contract.ts';
import * as contract from '#contract/users.contract.ts';
import { type Agency, openAgency, type Tab } from './agency.ts';

let it: Agency;
let admin: Tab;
beforeAll(async () => {
  it = await openAgency();
  admin = await it.enter('admin');
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

const rolesOf = async (tab: Tab, id: number) =>
  (await tab.call(contract.readUserRoles, { params: { id } })).body.data.assignable;
const give = (tab: Tab, id: number, account_type: Role) =>
  tab.call(contract.updateUserRoles, { params: { id }, body: { account_type } });
const allowed = (roles: Awaited<ReturnType<typeof rolesOf>>) => roles.filter((role) => role.allowed).map((r) => r.role);

describe('assignable roles', () => {
  test('are those strictly below the own, with the labels of the brand; every other says why not', async () => {
    const roles = await rolesOf(await it.enter('chief'), someone);

    expect(roles.map(({ role }) => role)).not.toContain('pool_holder');
    expect(allowed(roles)).toEqual(['manager', 'district_manager', 'field_manager', 'telemarketer', 'agent']);
    expect(roles.find(({ role }) => role === 'bu_admin')).toEqual({
      role: 'bu_admin',
      label: 'BU Admin',
      allowed: false,
      reason: 'You can only assign roles lower than yours.',
    });
    expect(roles.filter((role) => role.allowed !== (role.reason === ''))).toEqual([]);
  });

  test('an admin gives every role but the own', async () => {
    expect(allowed(await rolesOf(admin, someone))).toEqual([
      'sub_admin',
      'bu_admin',
      'manager',
      'district_manager',
      'field_manager',
      'telemarketer',
      'agent',
      'relationship_manager',
    ]);
  });

  test('regional manager is there once it is switched on for the person or the account', async () => {
    const can = async () => allowed(await rolesOf(admin, someone)).includes('regional_manager');
    expect(await can()).toBe(false);

    await it.owner.query('update users set regional_manager_enabled = true where id = $1', [someone]);
    expect(await can()).toBe(true);

    await it.owner.query('update users set regional_manager_enabled = false where id = $1', [someone]);
    await it.owner.query(`insert into feature_flags values ($1, 'regional-manager', true, $2, now())`, [
      it.world.accountId,
      admin.id,
    ]);
    expect(await can()).toBe(true);
    await it.owner.query('delete from feature_flags');
  });

  test('the central variant has no second administrator role, and says so', async () => {
    await it.owner.query(`insert into feature_flags values ($1, 'central-variant', true, $2, now())`, [
      it.world.accountId,
      admin.id,
    ]);
    const roles = await rolesOf(admin, someone);
    await it.owner.query('delete from feature_flags');

    expect(allowed(roles)).toContain('bu_admin');
    expect(roles.find(({ role }) => role === 'sub_admin')).toMatchObject({
      allowed: false,
      reason: "The central variant doesn't have this role.",
    });
  });

  test('nothing may be given to somebody who may not be changed, and it says why', async () => {
    const roles = await rolesOf(await it.enter('manager'), someone);

    expect(new Set(roles.map(({ reason }) => reason))).toEqual(new Set(["Your role doesn't allow editing users."]));
  });
});

describe('giving a role', () => {
  test('sets the roles that follow from it and ends their sessions', async () => {
    const theirs = await it.enter(name);

    const { body } = await give(admin, someone, 'sub_admin');

    expect([body.data.account_type, body.data.roles]).toEqual(['sub_admin', ['sub_admin', 'admin']]);
    expect((await theirs.call(readMe)).status).toBe(401);
    expect(body.data.audit[0]).toMatchObject({ action: 'users.rolesChanged', detail: 'Agent → Admin' });
  });

  test('the same role again leaves their sessions', async () => {
    const theirs = await it.enter(name);

    expect((await give(admin, someone, 'agent')).status).toBe(200);

    expect((await theirs.call(readMe)).status).toBe(200);
  });

  test.each([
    ['chief', 'bu_admin'],
    ['chief', 'admin'],
    ['chief', 'relationship_manager'],
    ['sub', 'sub_admin'],
    ['admin', 'admin'],
    ['admin', 'pool_holder'],
    ['admin', 'regional_manager'],
  ] as const)('%s may not give %s', async (caller, role) => {
    const { status, body } = await give(await it.enter(caller), someone, role);

    expect([status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([422, ['account_type']]);
    const { rows } = await it.owner.query('select roles from users where id = $1', [someone]);
    expect(rows).toEqual([{ roles: ['agent'] }]);
  });

  test('needs a proof of identity', async () => {
    it.advance(16 * 60_000);
    const { status, body } = await give(admin, someone, 'manager');

    expect([status, body]).toEqual([403, expect.objectContaining({ code: 'sudo_required' })]);
    admin = await it.enter('admin');
  });
});

test('the last administrator can be neither demoted nor deactivated', async () => {
  const { changePerson, requireOtherAdmin } = await import('../../server/features/users/change-user.service.ts');
  const { signedInAs } = await import('../_db/identity.ts');
  const sub = it.id('sub');
  const identity = signedInAs(it.world.people.admin, ['admin']);
  const check = () =>
    changePerson(it.deps, { identity, requestId: '', params: { id: sub } }, ({ tx, person }) =>
      requireOtherAdmin(tx, person),
    );
  await expect(check()).resolves.toMatchObject({ id: sub });

  // Simulates that the caller was deactivated a moment ago.
  await it.owner.query(`update users set active = false where 'admin' = any(roles) and id <> $1`, [sub]);

  await expect(check()).rejects.toMatchObject({ code: 'conflict' });
});
