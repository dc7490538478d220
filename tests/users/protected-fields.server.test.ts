import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IDENTITY_HEADER } from '#contract/_wire.contract.ts';
import { type Agency, openAgency, type Tab } from './agency.ts';

let it: Agency;
let someone: number;
const tabs = new Map<string, Tab>();

beforeAll(async () => {
  it = await openAgency();
  someone = await it.hire('someone', 'agent', 'manager');
  for (const name of ['agent', 'field', 'manager', 'rm', 'chief', 'farchief', 'stranger']) {
    tabs.set(name, await it.enter(name));
  }
});
afterAll(() => it.close());

/** Fields that a user who doesn't manage the whole account may not change, each with a different value. */
const PROTECTED: Readonly<Record<string, readonly unknown[]>> = {
  roles: [['admin'], ['sub_admin', 'admin']],
  admin: [true],
  account_type: ['admin'],
  business_unit_id: [],
  account_id: [2],
  user_id: [1001],
  id: [1],
  paid_user: [false],
  paid_membership: [false],
  balance: [1_000_000],
  admin_status: ['approved'],
  c_1: [true],
  aris: [true],
  wallet_feature_enabled: [true],
  regional_manager_enabled: [true],
  max_plus_plan: ['premium', 'standard'],
  password_hash: ['x'],
};

/** Fields that a body may contain; the permission is checked later. */
const KNOWN = Object.keys(PROTECTED).filter((field) =>
  /^(business_unit_id|c_1|aris|wallet_|regional_|max_plus)/u.test(field),
);

/** The writes of people, each with a body that is fine by itself. */
const WRITES = [
  ['PATCH', (id: number) => `/v1/admin/users/${id}`, { user: {} }, 'user'],
  ['PATCH', (id: number) => `/v1/admin/users/${id}/quick_update`, { user: {} }, 'user'],
  ['PATCH', (id: number) => `/v1/admin/users/${id}/update_roles`, { account_type: 'agent' }, null],
  ['POST', (id: number) => `/v1/admin/users/${id}/paid_membership`, { paid_membership: true }, null],
  ['DELETE', (id: number) => `/v1/admin/users/${id}?x=1`, {}, null],
] as const;

const stateOf = async () => {
  const { rows } = await it.owner.query<{ state: string }>(
    `select jsonb_agg(to_jsonb(u) - 'last_seen_at' - 'active' - 'password_changed_at' order by u.id)::text as state from users u`,
  );
  return rows[0]?.state;
};

test('no protected field in any body changes anything for somebody who does not decide for the account', async () => {
  const before = await stateOf();
  await fc.assert(
    fc.asyncProperty(
      // A user who manages users without managing the account comes closest.
      fc.oneof(fc.constantFrom('chief', 'farchief'), fc.constantFrom(...tabs.keys())),
      fc.constantFrom(...WRITES),
      fc.oneof(
        fc.subarray(KNOWN, { minLength: 1, maxLength: 3 }),
        fc.subarray(Object.keys(PROTECTED), { minLength: 1, maxLength: 3 }),
      ),
      fc.boolean(),
      fc.nat(),
      async (caller, [method, path, base, inner], chosen, outside, pick) => {
        const tab = tabs.get(caller);
        if (tab === undefined) throw new Error(`${caller} has no tab`);
        const extra = Object.fromEntries(
          chosen.map((field) => {
            const values = field === 'business_unit_id' ? [it.far] : (PROTECTED[field] ?? []);
            return [field, values[pick % values.length]];
          }),
        );
        const body = inner === null || outside ? { ...base, ...extra } : { [inner]: { ...base[inner], ...extra } };
        const { status } = await tab.client.send(method, path(someone), {
          headers: { 'content-type': 'application/json', [IDENTITY_HEADER]: tab.identity },
          body: JSON.stringify(body),
        });
        // Deactivating takes no body: it may pass, and changes nothing but that.
        if (method !== 'DELETE') expect(status).toBeGreaterThanOrEqual(400);
        expect(await stateOf()).toBe(before);
        await it.owner.query('update users set active = true where id = $1', [someone]);
      },
    ),
    { numRuns: 300, seed: 20_261_121 },
  );
});

test('somebody who decides for the account changes each of them in its own place', async () => {
  const admin = await it.enter('admin');
  const user = {
    business_unit_id: it.far,
    c_1: true,
    aris: true,
    wallet_feature_enabled: true,
    regional_manager_enabled: true,
    max_plus_plan: 'premium',
  };

  const { status } = await admin.client.send('PATCH', `/v1/admin/users/${someone}`, {
    headers: { 'content-type': 'application/json', [IDENTITY_HEADER]: admin.identity },
    body: JSON.stringify({ user }),
  });

  expect(status).toBe(200);
  const { rows } = await it.owner.query(
    `select business_unit_id, c_1, aris, wallet_feature_enabled, regional_manager_enabled, max_plus_plan
     from users where id = $1`,
    [someone],
  );
  expect(rows).toEqual([user]);
});
