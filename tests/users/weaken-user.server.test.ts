import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as contract from '#contract/users.contract.ts';
import { type Agency, openAgency, type Tab } from './agency.ts';

const OFFICE = [{ network: '10.1.0.0/16', label: 'Office' }];

let it: Agency;
let late: Tab;
beforeAll(async () => {
  it = await openAgency();
  late = await it.enter('chief');
});
afterAll(() => it.close());

let hires = 0;
let someone: number;
beforeEach(async () => {
  hires += 1;
  someone = await it.hire(`guarded${hires}`, 'agent', 'manager');
  await it.owner.query('update users set two_fa_required = true where id = $1', [someone]);
  await it.owner.query(`insert into auth_ips (account_id, user_id, network, label) values ($1, $2, $3, $4)`, [
    it.world.accountId,
    someone,
    OFFICE[0]?.network,
    OFFICE[0]?.label,
  ]);
  await proven(false);
});

const proven = (is: boolean) =>
  it.owner.query(`update sessions set sudo_until = now() + make_interval(mins => $1)`, [is ? 10 : 0]);

const answerOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code];

const change = (tab: Tab, user: object) =>
  tab.call(contract.quickUpdateUser, { params: { id: someone }, body: { user } });

const WAYS: readonly (readonly [string, (tab: Tab) => Promise<{ status: number; body: unknown }>])[] = [
  ['two-factor no longer required', (tab) => change(tab, { two_fa_required: false })],
  ['no allowed addresses', (tab) => change(tab, { auth_ips: [] })],
  ['any address allowed', (tab) => change(tab, { auth_ips: [...OFFICE, { network: '0.0.0.0/0', label: '' }] })],
  ['deactivation by a change', (tab) => change(tab, { active: false })],
  ['deactivation', (tab) => tab.call(contract.deactivateUser, { params: { id: someone } })],
];

describe.each(WAYS)('%s', (_, ask) => {
  test('takes a recent re-authentication', async () => {
    expect(answerOf(await ask(late))).toEqual([403, 'sudo_required']);

    await proven(true);
    expect(answerOf(await ask(late))).toEqual([200, undefined]);
  });

  test('is not for anyone who is logged in as another user', async () => {
    await proven(true);
    const acting = await it.enter('admin');
    const step = { login_type: 'login_as', reason: 'To help with a file' } as const;
    await acting.call(contract.loginAsUser, { params: { id: it.id('chief') }, body: step });
    acting.identity = `${it.id('chief')}:1`;

    expect(answerOf(await ask(acting))).toEqual([403, expect.stringMatching(/^(access_denied|sudo_required)$/u)]);
  });
});

test('what protects a user more takes none', async () => {
  await it.owner.query('update users set two_fa_required = false where id = $1', [someone]);
  await it.owner.query('delete from auth_ips where user_id = $1', [someone]);

  const { status } = await change(late, { two_fa_required: true, auth_ips: OFFICE, first_name: 'Nia' });

  expect([status, (await change(late, { auth_ips: OFFICE, two_fa_required: true })).status]).toEqual([200, 200]);
});
