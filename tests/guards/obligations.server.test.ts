import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { IDENTITY_HEADER } from '#contract/_wire.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { acceptTos, updateProfile } from '#contract/profile.contract.ts';
import { readMe } from '#contract/session.contract.ts';
import { loginAsUser } from '#contract/users.contract.ts';
import { DEBT_WORDS } from '#rules/access/debt-words.ts';
import { codeOfDebt, DEBTS, type Debt } from '#rules/access/debts.ts';
import { OPEN_WHILE_OWING } from '#rules/access/open-while-owing.ts';
import { type Answer, type Client, openApp, type TestApp } from '../_api/app.ts';
import { contractEndpoints } from '../_api/contract-endpoints.ts';

let it: TestApp;
beforeAll(async () => {
  it = await openApp();
});
afterAll(() => it.close());

const SETTLED = `tos_accepted = '2099-01-01', paid_user = true, change_password = false, two_fa_required = false`;
const OWED: Readonly<Record<Debt, string>> = {
  terms: 'tos_accepted = null',
  payment: 'paid_user = false',
  password: 'change_password = true',
  two_factor: 'two_fa_required = true',
};
const set = (username: string, what: string) =>
  it.owner.query(`update users set ${what} where username = $1`, [username]);

beforeEach(async () => {
  // Each test asks every endpoint: it starts with what a minute allows.
  it.advance(60_000);
  await set('agent', SETTLED);
  await set('manager', SETTLED);
});

const guarded = contractEndpoints.filter(({ access }) => access !== 'public');

/** Admission comes before the input is read, so any will do. */
const ask = (client: Client, { method, path }: Endpoint, headers: Record<string, string | null> = {}) =>
  client.send(method, path.replaceAll(/:\w+/g, '1'), { headers }) as Promise<Answer<{ code: string; error: string }>>;

const refusalOf = ({ status, body }: Answer<{ code: string; error: string }>) => ({
  status,
  code: body?.code,
  error: body?.error,
});

const refusedFor = (debt: Debt) => ({
  status: 403,
  code: codeOfDebt(debt),
  error: `${DEBT_WORDS[debt].title}. ${DEBT_WORDS[debt].text}`,
});

/** Endpoints whose answers differ from what the table says. */
async function exceptions(debt: Debt, headers: Record<string, string | null>): Promise<string[]> {
  const closed = guarded.filter(({ name }) => !OPEN_WHILE_OWING[debt].includes(name));
  const client = headers['authorization'] ? it.visitor() : await it.signIn('agent');
  await set('agent', OWED[debt]);
  const found: string[] = [];
  for (const endpoint of closed) {
    const refusal = refusalOf(await ask(client, endpoint, headers));
    if (JSON.stringify(refusal) !== JSON.stringify(refusedFor(debt)))
      found.push(`${endpoint.name} answers ${refusal.status} ${refusal.error}`);
  }
  for (const endpoint of guarded.filter(({ name }) => OPEN_WHILE_OWING[debt].includes(name))) {
    await set('agent', SETTLED);
    const fresh = headers['authorization'] ? it.visitor() : await it.signIn('agent');
    await set('agent', OWED[debt]);
    const { code } = refusalOf(await ask(fresh, endpoint, headers));
    if (code?.endsWith('_due') === true) found.push(`${endpoint.name} is closed`);
  }
  return found;
}

describe.each(DEBTS)('who owes %s', (debt) => {
  test('gets nothing of the whole contract but what settles it', async () => {
    expect(await exceptions(debt, {})).toEqual([]);
  });

  test('gets no more with an API key', async () => {
    const token = `bw_${randomBytes(32).toString('base64url')}`;
    const { id, accountId } = it.world.people.agent;
    await it.owner.query(
      `insert into api_keys (account_id, user_id, kind, name, prefix, token_hash, created_at)
       values ($1, $2, 'key', 'Sync', $3, $4, now())`,
      [accountId, id, token.slice(0, 8), createHash('sha256').update(token).digest()],
    );

    expect(await exceptions(debt, { authorization: `Bearer ${token}` })).toEqual([]);
  });
});

test('every name of the table is an endpoint that asks for a session', () => {
  const names = new Set(guarded.map(({ name }) => name));

  expect([...new Set(Object.values(OPEN_WHILE_OWING).flat())].filter((name) => !names.has(name))).toEqual([]);
});

test('what settles one obligation stays open under several; the first one is named', async () => {
  const agent = await it.signIn('agent');
  await set('agent', [OWED.payment, OWED.password, OWED.terms].join());

  expect(refusalOf(await ask(agent, updateProfile))).toEqual(refusedFor('terms'));
  expect((await agent.call(acceptTos)).status).toBe(200);
  expect(refusalOf(await ask(agent, updateProfile))).toEqual(refusedFor('payment'));
});

test('the obligation of a running session closes it with the next request, and settling it opens it again', async () => {
  const agent = await it.signIn('agent');
  const read = () => agent.send('GET', '/v1/quick_filters');
  expect((await read()).status).toBe(200);

  await set('agent', OWED.payment);
  expect((await read()).status).toBe(403);
  await set('agent', SETTLED);
  expect((await read()).status).toBe(200);
});

describe('logged in as someone else', () => {
  /** The manager as the agent. */
  const acting = async (): Promise<(endpoint: Endpoint) => Promise<Answer<{ code: string; error: string }>>> => {
    const manager = await it.signIn('manager');
    await it.owner.query(`update sessions set sudo_until = $1 where user_id = $2`, [
      new Date(it.deps.now().getTime() + 60_000),
      it.world.people.manager.id,
    ]);
    const { id } = it.world.people.agent;
    const body = { login_type: 'login_as', reason: 'a look at the book' } as const;
    expect((await manager.call(loginAsUser, { params: { id }, body })).status).toBe(200);
    return (endpoint) => ask(manager, endpoint, { [IDENTITY_HEADER]: `${id}:1` });
  };
  const listFilters = guarded.find(({ name }) => name === 'listQuickFilters') as Endpoint;

  test.each(['payment', 'password'] as const)('%s of that user is owed, as on the pages', async (debt) => {
    const asked = await acting();
    await set('agent', OWED[debt]);

    expect(refusalOf(await asked(listFilters))).toEqual(refusedFor(debt));
    expect((await asked(readMe)).status).toBe(200);
  });

  test.each(['terms', 'two_factor'] as const)('%s is not theirs to settle', async (debt) => {
    const asked = await acting();
    await set('agent', OWED[debt]);

    expect((await asked(listFilters)).status).toBe(200);
  });

  test('who owes anything does not get there', async () => {
    const manager = await it.signIn('manager');
    await set('manager', OWED.two_factor);

    expect(refusalOf(await ask(manager, loginAsUser))).toEqual(refusedFor('two_factor'));
  });
});
