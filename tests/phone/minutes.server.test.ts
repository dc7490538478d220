import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  answerMinutesRequest,
  fetchDeviceToken,
  listMinutesRequests,
  requestMinutes,
  updateNumber,
} from '#contract/phone.contract.ts';
import { loginAsUser } from '#contract/users.contract.ts';
import { IDENTITY_HEADER } from '#contract/_wire.contract.ts';
import { readMe } from '#contract/session.contract.ts';
import { readDialer } from '../../server/features/phone/dialer.service.ts';
import { withAccount } from '../../server/db/tx.ts';
import type { Username } from '../_db/world.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';
import { forgetNotices, noticesOf } from '../notifications/notices.ts';

const OWN = '+18135550107';
const ECHO = '+18135550199';
/** Half past eight in the evening on the wall of New York, the last day of October. */
const HALLOWEEN = new Date('2026-11-01T00:30:00Z');

let it: TestApp;
let agent: Client;
let manager: Client;
let admin: Client;
beforeAll(async () => {
  it = await openApp();
  agent = await it.signIn('agent');
  manager = await it.signIn('manager');
  admin = await it.signIn('admin');
  await it.owner.query(
    `insert into feature_flags (account_id, feature, enabled, changed_by, changed_at)
     select account_id, 'phone', true, min(id), now() from users group by account_id`,
  );
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.owner.query(
    'truncate minutes_requests, plan_licenses, plan_subscriptions, phone_numbers, calls, events cascade',
  );
  await it.owner.query('delete from outbox_mails');
  await it.owner.query(
    'update users set dialer_enabled = false, dialer_call_from = null, dialer_verified_phone_number = $1',
    [OWN],
  );
  const { id, accountId } = it.world.people.agent;
  await it.owner.query(
    `insert into phone_numbers (account_id, number, label, kind, user_id)
     values ($1, $2, 'Office', 'agent', $4), ($1, '+18135550108', 'Second', 'agent', $4), ($1, $3, 'Echo', 'echo', null)`,
    [accountId, OWN, ECHO, id],
  );
  await subscribe('agent', 'manager_pay');
  await license('agent', 500);
});

const subscribe = (
  username: Username,
  type: 'manager_pay' | 'self_pay' | 'company',
  allocation: number | null = null,
) => {
  const { id, accountId } = it.world.people[username];
  const holder = { company: null, self_pay: id, manager_pay: it.world.people.manager.id }[type];
  return it.owner.query(
    `insert into plan_subscriptions (account_id, kind, user_id, order_type, allocation) values ($1, 'dialer', $2, $3, $4)`,
    [accountId, holder, type, allocation],
  );
};

const license = (username: Username, allocation: number, paid = true) => {
  const { id, accountId } = it.world.people[username];
  return it.owner.query(
    `insert into plan_licenses (account_id, kind, subscription_id, user_id, allocation, paid)
     select $1, 'dialer', s.id, $2, $3, $4 from plan_subscriptions s where s.order_type = 'manager_pay'`,
    [accountId, id, allocation, paid],
  );
};

/** A call that was answered then and took that long; `null` while in progress. */
const talk = (answeredAt: string, seconds: number | null, { to = '+15125550142', by = 'agent' as Username } = {}) => {
  const { id, accountId } = it.world.people[by];
  return it.owner.query(
    `insert into calls (account_id, conversation, line, direction, from_number, to_number, user_id, actor_id, status,
                        created_at, answered_at, seconds, echo)
     values ($1, $2, 'embedded', 'outbound', $3, $4, $5, $5, $6, $7, $7, $8, $9)`,
    [
      accountId,
      randomUUID(),
      OWN,
      to,
      id,
      seconds === null ? 'active' : 'ended',
      answeredAt,
      seconds ?? 0,
      to === ECHO,
    ],
  );
};

const dialerOf = (username: Username, at: Date) => {
  const { id, accountId } = it.world.people[username];
  return withAccount(it.deps.pool, { accountId }, (tx) => readDialer(tx, id, at));
};
const usedBy = async (username: Username, at: Date) => (await dialerOf(username, at)).minutes?.used;

const heard = async (username: Username) => {
  const { rows } = await it.owner.query('select body from events where stream = $1 order by id', [
    `user:${it.world.people[username].id}`,
  ]);
  return rows.map(({ body }) => body.type as string);
};
const mails = async () => (await it.owner.query('select recipient, subject from outbox_mails order by id')).rows;
const allocation = async () => (await it.owner.query('select allocation from plan_licenses')).rows[0]?.allocation;

describe('minutes of a month', () => {
  test('count every call up to its next whole minute', async () => {
    await talk('2026-10-05T12:00:00Z', 1);
    await talk('2026-10-06T12:00:00Z', 60);
    await talk('2026-10-07T12:00:00Z', 61);
    await talk('2026-10-08T12:00:00Z', 0);

    expect(await usedBy('agent', HALLOWEEN)).toBe(1 + 1 + 2 + 1);
  });

  test('are those of the month on the wall of the person', async () => {
    await talk('2026-10-01T03:59:59Z', 60);
    await talk('2026-10-01T04:00:00Z', 120);

    expect(await usedBy('agent', HALLOWEEN)).toBe(2);
    await it.owner.query(`update users set timezone = 'hst' where username = 'agent'`);
    expect(await usedBy('agent', HALLOWEEN)).toBe(0);
    await it.owner.query(`update users set timezone = 'est' where username = 'agent'`);
  });

  test.each([
    ['2026-11-01T03:59:59Z', 5, '2026-11-01'],
    ['2026-11-01T04:00:00Z', 0, '2026-12-01'],
    ['2026-12-31T23:00:00Z', 0, '2027-01-01'],
  ])('begin anew on the first: at %s', async (at, used, renews_on) => {
    await talk('2026-10-31T20:00:00Z', 300);

    const { minutes } = await dialerOf('agent', new Date(at));

    expect(minutes).toEqual({
      source: 'manager',
      used,
      allocation: 500,
      paid: true,
      renews_on,
      manager: { id: it.world.people.manager.id, name: 'Max Manager' },
      requested: null,
    });
  });

  test('count a call to the month in which it was answered, and one that goes on so far', async () => {
    await talk('2026-10-31T23:58:30Z', null);

    expect(await usedBy('agent', HALLOWEEN)).toBe(32);
  });

  test('leave out the echo line, calls that nobody answered, and other people', async () => {
    await talk('2026-10-05T12:00:00Z', 600, { to: ECHO });
    await talk('2026-10-05T12:00:00Z', 600, { by: 'peer' });
    await it.owner.query('update calls set answered_at = null where user_id = $1', [it.world.people.peer.id]);
    await talk('2026-10-05T12:00:00Z', 60, { by: 'peer' });

    expect(await usedBy('agent', HALLOWEEN)).toBe(0);
  });

  test('of a company are those of everybody in it', async () => {
    await subscribe('agent', 'company', 1_000);
    await talk('2026-10-05T12:00:00Z', 60);
    await talk('2026-10-05T12:00:00Z', 120, { by: 'peer' });
    await talk('2026-10-05T12:00:00Z', 180, { by: 'outsider' });

    expect((await dialerOf('agent', HALLOWEEN)).minutes).toMatchObject({
      source: 'company',
      used: 3,
      allocation: 1_000,
    });
  });
});

describe('a device', () => {
  test('gets a token, its numbers and what is left', async () => {
    const { body } = await agent.call(fetchDeviceToken);

    expect(body).toEqual({
      token: expect.stringMatching(/^[\w-]{40,}$/),
      enabled: true,
      status: '',
      visible: true,
      line: 'embedded',
      identity: `user-${agent.person?.id}`,
      ttl: 2_700,
      path: '/voice',
      numbers: [
        { number: OWN, label: 'Office' },
        { number: '+18135550108', label: 'Second' },
      ],
      call_from: OWN,
      echo_number: ECHO,
      minutes: expect.objectContaining({ source: 'manager', used: 0, allocation: 500 }),
    });
  });

  test('of who acts for somebody else gets no token: calls ring at the person', async () => {
    const acting = await it.signIn('manager');
    const body = { login_type: 'login_as', reason: 'looks after the calls' } as const;
    await acting.call(loginAsUser, { params: { id: it.world.people.agent.id }, body });
    const headers = { [IDENTITY_HEADER]: `${it.world.people.agent.id}:1` };

    const { body: device } = await acting.call(fetchDeviceToken, { headers });

    expect([device.token, device.enabled, device.status]).toEqual([
      '',
      false,
      "Calls ring only where users sign in themselves, not while you're logged in as them.",
    ]);
  });

  test('gets the reason in place of a token where there is no dialer', async () => {
    await it.owner.query('update plan_licenses set paid = false');

    const { body } = await agent.call(fetchDeviceToken);

    expect([body.token, body.enabled, body.visible, body.status]).toEqual([
      '',
      false,
      false,
      "Your manager hasn't paid for your phone license yet.",
    ]);
  });

  test('calls from another own number once it is chosen, and from no other', async () => {
    const chosen = await agent.call(updateNumber, { body: { phone_number: '813-555-0108' } });
    const refused = await agent.call(updateNumber, { body: { phone_number: ECHO } });

    expect(chosen.body).toEqual({ data: { call_from: '+18135550108' } });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { errors: { phone_number: ['This is not one of your numbers.'] } },
    ]);
    expect((await agent.call(fetchDeviceToken)).body.call_from).toBe('+18135550108');
  });
});

test('the current user says who pays, what is used, and which numbers are theirs', async () => {
  await subscribe('agent', 'company');

  const { data } = (await agent.call(readMe)).body;

  expect(data).toMatchObject({
    available_phone_numbers: [
      { number: OWN, label: 'Office' },
      { number: '+18135550108', label: 'Second' },
    ],
    dialer_subscription: { id: expect.any(Number), active: true, current_usage: 0, order_type: 'manager_pay' },
    company_dialer_subscription: { id: expect.any(Number), active: true, current_usage: 0, order_type: 'company' },
    dialer_license: { paid: true, allocation: 500 },
    profile: { dialer_verified_phone_number: OWN, dialer_enabled: false },
  });
});

describe('asking for minutes', () => {
  const ask = (client = agent) => client.call(requestMinutes, { body: { minutes: 200, note: 'AEP week' } });

  test('tells the manager, who finds it in the list', async () => {
    const { body } = await ask();

    const request = {
      id: expect.any(Number),
      user: { id: agent.person?.id, name: 'Amy Agent' },
      minutes: 200,
      note: 'AEP week',
      status: 'open',
      created_at: expect.any(String),
    };
    expect(body).toEqual({ data: request });
    expect((await manager.call(listMinutesRequests)).body).toEqual({ data: [request] });
    expect(await heard('manager')).toEqual(['minutes.requested']);
    expect(await heard('agent')).toEqual(['minutes.changed']);
    expect(await mails()).toEqual([
      { recipient: 'manager@example.test', subject: 'Amy Agent requested 200 phone minutes' },
    ]);
    expect((await agent.call(fetchDeviceToken)).body.minutes?.requested).toBe(200);
  });

  test('twice is refused while the first is open', async () => {
    const answers = await Promise.all([ask(), ask()]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await ask()).body).toMatchObject({ error: "Max Manager hasn't answered your last request yet." });
  });

  test('is refused to whoever pays for themselves', async () => {
    await it.owner.query('truncate plan_licenses, plan_subscriptions cascade');
    await subscribe('agent', 'self_pay');

    expect((await ask()).body).toMatchObject({ code: 'conflict', error: "Your minutes aren't paid by a manager." });
  });
});

describe('an answer', () => {
  const ask = async () => (await agent.call(requestMinutes, { body: { minutes: 200, note: '' } })).body.data.id;
  const give = (client: Client, id: number, minutes: number) =>
    client.call(answerMinutesRequest, { body: { id, minutes } });

  test('that gives minutes raises the allocation and tells who asked', async () => {
    await forgetNotices(it.owner);
    const { status, body } = await give(manager, await ask(), 150);

    expect([status, body.data.status]).toEqual([200, 'granted']);
    expect(await allocation()).toBe(650);
    expect(await heard('agent')).toEqual([
      'minutes.changed',
      'minutes.answered',
      'resource.changed',
      'minutes.changed',
    ]);
    expect((await mails()).at(-1)).toEqual({ recipient: 'agent@example.test', subject: '150 more phone minutes' });
    const notices = await noticesOf(it.owner, 'minutes');
    expect(notices).toEqual([[it.world.people.agent.id, '150 more phone minutes', '/calls', true]]);
    expect((await manager.call(listMinutesRequests)).body.data).toEqual([]);
  });

  test('of nothing declines, and they may ask again', async () => {
    const { body } = await give(manager, await ask(), 0);

    expect(body.data.status).toBe('declined');
    expect(await allocation()).toBe(500);
    expect(await ask()).toEqual(expect.any(Number));
  });

  test('by two people at once counts once', async () => {
    const id = await ask();

    const answers = await Promise.all([give(manager, id, 200), give(admin, id, 200)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      error: 'Someone already approved 200 minutes.',
    });
    expect(await allocation()).toBe(700);
  });

  test.each(['agent', 'peer', 'stranger'] as const)('of %s, who is not above, finds nothing', async (username) => {
    const [id, client] = [await ask(), await it.signIn(username)];

    expect((await give(client, id, 200)).status).toBe(404);
    expect(await allocation()).toBe(500);
  });

  test('gives nothing to a license that is not paid for, and stays open', async () => {
    const id = await ask();
    await it.owner.query('update plan_licenses set paid = false');

    expect((await give(manager, id, 200)).body).toMatchObject({
      code: 'conflict',
      error: "The phone license of Amy Agent isn't paid yet.",
    });
    expect((await manager.call(listMinutesRequests)).body.data).toHaveLength(1);
  });

  test('comes from the next one above when the manager cannot sign in any more', async () => {
    const id = await ask();
    await it.owner.query(`update users set active = false where username = 'manager'`);

    expect((await admin.call(listMinutesRequests)).body.data.map((request) => request.id)).toEqual([id]);
    await it.owner.query(`update users set active = true where username = 'manager'`);
  });
});
