import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Query } from '#contract/endpoint.ts';
import { downloadUsers, listUsers, loginAsUser } from '#contract/users.contract.ts';
import { type Agency, openAgency, type Tab } from './agency.ts';

let it: Agency;
const tabs = new Map<string, Tab>();

beforeAll(async () => {
  it = await openAgency();
  for (const name of ['admin', 'sub', 'rm', 'chief', 'manager', 'field', 'agent', 'farmanager', 'stranger']) {
    tabs.set(name, await it.enter(name));
  }
});
afterAll(() => it.close());

const tab = (name: string): Tab => {
  const found = tabs.get(name);
  if (found === undefined) throw new Error(`${name} has no tab`);
  return found;
};

const list = async (name: string, query: Partial<Query<typeof listUsers>> = {}) =>
  (await tab(name).call(listUsers, { query: { limit: 200, order_field: 'username', ...query } })).body;

const names = async (name: string, query: Partial<Query<typeof listUsers>> = {}) =>
  (await list(name, query)).data.map(({ username }) => username);

const ACCOUNT = [
  'admin',
  'agent',
  'chief',
  'faragent',
  'farchief',
  'farmanager',
  'field',
  'manager',
  'peer',
  'rm',
  'rmaide',
  'sub',
  'tele',
];

describe('who sees whom', () => {
  test.each([
    ['admin', ACCOUNT],
    ['sub', ACCOUNT],
    ['chief', ['admin', 'agent', 'chief', 'field', 'manager', 'peer', 'rm', 'rmaide', 'sub', 'tele']],
    ['manager', ['agent', 'field', 'manager', 'peer']],
    ['field', ['field']],
    ['farmanager', ['faragent', 'farmanager']],
    ['rm', ['outsider', 'rm', 'rmaide', 'stranger']],
    ['stranger', ['outsider', 'stranger']],
  ])('%s sees the people of their reach and nobody else', async (caller, expected) => {
    expect(await names(caller)).toEqual(expected);
  });

  test('an agent may not ask', async () => {
    expect((await tab('agent').call(listUsers, { query: {} })).status).toBe(403);
  });

  test('only_rm leaves those of assigned accounts, and nobody where none is assigned', async () => {
    expect(await names('rm', { only_rm: 'true' })).toEqual(['outsider', 'stranger']);
    expect(await names('admin', { only_rm: 'true' })).toEqual([]);
  });

  test('who has the own account assigned as well sees everybody once', async () => {
    const values = [it.world.accountId, it.id('rm')];
    await it.owner.query('insert into account_assignments values ($1, $2, $1)', values);

    expect(await names('rm')).toEqual([...ACCOUNT, 'outsider', 'stranger'].toSorted());
    expect((await list('rm')).meta.total_count).toBe(ACCOUNT.length + 2);
    await it.owner.query('delete from account_assignments where user_id = $2 and assigned_account_id = $1', values);
  });

  test('somebody of an assigned account comes with their account, unit, manager and downline', async () => {
    const { data } = await list('rm', { only_rm: 'true' });

    expect(
      data.map(({ account, business_unit, manager, downline_count }) => [
        account.name,
        business_unit.name,
        manager?.name ?? null,
        downline_count,
      ]),
    ).toEqual([
      ['Summit Insurance', 'Head office', 'Sam Stranger', 0],
      ['Summit Insurance', 'Head office', null, 1],
    ]);
  });
});

describe('narrowing', () => {
  test('the search finds name, user name, e-mail and number, without accents and capitals', async () => {
    await it.owner.query(`update users set last_name = 'Marchétti' where username = 'peer'`);

    expect(await names('admin', { q: 'MARCHETTI pia' })).toEqual(['peer']);
    expect(await names('admin', { q: 'márchetti' })).toEqual(['peer']);
    expect(await names('admin', { q: 'farchief@example' })).toEqual(['farchief']);
    expect(await names('admin', { q: 'n-tele' })).toEqual(['tele']);
    expect(await names('admin', { q: '%' })).toEqual([]);
    expect(await names('rm', { q: 'óutsider summit' })).toEqual([]);
    expect(await names('rm', { q: 'óutsider' })).toEqual(['outsider']);
  });

  test('a role means who is called by it', async () => {
    expect(await names('admin', { role: 'admin' })).toEqual(['admin']);
    expect(await names('admin', { role: 'sub_admin' })).toEqual(['sub']);
    expect(await names('admin', { role: 'bu_admin' })).toEqual(['chief', 'farchief']);
  });

  test('a downline is everybody below somebody in sight, also in an assigned account', async () => {
    expect(await names('admin', { user_id: it.id('farchief') })).toEqual(['faragent', 'farmanager']);
    expect(await names('rm', { user_id: it.id('stranger') })).toEqual(['outsider']);
    const { status } = await tab('manager').call(listUsers, { query: { user_id: it.id('farchief') } });
    expect(status).toBe(404);
  });

  test('deactivated people are there unless one asks for the others', async () => {
    await it.owner.query(`update users set active = false where username = 'tele'`);

    expect(await names('chief', { active: 'false' })).toEqual(['tele']);
    expect(await names('chief', { active: 'true' })).not.toContain('tele');
    expect(await names('chief')).toContain('tele');
  });
});

describe('acting', () => {
  test.each(['admin', 'sub', 'chief', 'manager', 'field', 'rm', 'farmanager'])(
    'impersonators of %s are those whose row offers a way, and every other row says why not',
    async (caller) => {
      const { data } = await list(caller);
      const open = data.filter((row) => row.login_types.length > 0).map((row) => row.username);

      expect(await names(caller, { impersonators: 'true' })).toEqual(open);
      expect(data.filter((row) => (row.login_types.length === 0) !== (row.no_login !== ''))).toEqual([]);
    },
  );

  test('each role has its own ways', async () => {
    const ways = async (caller: string, username: string) =>
      (await list(caller)).data.find((row) => row.username === username)?.login_types;

    expect(await ways('admin', 'manager')).toEqual(['login_as', 'impersonate']);
    expect(await ways('manager', 'agent')).toEqual(['login_as']);
    expect(await ways('rm', 'outsider')).toEqual(['impersonate']);
    expect(await ways('rm', 'rmaide')).toEqual([]);
    expect(await ways('chief', 'farmanager')).toBeUndefined();
  });
});

describe('pages', () => {
  test('every order walks through everybody once, whatever the size of the page', async () => {
    for (const order_field of ['last_name', 'username', 'last_seen_at', 'created_at'] as const) {
      for (const order of ['asc', 'desc'] as const) {
        const seen: number[] = [];
        for (let page = 1; page <= 5; page += 1) {
          const { data } = await list('admin', { order_field, order, page, limit: 3 });
          seen.push(...data.map(({ id }) => id));
        }
        expect(new Set(seen).size).toBe(ACCOUNT.length);
        expect(seen.length).toBe(ACCOUNT.length);
      }
    }
  });

  test('the meta counts what fits', async () => {
    const { meta } = await list('admin', { limit: 5, page: 2 });

    expect(meta).toEqual({ current_page: 2, limit: 5, total_count: 13, total_pages: 3 });
  });

  test('a file has all of them, as they are searched and ordered', async () => {
    const query = { role: 'agent', order_field: 'username', order: 'desc' } as const;
    const { body } = await tab('admin').call(downloadUsers, { query });

    const [, ...lines] = Papa.parse<string[]>((body as string).trim()).data;
    expect(lines.map((cells) => cells[2])).toEqual(await names('admin', query));
  });
});

test('who acts for somebody with assigned accounts does not see the people there', async () => {
  const acting = await it.enter('admin');
  await acting.call(loginAsUser, {
    params: { id: it.id('rm') },
    body: { login_type: 'login_as', reason: 'To help with a list' },
  });
  acting.identity = `${it.id('rm')}:1`;

  const accountsOf = (people: readonly { account: { id: number } }[]) => people.map(({ account }) => account.id);
  const seen = (await acting.call(listUsers, { query: { limit: 200 } })).body.data;
  expect(accountsOf((await list('rm')).data)).toContain(it.world.otherAccountId);
  expect(accountsOf(seen)).not.toContain(it.world.otherAccountId);
});
