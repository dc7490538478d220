import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createAuthorization,
  deleteAuthorization,
  listAuthorizations,
  listSyncedCalendars,
  setCalendlyApiKey,
  setDemioLink,
  startDialSession,
  syncAuthorization,
} from '#contract/integrations.contract.ts';
import { syncAuthorization as syncOne } from '../../server/features/integrations/sync.service.ts';
import { hashOf } from '../../server/features/integrations/sync.service.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';
import { CALENDLY_KEY, type CalendlyStandIn, openCalendly } from '../_adapters/calendly-stand-in.ts';
import { type GoogleStandIn, openGoogle } from '../_adapters/google-stand-in.ts';
import { openPhoneBurner } from '../_adapters/phone-burner-stand-in.ts';
import type { ProviderStandIn } from '../_adapters/provider-stand-in.ts';
import { configWith, Synced } from './google-app.ts';

let it: TestApp;
let google: GoogleStandIn;
let dialer: ProviderStandIn;
let calendly: CalendlyStandIn;
let agent: Client;
let manager: Client;

beforeAll(async () => {
  google = await openGoogle(() => new Date());
  dialer = await openPhoneBurner();
  calendly = await openCalendly();
  it = await openApp({ config: configWith({ google: google.client, phone_burner: dialer.client }, calendly.url) });
  [agent, manager] = [await it.signIn('agent'), await it.signIn('manager')];
});
afterAll(async () => {
  await it.close();
  google.close();
  dialer.close();
  calendly.close();
});
beforeEach(async () => {
  await it.owner.query('delete from authorizations; delete from authorization_states; delete from calendar_events');
  calendly.key = CALENDLY_KEY;
  google.scope = null;
});

const begin = async (by = agent) =>
  google.consent((await by.call(createAuthorization, { body: { type: 'google' } })).body.meta.url ?? '');
const finish = (back: { code: string; state: string }, by = agent) =>
  by.call(createAuthorization, { body: { type: 'google', ...back } });
const errorsOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { errors?: object }).errors,
];
const own = async (by = agent) => (await by.call(listAuthorizations)).body.data;

describe('signing in at a provider', () => {
  test('asks with PKCE for offline access, and keeps tokens encrypted', async () => {
    const { body } = await agent.call(createAuthorization, { body: { type: 'google' } });
    const asked = new URL(body.meta.url ?? '').searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
    });
    expect(asked.get('redirect_uri')).toMatch(/\/integrations$/);
    const done = await finish(google.consent(body.meta.url ?? ''));
    expect(done.body.data).toMatchObject({ type: 'google', name: 'ava@gmail.example', status: 'connected' });
    const { rows } = await it.owner.query<{ sealed: Buffer }>('select sealed from authorizations');
    expect(rows[0]?.sealed.toString('latin1')).not.toContain('access-');
  });

  test('its state works once, and only for who has begun it', async () => {
    const back = await begin();
    const refusal = [422, { state: ['This sign-in has expired or belongs to another session. Connect again.'] }];
    expect(errorsOf(await finish(back, manager))).toEqual(refusal);
    const secondSession = await it.signIn('agent');
    expect(errorsOf(await finish(back, secondSession))).toEqual(refusal);
    expect((await finish(back)).status).toBe(200);
    expect(errorsOf(await finish(back))).toEqual(refusal);
    expect([(await own()).length, (await own(manager)).length]).toEqual([1, 0]);
  });

  test('it expires after 15 minutes', async () => {
    const back = await begin();
    await it.owner.query(`update authorization_states set expires_at = expires_at - interval '16 minutes'`);
    expect((await finish(back)).status).toBe(422);
  });

  test('without access to calendars nothing is connected', async () => {
    google.scope = 'https://www.googleapis.com/auth/calendar.events';
    const refused = await finish(await begin());
    expect(errorsOf(refused)).toEqual([
      422,
      { code: ['Google Calendar was connected without access to calendars. Connect again and allow it.'] },
    ]);
    expect(await own()).toEqual([]);
  });

  test('a made-up code is refused', async () => {
    const { state } = await begin();
    expect((await finish({ code: 'made up', state })).status).toBe(422);
  });
});

test('others see neither an integration nor its calendars', async () => {
  const { body } = await finish(await begin());
  const id = body.data?.id ?? 0;
  expect((await manager.call(listSyncedCalendars, { params: { id } })).status).toBe(404);
  expect((await manager.call(syncAuthorization, { params: { id } })).status).toBe(404);
  expect((await manager.call(deleteAuthorization, { params: { id } })).status).toBe(404);
});

test('a disconnected account keeps nothing secret, and connected again makes nothing twice', async () => {
  const us = new Synced(it, agent, google, 'google');
  await us.connect();
  await us.add();
  await us.sync();
  expect((await agent.call(deleteAuthorization, { params: { id: us.id } })).status).toBe(204);
  expect(await us.row()).toMatchObject({ status: 'disconnected', sealed: null, due_at: null });
  expect(google.heard).toContain('POST /revoke');
  expect(await own()).toEqual([]);
  await us.connect();
  await us.sync();
  expect([await us.here(), google.events().length]).toEqual([['03-01 09:00 Review'], 1]);
});

test('a provider that calls makes its calendar due, if it knows the secret', async () => {
  const us = new Synced(it, agent, google, 'google');
  await us.connect();
  await us.sync();
  await it.owner.query(
    `update authorization_calendars set watch_id = 'watch', watch_hash = $1 where authorization_id = $2 and synced`,
    [hashOf('right'), us.id],
  );
  const due = async () => ((await us.row())['due_at'] as Date).getTime() <= it.deps.now().getTime();
  const call = (secret: string, state = 'exists') =>
    it.visitor().send('POST', '/_integrations/google', {
      headers: { 'x-goog-channel-id': 'watch', 'x-goog-channel-token': secret, 'x-goog-resource-state': state },
    });
  await call('wrong');
  await call('right', 'sync');
  expect(await due()).toBe(false);
  expect((await call('right')).status).toBe(204);
  expect(await due()).toBe(true);
  await call('right');

  const asked = await it.visitor().send('POST', '/_integrations/outlook?validationToken=%3Cb%3E');
  expect([asked.status, asked.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const told = await it.visitor().send('POST', '/_integrations/outlook', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ value: [{ subscriptionId: 'watch', clientState: 'right' }] }),
  });
  expect(told.status).toBe(202);
});

describe('Calendly', () => {
  const booking = (uri: string, start: string, updated = '2026-03-01T00:00:00Z') => ({
    uri,
    name: 'Plan review',
    start_time: start,
    end_time: start.replace('T15', 'T16'),
    updated_at: updated,
  });
  const set = (key: string) => agent.call(setCalendlyApiKey, { body: { api_key: key } });

  test('a token that Calendly takes is kept, another one is refused', async () => {
    expect(errorsOf(await set('wrong'))).toEqual([
      422,
      { api_key: ['Calendly rejected this token. Copy a new one from Calendly.'] },
    ]);
    expect((await set(CALENDLY_KEY)).body.data).toMatchObject({ type: 'calendly', name: 'ava@calendly.example' });
    expect((await set('')).body.data).toBeNull();
    expect(await own()).toEqual([]);
  });

  test('bookings appear, move and go, and nothing is written', async () => {
    const us = new Synced(it, agent, google, 'google');
    us.id = (await set(CALENDLY_KEY)).body.data?.id ?? 0;
    const sync = () => syncOne(it.deps, it.world.people.agent.accountId, us.id);
    const soon = it.deps.now().toISOString().slice(0, 10);
    calendly.bookings = [1, 2, 3].map((one) => booking(`b${one}`, `${soon}T15:0${one}:00Z`));
    await sync();
    const count = async () => {
      const { rows } = await it.owner.query<{ starts: string }>(
        `select to_char(starts_at at time zone 'UTC', 'HH24:MI') as starts from calendar_events order by 1`,
      );
      return rows.map(({ starts }) => starts);
    };
    expect(await count()).toEqual(['15:01', '15:02', '15:03']);
    calendly.bookings = [
      booking('b1', `${soon}T15:30:00Z`, '2026-03-02T00:00:00Z'),
      booking('b2', `${soon}T15:02:00Z`),
    ];
    await sync();
    expect(await count()).toEqual(['15:02', '15:30']);
    calendly.key = 'another';
    await sync();
    expect((await own())[0]).toMatchObject({ status: 'needs_you', problem: 'key' });
  });
});

test('a Demio link has to be an https address', async () => {
  const set = (link: string) => agent.call(setDemioLink, { body: { link } });
  for (const link of ['http://my.demio.com/ref/a', 'javascript:alert(1)', 'my.demio.com', 'https://user@my.demio.com'])
    expect(errorsOf(await set(link))).toEqual([
      422,
      { link: ['Enter an https address, such as https://my.demio.com/ref/abc.'] },
    ]);
  await set('https://my.demio.com/ref/a');
  await set('https://my.demio.com/ref/b');
  expect(await own()).toMatchObject([{ type: 'demio', link: 'https://my.demio.com/ref/b' }]);
  await set('');
  expect(await own()).toEqual([]);
});

describe('a dial session', () => {
  const connect = async () => {
    const started = await agent.call(createAuthorization, { body: { type: 'phone_burner' } });
    const back = dialer.consent(started.body.meta.url ?? '');
    return (await agent.call(createAuthorization, { body: { type: 'phone_burner', ...back } })).body.data?.id ?? 0;
  };
  const contact = async (owner: 'agent' | 'peer', fields: Record<string, unknown>) => {
    const { id, accountId, businessUnitId } = it.world.people[owner];
    const all = { first_name: 'Rosa', last_name: 'Okafor', state: 'IL', city: 'Chicago', ...fields };
    const { rows } = await it.owner.query<{ id: number }>(
      `insert into contacts (account_id, number, business_unit_id, owner_id, ${Object.keys(all).join(', ')})
       select $1, coalesce(max(number), 800) + 1, $2, $3, ${Object.keys(all)
         .map((_, place) => `$${place + 4}`)
         .join(', ')} from contacts returning id`,
      [accountId, businessUnitId, id, ...Object.values(all)],
    );
    return rows[0]?.id ?? 0;
  };
  const start = (id: number, ids: number[]) =>
    agent.call(startDialSession, { params: { id }, body: { contact_ids: ids } });

  test('takes those who may be called, and counts the others by reason', async () => {
    const id = await connect();
    const called = await contact('agent', { phone: '+13125550111' });
    const dead = await contact('agent', { phone: '+13125550112', died_on: '2025-01-01' });
    const without = await contact('agent', { phone: null });
    await it.owner.query(
      `insert into contact_consents (account_id, contact_id, channel, kind, purpose, source, evidence, given_at, user_id, actor_id)
       select account_id, id, 'call', 'given', 'automated', 'asked', '', now() - interval '1 day', owner_id, owner_id from contacts where id = $1`,
      [called],
    );
    const deleted = await contact('agent', { phone: '+13125550114', deleted_at: new Date() });
    const { status, body } = await start(id, [called, dead, without, deleted]);

    expect([status, body.data]).toEqual([
      200,
      {
        url: 'https://www.phoneburner.com/dial/abc',
        contacts: 1,
        left_out: [
          { reason: 'They have died.', count: 1 },
          { reason: 'No phone number on file.', count: 1 },
          { reason: 'Deleted.', count: 1 },
        ],
      },
    ]);
    expect(dialer.bodies.at(-1)).toEqual({
      contacts: [
        { first_name: 'Rosa', last_name: 'Okafor', phone: '+13125550111', email: '', lead_id: String(called) },
      ],
    });
    const { rows } = await it.owner.query('select contact_id, allowed from contact_decisions');
    expect(rows).toEqual([{ contact_id: called, allowed: true }]);
  });

  test('with none who may be called, and with contacts of others, is refused', async () => {
    const id = await connect();
    dialer.heard.splice(0);
    const dead = await contact('agent', { phone: '+13125550112', died_on: '2025-01-01' });
    const others = await contact('peer', { phone: '+13125550113' });
    expect(errorsOf(await start(id, [dead]))).toEqual([
      409,
      { contact_ids: ['None of these contacts may be called now. 1 contact: They have died.'] },
    ]);
    expect(errorsOf(await start(id, [others]))).toEqual([422, { contact_ids: ['Contact not found.'] }]);
    expect(dialer.heard).toEqual([]);
  });
});

test('without a provider, demo connects a simulated calendar, which behaves like one', async () => {
  const us = new Synced(it, agent, google, 'outlook');
  const { body } = await agent.call(createAuthorization, { body: { type: 'outlook' } });
  us.id = body.data?.id ?? 0;
  expect([body.meta.url, body.data]).toMatchObject([null, { sample: true, name: 'Simulated calendar' }]);
  const mine = await us.add();
  await us.due();
  const rows = async () =>
    (
      await it.owner.query<{ title: string }>(
        `select body->>'title' as title from sample_remote_events where not deleted order by id`,
      )
    ).rows.map(({ title }) => title);
  expect(await rows()).toEqual(['Team meeting', 'Dentist', 'Carrier conference', 'Review']);
  expect((await own())[0]).toMatchObject({ status: 'connected', events_read: 3, events_written: 1 });
  await us.change(mine.id, { title: 'Changed' });
  await us.due();
  await us.remove(mine.id);
  await us.due();
  expect(await rows()).toEqual(['Team meeting', 'Dentist', 'Carrier conference']);
});
