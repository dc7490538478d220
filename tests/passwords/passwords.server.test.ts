import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestPasswordReset, resetPasswordByToken, updatePassword } from '#contract/passwords.contract.ts';
import { readMe } from '#contract/session.contract.ts';
import { signIn } from '#contract/session/sign-in.contract.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';
import { PASSWORD, type Username } from '../_db/world.ts';
import { challenge, codeAt, enrol, secondStep } from '../two-factor/enrol.ts';

const OVER = 'This link has expired or was already used. Request a new one.';
const NEW = 'seven green kettles';
const MINUTE_MS = 60_000;

let it: TestApp;
let passwordHash: string;
beforeAll(async () => {
  it = await openApp();
  const { rows } = await it.owner.query<{ password_hash: string }>('select password_hash from users limit 1');
  passwordHash = rows[0]?.password_hash ?? '';
});
afterAll(() => it.close());

beforeEach(async () => {
  await it.owner.query('delete from sign_in_failures');
  await it.owner.query('delete from outbox_mails');
  await it.owner.query('delete from two_factors');
  await it.owner.query('update users set password_hash = $1, password_short = false', [passwordHash]);
});

const ask = (username: string, headers: Record<string, string> = {}) =>
  it.visitor().call(requestPasswordReset, { body: { username }, headers });

const mails = async () => {
  const { rows } = await it.owner.query<{ recipient: string; subject: string; text_body: string }>(
    'select recipient, subject, text_body from outbox_mails order by id',
  );
  return rows;
};

/** The token in the latest e-mail to a user. */
async function tokenFor(username: Username): Promise<string> {
  await ask(username);
  const to = (await mails()).filter(({ recipient }) => recipient === `${username}@example.test`);
  return /\?token=([\w-]{43})\n/.exec(to.at(-1)?.text_body ?? '')?.[1] ?? '';
}

const reset = (token: string, password = NEW) => it.visitor().call(resetPasswordByToken, { body: { token, password } });

const signInAs = (username: string, password: string) => it.visitor().call(signIn, { body: { username, password } });

const change = (client: Client, password: string, id = client.person?.id ?? 0) =>
  client.call(updatePassword, { params: { id }, body: { password } });

describe('asking for instructions', () => {
  test('e-mails a link to the user with that name or address', async () => {
    await ask('AGENT');
    await ask('peer@example.test');

    const sent = await mails();
    expect(sent.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['agent@example.test', 'Bellwether: set a new password'],
      ['peer@example.test', 'Bellwether: set a new password'],
    ]);
    expect(sent[0]?.text_body).toMatch(new RegExp(`\n${it.url}/reset-password\\?token=[\\w-]{43}\n`));
  });

  test('answers the same for an unknown name, and for an inactive user', async () => {
    await it.owner.query(`update users set active = false where username = 'outsider'`);
    const answers = [await ask('agent'), await ask('nobody'), await ask('outsider')];
    await it.owner.query(`update users set active = true where username = 'outsider'`);

    const shape = ({ status, body, headers }: (typeof answers)[number]) => [status, body, Object.keys(headers).sort()];
    const [first] = answers.map(shape);
    expect(answers.slice(1).map(shape)).toEqual([first, first]);
    expect(answers[0]?.status).toBe(204);
    expect(await mails()).toHaveLength(1);
  });

  test('takes about the same time for an unknown name', async () => {
    const timed = async (name: string) => {
      const from = performance.now();
      await ask(name);
      return performance.now() - from;
    };
    const [known, unknown] = [await timed('agent'), await timed('nobody')];

    expect(Math.min(known, unknown)).toBeGreaterThan(240);
    expect(Math.abs(known - unknown)).toBeLessThan(150);
  });

  test('mails four links an hour at most', async () => {
    await Promise.all(Array.from({ length: 8 }, () => ask('agent')));

    expect(await mails()).toHaveLength(4);
  });

  test('keeps only the hash of the token', async () => {
    const token = await tokenFor('agent');

    const { rows } = await it.owner.query<{ row: string }>('select to_jsonb(r)::text as row from password_resets r');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
  });
});

describe('a link', () => {
  test('sets a new password, ends every session, signs no one in and notifies the user', async () => {
    const client = await it.signIn('agent');

    const answer = await reset(await tokenFor('agent'));

    const before = await client.call(readMe);
    const old = await signInAs('agent', PASSWORD);
    const fresh = await signInAs('agent', NEW);
    expect([answer.status, answer.body]).toEqual([200, { data: { username: 'agent' } }]);
    expect(answer.headers['set-cookie']).toMatch(/^device=/u);
    expect([before.status, old.status, fresh.status]).toEqual([401, 422, 200]);
    expect((await mails()).at(-1)?.subject).toBe('Bellwether: Your password was changed');
  });

  test('ends the sessions of those who act for the person, and the person’s API keys', async () => {
    const admin = await it.signIn('admin');
    const { id, accountId } = it.world.people.agent;
    await it.owner.query(
      `insert into sessions (account_id, user_id, token_hash, parent_id, marker, depth, expires_at)
       select account_id, $1, 'acting', id, 'impersonating', 1, expires_at from sessions
       where user_id = $2 and ended_at is null`,
      [id, admin.person?.id],
    );
    await it.owner.query(
      `insert into api_keys (account_id, user_id, kind, prefix, token_hash, created_at) values ($1, $2, 'key', 'bw_', 'k', now())`,
      [accountId, id],
    );

    await reset(await tokenFor('agent'));

    const sessions = await it.owner.query(
      `select ended_at is not null as ended from sessions where token_hash = 'acting'`,
    );
    const keys = await it.owner.query('select revoked_at is not null as revoked from api_keys where user_id = $1', [
      id,
    ]);
    expect([sessions.rows, keys.rows]).toEqual([[{ ended: true }], [{ revoked: true }]]);
  });

  test('works once, also with ten concurrent requests', async () => {
    const token = await tokenFor('agent');

    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => reset(token, `${NEW} ${at}`)));
    const again = await reset(token);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(422)]);
    expect([again.status, again.body]).toMatchObject([422, { errors: { token: [OVER] } }]);
  });

  test('ends the other links of the person', async () => {
    const [first, second] = [await tokenFor('agent'), await tokenFor('agent')];

    expect([(await reset(second)).status, (await reset(first)).status]).toEqual([200, 422]);
  });

  test('is over after 20 minutes', async () => {
    const [first, second] = [await tokenFor('agent'), await tokenFor('agent')];
    it.advance(20 * MINUTE_MS - 5_000);
    const inTime = await reset(first, 'kettle');
    it.advance(5_000);
    const late = await reset(second);

    expect(inTime.body).toMatchObject({ errors: { password: [expect.stringMatching(/at least 15/)] } });
    expect(late.body).toMatchObject({ errors: { token: [OVER] } });
  });

  test('that was never sent is over as well', async () => {
    expect((await reset('x'.repeat(43))).body).toMatchObject({ errors: { token: [OVER] } });
  });

  test('works on after a password that was refused', async () => {
    const token = await tokenFor('agent');

    const refused = await reset(token, 'passwordpassword');
    const taken = await reset(token);

    const message = 'This password is too common.';
    expect([refused.status, refused.body]).toMatchObject([422, { error: message, errors: { password: [message] } }]);
    expect(taken.status).toBe(200);
  });

  test('does not pass two-factor, and ends sign-ins that wait for their code', async () => {
    const { seed } = await enrol(it, 'agent');
    const waiting = await challenge(it, 'agent');

    await reset(await tokenFor('agent'));
    const late = await secondStep(it, waiting.otp_secret, codeAt(seed, it.deps.now()));
    const next = await signInAs('agent', NEW);

    expect(late.status).toBe(422);
    expect(next.body.data).toMatchObject({ methods: ['app', 'recovery'] });
    it.advance(24 * 60 * MINUTE_MS);
    expect((await signInAs('agent', NEW)).body.data).toMatchObject({ methods: ['app', 'email', 'recovery'] });
  });

  test('opens a sign-in again that a hundred failures have locked', async () => {
    await it.owner.query(`insert into sign_in_failures (subject, failures, last_at) values ('user:agent', 100, now())`);
    it.advance(24 * 60 * MINUTE_MS);
    const locked = await signInAs('agent', PASSWORD);

    await reset(await tokenFor('agent'));

    expect([locked.status, (await signInAs('agent', NEW)).status]).toEqual([422, 200]);
  });
});

describe('changing the own password', () => {
  test('keeps this session with another token, and ends every other one', async () => {
    const [client, elsewhere] = [await it.signIn('agent'), await it.signIn('agent')];
    const before = client.cookie;
    await it.owner.query(`update users set change_password = true where username = 'agent'`);

    const answer = await change(client, NEW);

    const { rows } = await it.owner.query(`select change_password from users where username = 'agent'`);
    expect([answer.status, client.cookie === before]).toEqual([204, false]);
    expect([(await client.call(readMe)).status, (await elsewhere.call(readMe)).status]).toEqual([200, 401]);
    expect((await signInAs('agent', NEW)).status).toBe(200);
    expect(rows).toEqual([{ change_password: false }]);
    expect((await mails()).at(-1)?.subject).toBe('Bellwether: Your password was changed');
  });

  test("another user's answers like an unknown one", async () => {
    const client = await it.signIn('admin');

    const theirs = await change(client, NEW, it.world.people.agent.id);
    const unknown = await change(client, NEW, 999_999);

    expect([theirs.status, unknown.status]).toEqual([404, 404]);
    expect(theirs.body).toMatchObject({ code: 'not_found' });
    expect(unknown.body).toMatchObject({ code: 'not_found' });
  });

  test('needs a proof of identity', async () => {
    const client = await it.signIn('agent');
    await it.owner.query('update sessions set sudo_until = null');

    expect((await change(client, NEW)).body).toMatchObject({ code: 'sudo_required' });
  });

  test.each(['short', 'agent@example.test', 'Amy-Bellwether-1', 'letmeinletmeinletmein'])(
    'to “%s” is refused',
    async (password) => {
      const client = await it.signIn('agent');

      const answer = await change(client, password);

      expect([answer.status, answer.body]).toMatchObject([422, { errors: { password: [expect.any(String)] } }]);
    },
  );

  test('takes eight characters with two-factor, and notes that they are few', async () => {
    const { client } = await enrol(it, 'agent');

    const answer = await change(client, 'oak7kjrm');

    const { rows } = await it.owner.query(`select password_short, change_password from users where username = 'agent'`);
    expect(answer.status).toBe(204);
    expect(rows).toEqual([{ password_short: true, change_password: false }]);
  });

  test('is stored as argon2id with 19 MiB, in its composed form', async () => {
    const client = await it.signIn('agent');
    await change(client, 'sieben grüne Teekessel');

    const { rows } = await it.owner.query<{ password_hash: string }>(
      `select password_hash from users where username = 'agent'`,
    );
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signInAs('agent', 'sieben gru\u0308ne Teekessel')).status).toBe(200);
  });
});

test('a sign-in that was on its way when the password changed opens no session', async () => {
  const change = await it.owner.connect();
  await change.query('begin');
  await change.query(`update users set password_hash = 'another' where username = 'agent'`);
  const underWay = signInAs('agent', PASSWORD);
  await expect
    .poll(async () => (await it.owner.query(`select from pg_locks where not granted`)).rowCount, { interval: 10 })
    .toBeGreaterThan(0);

  await change.query('commit');
  change.release();

  expect((await underWay).status).toBe(422);
});
