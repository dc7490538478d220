import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SignupChange, signups } from '#contract/signups.contract.ts';
import { planYearOn } from '#rules/signups/medicare.ts';
import { dayIn } from '#rules/time/days.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let admin: Client;
let manager: Client;
let agent: Client;
let peer: Client;
let stranger: Client;
beforeAll(async () => {
  it = await openApp();
  [admin, manager, agent] = [await it.signIn('admin'), await it.signIn('manager'), await it.signIn('agent')];
  [peer, stranger] = [await it.signIn('peer'), await it.signIn('stranger')];
});
afterAll(() => it.close());
beforeEach(() => it.owner.query(`delete from signups; delete from events where body ->> 'subject' = 'signup'`));

const planYear = () => planYearOn(dayIn('America/New_York', it.deps.now()));
const complete = (): SignupChange => ({
  first_name: 'Amy',
  last_name: 'Agent',
  email: 'amy@example.com',
  phone: '512-555-0142',
  npn: '1234567',
  resident_state: 'Texas',
  licensed_states: ['TX', 'la', 'Texas'],
  lines: ['medicare'],
  ahip_year: planYear(),
  submit: true,
});
const save = (body: SignupChange, client = agent) => client.call(signups.save, { body });
const errorsOf = ({ body }: { body: unknown }) => (body as { errors: Record<string, string[]> }).errors;
const fetched = async (client = agent) => (await client.call(signups.fetch, {})).body.data;
const medicare = async (client = agent) => (await client.call(signups.medicare, {})).body.data;
const list = async (query: object = {}, client = admin) =>
  (await client.call(signups.list, { query })).body.data.map(({ user }) => user.name);

describe('a signup', () => {
  test('is kept as a draft, and a part that is left out stays', async () => {
    expect(await fetched()).toBeNull();
    await save({ npn: '77', carriers: [' Aetna ', 'Aetna', ''] });
    await save({ upline: 'Max' });

    expect(await fetched()).toMatchObject({
      status: 'draft',
      npn: '77',
      upline: 'Max',
      carriers: ['Aetna'],
      submitted_at: null,
    });
    expect((await it.owner.query('select from signups')).rowCount).toBe(1);
  });

  test('is cleaned and submitted, once', async () => {
    await save({ npn: '77' });
    const { body } = await save(complete());
    it.advance(60_000);
    const later = await save({ submit: true });

    expect(body.data).toMatchObject({ status: 'submitted', phone: '+15125550142', licensed_states: ['LA', 'TX'] });
    expect(later.body.data).toEqual(body.data);
  });

  test.each([
    ['first_name', { first_name: '' }, 'Enter your first name.'],
    ['licensed_states', { licensed_states: ['Texs'] }, "“Texs” isn't a US state or territory."],
    ['licensed_states', { licensed_states: ['LA'] }, 'Include your resident state, TX.'],
    ['email', { email: 'amy' }, 'Enter an e-mail address'],
    ['npn', { npn: 'A1' }, 'Enter the digits of the NPN'],
  ])('is refused under %s', async (field, fields, words) => {
    const answer = await save({ ...complete(), ...fields } as SignupChange);

    expect([answer.status, Object.keys(errorsOf(answer))]).toEqual([422, [field]]);
    expect(errorsOf(answer)[field]?.[0]).toContain(words);
    expect(await fetched()).toBeNull();
  });

  test('that is submitted stays complete', async () => {
    await save(complete());

    const answer = await save({ npn: '' });

    expect([answer.status, errorsOf(answer)]).toEqual([422, { npn: ['Enter your NPN.'] }]);
  });

  test('of two first saves at a time is one', async () => {
    await Promise.all([save({ npn: '5' }), save({ upline: 'Max' })]);

    expect(await fetched()).toMatchObject({ npn: '5', upline: 'Max' });
  });

  test('is audited, and told to its user and to administrators', async () => {
    await save(complete());
    const { rows } = await it.owner.query<{ action: string; stream: string }>(
      `select a.action, e.stream from audit_log a, events e
       where a.subject_type = 'signup' and e.body ->> 'subject' = 'signup' and a.subject_id = (e.body ->> 'id')::bigint
       order by e.id`,
    );

    const { id, accountId, businessUnitId } = it.world.people.agent;
    expect(rows).toEqual(
      [`user:${id}`, `unit:${businessUnitId}`, `units:${accountId}`].map((stream) => ({
        action: 'signup.created',
        stream,
      })),
    );
  });
});

describe('the registration for Medicare', () => {
  test('names what is missing', async () => {
    expect(await medicare()).toEqual({
      registered: false,
      plan_year: planYear(),
      since: null,
      missing: ['submitted', 'npn', 'licensed_states', 'line', 'certification'],
    });
  });

  test('holds since it was complete, until its certification is no longer for the plan year', async () => {
    await save(complete());
    const first = await medicare();
    it.advance(60_000);
    await save({ upline: 'Max' });

    expect(first).toMatchObject({ registered: true, missing: [] });
    expect(await medicare()).toEqual(first);

    await save({ ahip_year: planYear() - 1 });
    expect(await medicare()).toMatchObject({ registered: false, since: null, missing: ['certification'] });
  });
});

describe('administrators', () => {
  beforeEach(async () => {
    await save(complete());
    await save({ first_name: 'Pia', last_name: 'Zed', npn: '999' }, peer);
    await save({ last_name: 'Stranger' }, stranger);
  });

  test('see the signups of their agency, searched, filtered and in order', async () => {
    expect(await list()).toEqual(['Pia Peer', 'Amy Agent']);
    expect(await list({ order_field: 'name' })).toEqual(['Amy Agent', 'Pia Peer']);
    expect(await list({ q: '999' })).toEqual(['Pia Peer']);
    expect(await list({ status: 'submitted' })).toEqual(['Amy Agent']);
    expect(await list({ medicare: 'missing' })).toEqual(['Pia Peer']);
    expect(await list({ medicare: 'registered' })).toEqual(['Amy Agent']);
    expect(await list({}, stranger)).toEqual(['Sam Stranger']);
  });

  test('get them as a file that a spreadsheet never runs', async () => {
    await save({ upline: '=1+1' });
    const { body } = await admin.call(signups.file, { query: { q: 'amy' } });

    const [head, line, ...rest] = String(body).trim().split('\n');
    expect(head).toContain('First name,Last name,Status');
    expect(line).toContain('Amy,Agent,submitted,amy@example.com');
    expect([line?.includes("'=1+1"), rest]).toEqual([true, []]);
    const byName = await admin.call(signups.file, { query: { order_field: 'name', order: 'desc' } });
    expect(String(byName.body).trim().split('\n')[1]).toMatch(/^Pia,/u);
  });

  test('are the only ones', async () => {
    expect((await manager.call(signups.list, { query: {} })).status).toBe(403);
  });
});
