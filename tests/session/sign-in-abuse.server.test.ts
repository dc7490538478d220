import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openApp, type TestApp } from '../_api/app.ts';
import { PASSWORD } from '../_db/world.ts';

const WRONG = "Incorrect username or password. After several attempts, you'll need to wait before trying again.";
const MINUTE_MS = 60_000;

let it: TestApp;
beforeAll(async () => {
  it = await openApp();
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.owner.query('delete from sign_in_failures');
  await it.owner.query('delete from outbox_mails');
});

interface From {
  /** Port of the socket. */
  readonly socket?: string;
  readonly forwarded?: string;
}

/** A sign-in through a proxy of the own network, unless a socket says otherwise. */
async function tryAs(username: string, password: string, { socket = '10.0.0.1', forwarded }: From = {}) {
  const answer = await it.app.inject({
    method: 'POST',
    url: '/v1/sessions',
    remoteAddress: socket,
    headers: {
      host: 'localhost',
      origin: 'http://localhost',
      ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
    },
    payload: { username, password },
  });
  const { request_id: _id, ...body } = answer.json<Record<string, unknown>>();
  // What is left of the minute differs with each try.
  const own = /^(?:x-request-id|date|ratelimit-.*)$/u;
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !own.test(name)));
  return { status: answer.statusCode, body, headers };
}

/** Addresses that tries were counted for. */
const counted = async (): Promise<string[]> => {
  const { rows } = await it.owner.query<{ subject: string }>(
    `select subject from sign_in_failures where subject like 'ip:%' order by subject`,
  );
  return rows.map(({ subject }) => subject);
};

test('an unknown name, a wrong password, a locked name, a foreign address and somebody inactive get the same answer', async () => {
  const at = new Date(it.deps.now().getTime() - MINUTE_MS);
  const { people } = it.world;
  await it.owner.query(`insert into sign_in_failures (subject, failures, last_at) values ('user:peer', 100, $1)`, [at]);
  await it.owner.query(`insert into auth_ips (account_id, user_id, network) values ($1, $2, '192.0.2.0/24')`, [
    people.manager.accountId,
    people.manager.id,
  ]);
  await it.owner.query(`update users set active = false where username = 'outsider'`);

  const answers = [
    await tryAs('agent', 'not this one'),
    await tryAs('nobody', PASSWORD),
    await tryAs('peer', PASSWORD),
    await tryAs('manager', PASSWORD),
    await tryAs('outsider', PASSWORD),
  ];
  await it.owner.query('delete from auth_ips');
  await it.owner.query(`update users set active = true where username = 'outsider'`);

  const [first] = answers;
  expect(first).toMatchObject({
    status: 422,
    body: { code: 'refused', error: WRONG, errors: { password: [WRONG] } },
  });
  expect(answers).toEqual(answers.map(() => first));
});

describe('the address that is counted', () => {
  test('is the one before the own proxies, whatever stands before it', async () => {
    for (let nth = 0; nth < 10; nth += 1) {
      await tryAs(`name${nth}`, 'a guess', { forwarded: `198.51.100.${nth}, 203.0.113.9` });
    }

    expect(await counted()).toEqual(['ip:203.0.113.9']);
  });

  test('is that of the socket when nobody of ours stands between', async () => {
    for (let nth = 0; nth < 10; nth += 1) {
      await tryAs(`name${nth}`, 'a guess', { socket: '203.0.113.9', forwarded: `198.51.100.${nth}` });
    }

    expect(await counted()).toEqual(['ip:203.0.113.9']);
  });

  test('that has used its hour up gets the right password refused as well, another one does not', async () => {
    for (let nth = 0; nth < 95; nth += 1) await tryAs(`name${nth}`, 'a guess', { socket: '203.0.113.9' });

    const held = await tryAs('agent', PASSWORD, { socket: '203.0.113.9' });
    const other = await tryAs('agent', PASSWORD, { socket: '203.0.113.10' });

    expect([held.status, other.status]).toEqual([422, 200]);
  });

  test('is decided by auth_ips as well: a forged header brings nobody in', async () => {
    const { id, accountId } = it.world.people.manager;
    const insert = `insert into auth_ips (account_id, user_id, network) values ($1, $2, '192.0.2.0/24')`;
    await it.owner.query(insert, [accountId, id]);

    const forged = await tryAs('manager', PASSWORD, { socket: '203.0.113.9', forwarded: '192.0.2.7' });
    const through = await tryAs('manager', PASSWORD, { forwarded: '192.0.2.7, 203.0.113.9' });
    const own = await tryAs('manager', PASSWORD, { socket: '192.0.2.7' });
    await it.owner.query('delete from auth_ips');

    expect([forged.status, through.status, own.status]).toEqual([422, 422, 200]);
  });
});

test('successes use nothing up, and end the failures in a row', async () => {
  for (let round = 0; round < 30; round += 1) {
    await tryAs('agent', 'a slip');
    expect((await tryAs('agent', PASSWORD)).status).toBe(200);
  }

  const { rows } = await it.owner.query(
    `select subject, failures, round(level) as level from sign_in_failures order by 1`,
  );
  expect(rows).toEqual([
    { subject: 'ip:10.0.0.1', failures: 60, level: 30 },
    { subject: 'user:agent', failures: 0, level: 30 },
  ]);
});

describe('a hundred failures in a row', () => {
  test('lock the sign-in, and the person is told once', async () => {
    const old = new Date(it.deps.now().getTime() - 24 * 60 * MINUTE_MS);
    await it.owner.query(`insert into sign_in_failures (subject, failures, last_at) values ('user:agent', 99, $1)`, [
      old,
    ]);
    const mails = () =>
      it.owner.query<{ recipient: string; subject: string }>('select recipient, subject from outbox_mails');

    const last = await tryAs('agent', 'a guess');
    await expect.poll(async () => (await mails()).rowCount, { interval: 10 }).toBe(1);
    it.advance(48 * 60 * MINUTE_MS);
    const locked = [await tryAs('agent', PASSWORD), await tryAs('agent', 'a guess')];

    expect([last, ...locked].map(({ status, body }) => [status, body['error']])).toEqual(Array(3).fill([422, WRONG]));
    expect((await mails()).rows).toEqual([
      { recipient: 'agent@example.test', subject: 'Bellwether: Your sign-in is locked' },
    ]);
  });

  test('at a name that nobody has send no mail', async () => {
    const old = new Date(it.deps.now().getTime() - 24 * 60 * MINUTE_MS);
    await it.owner.query(`insert into sign_in_failures (subject, failures, last_at) values ('user:nobody', 99, $1)`, [
      old,
    ]);

    expect((await tryAs('nobody', 'a guess')).status).toBe(422);
    expect((await it.owner.query('select from outbox_mails')).rowCount).toBe(0);
  });
});
