import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMe, signOut } from '#contract/session.contract.ts';
import { signIn } from '#contract/session/sign-in.contract.ts';
import { removeExpired } from '../../server/retention/remove-expired.ts';
import { PASSWORD } from '../_db/world.ts';
import { openApp, type TestApp } from '../_api/app.ts';

const WRONG = "Incorrect username or password. After several attempts, you'll need to wait before trying again.";
const HOUR_MS = 3_600_000;

let it: TestApp;
beforeAll(async () => {
  it = await openApp();
});
afterAll(() => it.close());

const tryAs = (username: string, password: string) => it.visitor().call(signIn, { body: { username, password } });

describe('signing in', () => {
  test('answers the user and gives a cookie that no script can read', async () => {
    const answer = await tryAs('agent', PASSWORD);

    const { agent } = it.world.people;
    const { data } = answer.body;
    if (!('user' in data)) expect.unreachable('a second step is owed');
    expect(data.user).toEqual({
      id: agent.id,
      username: 'agent',
      first_name: 'Amy',
      last_name: 'Agent',
      email: 'agent@example.test',
      phone: '',
      roles: ['agent'],
      permissions: [
        'contacts.read',
        'contacts.write',
        'contacts.delete',
        'contacts.reveal',
        'contacts.transfer',
        'contacts.export',
        'phone.call',
        'chat.use',
        'quotes.ask',
        'imports.run',
        'broadcasts.send',
      ],
      c_1: false,
      aris: false,
      wallet_feature_enabled: false,
      max_plus_subscription: { active: false, plan: null },
      tos: true,
      updated_tos: true,
      'two_fa_is_required?': false,
      'has_2fa_enabled?': false,
      last_otp_at: null,
      webpage: { domain: null, title: '', about_me: '', active: false, photo: null, flyer: null },
      auth_ips: [],
      api_keys: [],
      feature_overrides: [],
      admin: false,
      basic: false,
      manager: false,
      bu_admin: false,
      number: 'N-agent',
      company: { id: agent.accountId, name: 'Harbor Insurance', domain_name: 'harbor.test', number: 'A100' },
      business_unit: { id: agent.businessUnitId, name: 'Head office', number: 'B1' },
      timezone: 'est',
      profile: {
        font_size: 'default',
        primary_color: 'brand',
        background: 'default',
        dialer_verified_phone_number: null,
        personal_photo: null,
        logo: null,
        dialer_enabled: false,
      },
      available_phone_numbers: [],
      dialer_subscription: null,
      company_dialer_subscription: null,
      dialer_license: null,
      identity: [
        {
          session_id: expect.any(Number),
          user_id: agent.id,
          name: 'Amy Agent',
          marker: null,
          reason: '',
          since: expect.any(String),
          expires_at: expect.any(String),
        },
      ],
      downline_count: 0,
      owns_contacts: false,
    });
    expect(answer.headers['set-cookie']).toMatch(/^token=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('gives a Secure cookie with the host prefix over https', async () => {
    const answer = await it.visitor().send('POST', '/v1/sessions', {
      headers: {
        'x-forwarded-proto': 'https',
        origin: it.url.replace('http:', 'https:'),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ username: 'manager', password: PASSWORD }),
    });

    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-token=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  test('takes a user name in any case', async () => {
    const answer = await tryAs('AGENT', PASSWORD);

    expect(answer.status).toBe(200);
  });

  test('keeps only the hash of the token', async () => {
    const client = await it.signIn('peer');

    const token = client.cookie.split('=')[1] ?? '';
    const { rows } = await it.owner.query('select to_jsonb(s)::text as row from sessions s');
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
  });

  test('answers a wrong password and an unknown name in the same way', async () => {
    const wrong = await tryAs('stranger', 'not this one');
    const unknown = await tryAs('nobody', 'not this one');

    const refusal = { code: 'refused', error: WRONG, errors: { password: [WRONG] }, request_id: expect.any(String) };
    expect([wrong.status, wrong.body]).toEqual([422, refusal]);
    expect([unknown.status, unknown.body]).toEqual([422, refusal]);
  });

  test('writes who signed in to the audit log', async () => {
    const client = await it.signIn('manager');

    const { rows } = await it.owner.query(
      'select actor_id, acting_as_id, action from audit_log where actor_id = $1 order by id desc limit 1',
      [client.person?.id],
    );
    expect(rows).toEqual([
      { actor_id: client.person?.id, acting_as_id: client.person?.id, action: 'session.signedIn' },
    ]);
  });

  test('ends the session that the browser had before', async () => {
    const client = await it.signIn('agent');
    const before = client.cookie;

    await client.call(signIn, { body: { username: 'agent', password: PASSWORD } });

    const late = await it.visitor().call(readMe, { headers: { cookie: before } });
    it.advance(10_001);
    const later = await it.visitor().call(readMe, { headers: { cookie: before } });
    expect([late.status, late.headers['set-cookie'], later.status]).toEqual([409, undefined, 401]);
  });
});

describe('behind a proxy', () => {
  test.each(['unknown', '203.0.113.9:50123', '[2001:db8::9]:443'])('a sign-in from “%s” works', async (forwarded) => {
    const answer = await it.visitor().call(signIn, {
      body: { username: 'manager', password: PASSWORD },
      headers: { 'x-forwarded-for': forwarded },
    });

    expect(answer.status).toBe(200);
  });
});

test('a name that no database can hold is refused like any other text', async () => {
  expect((await tryAs('a\u0000b', 'x')).status).toBe(422);
});

describe('after five failures', () => {
  beforeAll(() => it.stopClock());

  test('the right password has to wait as well, and is taken after the wait', async () => {
    for (let at = 0; at < 5; at += 1) await tryAs('outsider', 'a guess');

    const tooEarly = await tryAs('outsider', PASSWORD);
    it.advance(1_001);
    const later = await tryAs('outsider', PASSWORD);

    expect([tooEarly.status, later.status]).toEqual([422, 200]);
  });

  test('guesses at the same time count as well', async () => {
    const guess = (at: number) => tryAs('stranger', at < 8 ? `guess ${at}` : PASSWORD);
    await it.owner.query('delete from sign_in_failures');

    await Promise.all(Array.from({ length: 30 }, (_, at) => guess(at % 8)));

    const { rows } = await it.owner.query(`select failures from sign_in_failures where subject = 'user:stranger'`);
    expect(rows).toEqual([{ failures: 5 }]);
    expect((await guess(8)).status).toBe(422);
  });

  test('old failures at names that nobody has are forgotten, those of people count on', async () => {
    await tryAs('nobody at all', 'a guess');
    const subjects = async () => {
      const { rows } = await it.owner.query<{ subject: string }>(
        'select subject from sign_in_failures order by subject',
      );
      return rows.map(({ subject }) => subject);
    };

    await removeExpired(it.deps);
    const kept = await subjects();
    await removeExpired({ ...it.deps, now: () => new Date(it.deps.now().getTime() + 24 * HOUR_MS + 1) });
    const left = await subjects();

    expect(kept).toContain('user:nobody at all');
    expect(left).toEqual(['user:stranger']);
  });
});

describe('a session', () => {
  test('is gone after signing out, and the cookie is cleared', async () => {
    const client = await it.signIn('agent');
    const cookie = client.cookie;

    const out = await client.call(signOut);
    const after = await it.visitor().call(readMe, { headers: { cookie } });

    expect([out.status, out.body]).toEqual([204, null]);
    expect(out.headers['set-cookie']).toBe('token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
    expect(after.status).toBe(401);
    expect(after.headers['set-cookie']).toBe('token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
  });

  test('signing out ends every session of its stack', async () => {
    const admin = await it.signIn('admin');
    await it.owner.query(
      `insert into sessions (account_id, user_id, token_hash, parent_id, marker, depth, expires_at)
       select account_id, $1, 'upper', id, 'impersonating', 1, expires_at from sessions
       where user_id = $2 and ended_at is null`,
      [it.world.people.agent.id, admin.person?.id],
    );

    await admin.call(signOut);

    const { rows } = await it.owner.query(
      `select ended_at is not null as ended from sessions where token_hash = 'upper' or user_id = $1`,
      [admin.person?.id],
    );
    expect(rows).toEqual([{ ended: true }, { ended: true }]);
  });

  test('ends after 60 minutes without a request', async () => {
    const client = await it.signIn('agent');

    it.advance(HOUR_MS);

    expect((await client.call(readMe)).status).toBe(401);
  });

  test('lives on while it is used, and ends after 24 hours in any case', async () => {
    const client = await it.signIn('agent');
    const statuses: number[] = [];
    for (let half = 1; half <= 48; half += 1) {
      it.advance(HOUR_MS / 2);
      const { status } = await client.call(readMe);
      statuses.push(status);
      if (status === 200) await noted(client.person?.id ?? 0);
    }

    expect(statuses).toEqual([...Array<number>(47).fill(200), 401]);
  });

  test('of an admin ends after 12 hours', async () => {
    const client = await it.signIn('admin');
    await it.owner.query('update sessions set last_seen_at = $1', [new Date(it.deps.now().getTime() + 12 * HOUR_MS)]);

    it.advance(12 * HOUR_MS);

    expect((await client.call(readMe)).status).toBe(401);
  });

  test('of a deactivated user is over at once', async () => {
    const client = await it.signIn('peer');

    await it.owner.query('update users set active = false where id = $1', [client.person?.id]);
    const answer = await client.call(readMe);
    await it.owner.query('update users set active = true where id = $1', [client.person?.id]);

    expect(answer.status).toBe(401);
  });

  test('whose token has just been replaced answers 409 and keeps the cookie, later 401', async () => {
    const client = await it.signIn('peer');
    const { cookie } = client;
    await client.call(signIn, { body: { username: 'peer', password: PASSWORD } });
    client.cookie = cookie;

    const soon = await client.call(readMe);
    it.advance(10_001);
    const late = await client.call(readMe);

    expect([soon.status, soon.body]).toMatchObject([409, { code: 'identity_changed' }]);
    expect(soon.headers['set-cookie']).toBeUndefined();
    expect(late.status).toBe(401);
  });
});

/** Activity is written in the background: waits until it is stored. */
async function noted(userId: number): Promise<void> {
  const since = new Date(it.deps.now().getTime() - 60_000);
  await expect
    .poll(
      async () => {
        const text = 'select 1 from sessions where user_id = $1 and ended_at is null and last_seen_at > $2 limit 1';
        return (await it.owner.query(text, [userId, since])).rowCount;
      },
      { interval: 5 },
    )
    .toBe(1);
}
