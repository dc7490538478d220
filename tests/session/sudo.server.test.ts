import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey, refreshApiToken } from '#contract/api-access.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { PERMISSIONS } from '#contract/access.contract.ts';
import { scopesOf } from '#rules/access/permissions.ts';
import { openApp, type TestApp } from '../_api/app.ts';
import { contractEndpoints } from '../_api/contract-endpoints.ts';
import { openTab, type Tab } from './tab.ts';

const WINDOW_MS = 15 * 60_000;

let it: TestApp;
let admin: Tab;
/** The admin as the manager. */
let acting: Tab;
beforeAll(async () => {
  it = await openApp();
  admin = await openTab(it, 'admin');
  acting = await openTab(it, 'admin');
  await acting.actFor(it.world.people.manager.id);
});
afterAll(() => it.close());

/** An empty request: a guard that runs before the body is read answers anyway. */
async function ask({ method, path }: Endpoint, tab: Tab) {
  const user = tab.user();
  const headers = { 'x-identity': `${user.id}:${user.identity.length - 1}` };
  return codeOf(await tab.client.send(method, path.replaceAll(/:\w+/g, '1'), { headers }));
}

const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | null)?.code,
];

const closed = contractEndpoints.filter(({ sudo }) => sudo !== false);
const own = closed.filter(({ sudo }) => sudo === true);
const ofSigner = closed.filter(({ sudo }) => sudo === 'signer');

const setWindow = (tab: Tab, until: Date | null) =>
  it.owner.query('update sessions set sudo_until = $2 where id = $1', [tab.user().identity[0]?.session_id, until]);

test('the endpoints that promise P5 names need a proof', () => {
  const named = [
    'updatePassword',
    'updateUser',
    'enableTwoFactor',
    'disableTwoFactor',
    'renewRecoveryCodes',
    'createApiKey',
    'updateApiKey',
    'showApiToken',
    'refreshApiToken',
    'updateUserRoles',
    'loginAsUser',
    'updateFeatureFlags',
  ];

  const names = closed.map(({ name }) => name);
  expect(named.filter((name) => !names.includes(name))).toEqual([]);
});

describe.each(closed.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  test('is refused where no proof was given', async () => {
    await setWindow(admin, null);

    expect(await ask(endpoint, admin)).toEqual([403, 'sudo_required']);
  });

  test('is refused once the proof is 15 minutes old, and not before', async () => {
    await setWindow(admin, new Date(it.deps.now().getTime() + 10_000));
    const [, within] = await ask(endpoint, admin);
    await setWindow(admin, it.deps.now());

    expect(within).not.toBe('sudo_required');
    expect(await ask(endpoint, admin)).toEqual([403, 'sudo_required']);
  });
});

describe('while acting for somebody', () => {
  test.each(own.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s is refused, whatever the proof',
    async (_name, endpoint) => {
      await setWindow(acting, new Date(it.deps.now().getTime() + WINDOW_MS));

      const [status, code] = await ask(endpoint, acting);

      expect(status).toBe(403);
      expect(['sudo_required', 'access_denied']).toContain(code);
    },
  );

  test.each(ofSigner.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s asks for the proof of the signer',
    async (_name, endpoint) => {
      await setWindow(acting, new Date(it.deps.now().getTime() + WINDOW_MS));
      const [within] = await ask(endpoint, acting);
      await setWindow(acting, it.deps.now());

      expect(within).not.toBe(403);
      expect(await ask(endpoint, acting)).toEqual([403, 'sudo_required']);
    },
  );

  test('nobody proves anything', async () => {
    expect(codeOf(await acting.confirm())).toEqual([403, 'access_denied']);
  });

  test('the window of the signer is none for the person acted for', async () => {
    const deep = await openTab(it, 'admin');
    await deep.actFor(it.world.people.manager.id);

    const { rows } = await it.owner.query('select sudo_until from sessions where id = $1', [
      deep.user().identity[1]?.session_id,
    ]);

    expect(rows).toEqual([{ sudo_until: null }]);
  });
});

test('no key opens any of them', async () => {
  await setWindow(admin, new Date(it.deps.now().getTime() + WINDOW_MS));
  const { key } = (await admin.call(createApiKey, { body: { name: 'All', scopes: scopesOf(PERMISSIONS) } })).body.data;
  const { token } = (await admin.call(refreshApiToken)).body.data;

  const statuses = new Set<number>();
  for (const { method, path } of closed) {
    for (const secret of [key, token]) {
      const headers = { authorization: `Bearer ${secret}`, cookie: null, 'x-identity': null };
      statuses.add((await it.visitor().send(method, path.replaceAll(/:\w+/g, '1'), { headers })).status);
    }
  }

  expect([...statuses]).toEqual([403]);
});
