import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openApp, type TestApp } from '../_api/app.ts';
import { PASSWORD } from '../_db/world.ts';
import { passwordHashes } from '../../server/telemetry/instruments.ts';

const DAY_MS = 86_400_000;
const NEW_PASSWORD = 'seven quiet otters rowing';

let it: TestApp;
beforeAll(async () => {
  it = await openApp();
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.owner.query('delete from sign_in_failures');
  await it.owner.query(`update users set password_hash = (select password_hash from users where username = 'peer')`);
});

interface Reply {
  readonly status: number;
  readonly body: { readonly code?: string; readonly error?: string };
  /** As a Cookie header has it. `null`: none was set. */
  readonly device: string | null;
  readonly set: readonly string[];
}

async function post(path: string, payload: object, from: { ip?: string; cookie?: string | null } = {}): Promise<Reply> {
  const { ip = '10.0.0.1', cookie = null } = from;
  const answer = await it.app.inject({
    method: 'POST',
    url: path,
    remoteAddress: ip,
    headers: { host: 'localhost', origin: 'http://localhost', ...(cookie === null ? {} : { cookie }) },
    payload,
  });
  const set = [answer.headers['set-cookie'] ?? []].flat();
  const device = set.find((one) => one.startsWith('device='));
  return {
    status: answer.statusCode,
    body: answer.body === '' ? {} : answer.json(),
    device: device?.split(';')[0] ?? null,
    set,
  };
}

const tryAs = (username: string, password: string, from: { ip?: string; cookie?: string | null } = {}) =>
  post('/v1/sessions', { username, password }, from);

/** A stranger's hundred wrong guesses. */
const lock = (username: string) =>
  it.owner.query(
    `insert into sign_in_failures (subject, failures, level, last_at) values ('user:' || $1, 100, 50, $2)
     on conflict (subject) do update set failures = 100, level = 50, last_at = excluded.last_at`,
    [username, it.deps.now()],
  );

/** The device cookie of a browser that a user has signed in with. */
async function knownTo(username: string, cookie: string | null = null): Promise<string> {
  const { status, device } = await tryAs(username, PASSWORD, { cookie });
  if (device === null) throw new Error(`${username} was not remembered: ${status}`);
  return device;
}

describe('a browser that a user has signed in with', () => {
  test('signs in while strangers have locked the user, and nobody else does', async () => {
    const cookie = await knownTo('agent');
    await lock('agent');

    expect((await tryAs('agent', PASSWORD, { cookie })).status).toBe(200);
    expect((await tryAs('agent', PASSWORD)).status).toBe(422);
    expect((await tryAs('agent', PASSWORD, { cookie: await knownTo('manager') })).status).toBe(422);
  });

  test('has a count of its own, with the same delays', async () => {
    const cookie = await knownTo('agent');

    for (let nth = 0; nth < 5; nth += 1) await tryAs('agent', 'a slip', { cookie });
    const held = await tryAs('agent', PASSWORD, { cookie });
    const elsewhere = await tryAs('agent', PASSWORD);

    expect([held.status, elsewhere.status]).toEqual([422, 200]);
    const { rows } = await it.owner.query(
      `select subject, failures from sign_in_failures where subject like 'device:%'`,
    );
    expect(rows).toEqual([
      { subject: expect.stringMatching(`^device:${it.world.people.agent.id}:[0-9a-f]{16}$`), failures: 5 },
    ]);
  });

  test('is known for several users', async () => {
    const both = await knownTo('manager', await knownTo('agent'));
    await lock('agent');
    await lock('manager');

    expect((await tryAs('agent', PASSWORD, { cookie: both })).status).toBe(200);
    expect((await tryAs('manager', PASSWORD, { cookie: both })).status).toBe(200);
  });

  test('is unknown once the password has changed without it, or after half a year', async () => {
    const cookie = await knownTo('agent');
    const old = await knownTo('admin');
    it.advance(1_000);
    await it.owner.query(`update users set password_changed_at = $1 where username = 'agent'`, [it.deps.now()]);
    it.advance(181 * DAY_MS);
    await lock('agent');
    await lock('admin');

    expect((await tryAs('agent', PASSWORD, { cookie })).status).toBe(422);
    expect((await tryAs('admin', PASSWORD, { cookie: old })).status).toBe(422);
  });

  test.each([
    ['another user', (value: string) => value.replace(/^device=\d+/u, `device=${it.world.people.manager.id}`)],
    ['another device', (value: string) => value.replace(/\.[0-9a-f]{16}\./u, '.0123456789abcdef.')],
    ['a later day', (value: string) => value.replace(/\.(\d{13})\./u, (_, at: string) => `.${Number(at) + 1}.`)],
    ['no signature', (value: string) => value.replace(/[\w-]{43}$/u, '')],
    ['nothing but rubbish', () => `device=${'~'.repeat(5_000)}`],
  ])('cannot be forged for %s', async (_, forge) => {
    const cookie = forge(await knownTo('agent'));
    await lock('agent');
    await lock('manager');

    expect((await tryAs('agent', PASSWORD, { cookie })).status).toBe(422);
    expect((await tryAs('manager', PASSWORD, { cookie })).status).toBe(422);
  });

  test('gets a cookie that no script can read, and that says nothing about the session', async () => {
    const { set } = await tryAs('agent', PASSWORD);

    expect(set).toHaveLength(2);
    expect(set[1]).toMatch(
      /^device=\d+\.[0-9a-f]{16}\.\d{13}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/u,
    );
  });
});

test('the e-mailed link unlocks, also while the guesses go on', async () => {
  await lock('agent');
  await post('/v1/users/reset_password_instructions', { username: 'agent' });
  const { rows } = await it.owner.query<{ text_body: string }>(
    'select text_body from outbox_mails order by id desc limit 1',
  );
  const token = /token=([\w-]+)/u.exec(rows[0]?.text_body ?? '')?.[1] ?? '';

  const { status, device } = await post('/v1/users/reset_password_by_token', { token, password: NEW_PASSWORD });
  expect(status).toBe(200);
  await lock('agent');

  expect((await tryAs('agent', NEW_PASSWORD, { cookie: device })).status).toBe(200);
});

describe('hashing', () => {
  const hashes = async (): Promise<number> => (await passwordHashes.get()).values[0]?.value ?? 0;

  test('ends with the cap of an address', async () => {
    const before = await hashes();

    const answers: Reply[] = [];
    for (let nth = 0; nth < 300; nth += 20) {
      const some = Array.from({ length: 20 }, (_, more) =>
        tryAs(`name${nth + more}`, 'a guess', { ip: '203.0.113.9' }),
      );
      answers.push(...(await Promise.all(some)));
    }

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
    expect((await hashes()) - before).toBeLessThanOrEqual(91);
  });

  test('of many at the same time has a short line, and who finds it full is told to come back and counts nothing', async () => {
    const cookie = await knownTo('agent');

    const flood = Array.from({ length: 300 }, (_, nth) =>
      tryAs(`name${nth}`, 'a guess', { ip: `198.51.${nth >> 7}.${nth & 127}` }),
    );
    const known = tryAs('agent', PASSWORD, { cookie });
    const answers = await Promise.all(flood);

    const busy = answers.filter(({ status }) => status === 429);
    expect(busy.length).toBeGreaterThan(100);
    expect(busy[0]?.body).toMatchObject({
      code: 'too_many',
      error: 'The server is busy. Please try again in a moment.',
    });
    expect((await known).status).toBe(200);
    const { rowCount } = await it.owner.query(`select from sign_in_failures where subject like 'user:name%'`);
    expect(rowCount).toBe(300 - busy.length);
  });
});
