import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listFeatureFlags, listFeatures, updateFeatureFlags } from '#contract/flags.contract.ts';
import { listImportAttempts } from '#contract/imports.contract.ts';
import { readLiveOverview } from '#contract/live.contract.ts';
import { readMe } from '#contract/session.contract.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let admin: Client;
beforeAll(async () => {
  it = await openApp();
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.owner.query('delete from feature_flags');
  admin = await it.signIn('admin');
});

const put = (client: Client, feature: 'imports' | 'chat' | 'live', enabled: boolean | null) =>
  client.call(updateFeatureFlags, { body: { feature_flags: [{ feature, enabled }] } });

describe('a switch', () => {
  test('is stored with its user, and applies to the whole account', async () => {
    const { body } = await put(admin, 'chat', true);

    expect(body.data).toEqual([
      { feature: 'chat', enabled: true, changed_by: 'Ada Admin', changed_at: expect.any(String) },
    ]);
    const agent = await it.signIn('agent');
    expect((await agent.call(readMe)).body.data.feature_overrides).toEqual([{ feature: 'chat', enabled: true }]);
    const outsider = await it.signIn('outsider');
    expect((await outsider.call(readMe)).body.data.feature_overrides).toEqual([]);
  });

  test('that is taken away follows the rules again', async () => {
    await put(admin, 'chat', true);
    await put(admin, 'chat', null);

    expect((await admin.call(listFeatureFlags)).body.data).toEqual([]);
  });

  test('that changes nothing stays with who changed it first', async () => {
    const first = await put(admin, 'chat', true);
    it.advance(60_000);
    const second = await put(admin, 'chat', true);

    expect(second.body).toEqual(first.body);
  });

  test('is written into the audit log', async () => {
    await put(admin, 'chat', false);

    const { rows } = await it.owner.query(
      `select actor_id, detail from audit_log where action = 'flags.changed' order by id desc limit 1`,
    );
    expect(rows).toEqual([
      { actor_id: it.world.people.admin.id, detail: { wanted: [{ feature: 'chat', enabled: false }] } },
    ]);
  });

  test('needs a proof of identity', async () => {
    it.advance(16 * 60_000);

    expect((await put(admin, 'chat', true)).body).toMatchObject({ code: 'sudo_required' });
  });
});

describe('a feature that is switched off', () => {
  test('is refused by the server with the reason, and comes back', async () => {
    const agent = await it.signIn('agent');
    await put(admin, 'imports', false);
    const refused = await agent.call(listImportAttempts, { query: {} });
    await put(admin, 'imports', null);
    const open = await agent.call(listImportAttempts, { query: {} });

    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'access_denied', error: 'Turned off by an administrator.', errors: { user: 'Access denied!' } },
    ]);
    expect(open.status).toBe(200);
  });

  test('stays open in another account', async () => {
    await put(admin, 'live', false);
    const stranger = await it.signIn('stranger');

    expect((await stranger.call(readLiveOverview)).status).toBe(200);
  });
});

test("the list has a user's features, and the reasons for missing ones", async () => {
  const { body } = await admin.call(listFeatures);

  expect(body.data.filter(({ feature }) => ['contacts', 'messages', 'phone'].includes(feature))).toEqual([
    { feature: 'contacts', label: 'Contacts', allowed: true, reason: '' },
    { feature: 'phone', label: 'Phone', allowed: false, reason: 'Not available in development.' },
    { feature: 'messages', label: 'Text messages', allowed: false, reason: 'Requires a wallet.' },
  ]);
});

test('a manager may not switch', async () => {
  const manager = await it.signIn('manager');

  expect((await put(manager, 'chat', true)).status).toBe(403);
});
