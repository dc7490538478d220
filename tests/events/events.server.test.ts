import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { events } from '#contract/events.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let agent: Client;
let manager: Client;
let peer: Client;

beforeAll(async () => {
  it = await openApp();
  [agent, manager, peer] = [await it.signIn('agent'), await it.signIn('manager'), await it.signIn('peer')];
});
afterAll(() => it.close());
beforeEach(() =>
  it.owner.query('delete from calendar_event_changes; delete from calendar_events; delete from contacts'),
);

const NINE = { start_date: '2027-03-01', start_time: '09:00', end_time: '10:00', zone: 'America/New_York' } as const;
const create = (body: object, by = agent) =>
  by.call(events.create, { body: { title: 'Review', ...NINE, ...body } as never });
const add = async (body: object = {}, by = agent) => (await create(body, by)).body;
const update = (id: number, body: object, by = agent) =>
  by.call(events.update, { params: { id }, body: body as never });
const remove = async (id: number, query: object = {}) =>
  (await agent.call(events.remove, { params: { id }, query: query as never })).body.meta.change_id;
const undo = (id: number, by = agent) => by.call(events.undo, { params: { id } });
const list = async (query: object = {}, by = agent) =>
  (
    await by.call(events.list, {
      query: { start_date: '03/01/2027', end_date: '03/31/2027', zone: 'America/New_York', ...query } as never,
    })
  ).body.data;
const days = async () =>
  (await list()).map((event) => `${event.start_date.slice(8)} ${event.start_time} ${event.title}`);
const errorsOf = ({ body }: { body: unknown }) => (body as { errors: object }).errors;
const contact = async (owner: 'agent' | 'peer' = 'agent', more = {}) => {
  const { id, accountId, businessUnitId } = it.world.people[owner];
  const fields: Record<string, unknown> = {
    first_name: 'Rosa',
    last_name: 'Okafor',
    state: 'IL',
    city: 'Chicago',
    ...more,
  };
  const { rows } = await it.owner.query<{ id: number }>(
    `insert into contacts (account_id, number, business_unit_id, owner_id, ${Object.keys(fields).join(', ')})
     values ($1, 811, $2, $3, ${Object.keys(fields)
       .map((_, at) => `$${at + 4}`)
       .join(', ')}) returning id`,
    [accountId, businessUnitId, id, ...Object.values(fields)],
  );
  return rows[0]?.id ?? 0;
};

test('a calendar holds 200 series that are not over', async () => {
  const weekly = { rule: 'FREQ=WEEKLY' };
  const { data } = await add(weekly);
  await it.owner.query(
    `insert into calendar_events (account_id, user_id, type, title, start_local, end_local, zone, starts_at, ends_at, rule, over_at,
       created_at, updated_at)
     select account_id, user_id, type, title, start_local, end_local, zone, starts_at, ends_at, rule, over_at, created_at, updated_at
     from calendar_events, generate_series(1, 199) where id = $1`,
    [data.id],
  );

  const refused = await create(weekly);
  expect([refused.status, errorsOf(refused)]).toEqual([
    422,
    { rule: ['A calendar holds up to 200 repeating events. End one of them first.'] },
  ]);
  expect((await create({})).status).toBe(200);
  await remove(data.id, { scope: 'all' });
  expect((await create(weekly)).status).toBe(200);
});

describe('an event', () => {
  test('has its time in the zone, and the contact with theirs', async () => {
    const { data } = await add({ contact_id: await contact(), type: 'call' });
    expect(data).toMatchObject({
      starts_at: '2027-03-01T14:00:00.000Z',
      ends_at: '2027-03-01T15:00:00.000Z',
      end_date: '2027-03-01',
      occurrence: null,
      version: 1,
      contact: { name: 'Rosa Okafor', zone: 'America/Chicago' },
      may_change: true,
    });
    expect(await list()).toEqual([data]);
  });

  test('of a whole day is on that day in every zone', async () => {
    await add({ all_day: true, start_date: '2027-03-02', start_time: null, end_time: null, zone: 'Pacific/Honolulu' });
    const on = async (day: string) => (await list({ start_date: day, end_date: day, zone: 'Asia/Tokyo' })).length;
    expect([await on('03/01/2027'), await on('03/02/2027'), await on('03/03/2027')]).toEqual([0, 1, 0]);
  });

  test.each([
    ['title', { title: ' ' }],
    ['end_time', { end_time: '08:00' }],
    ['end_date', { end_date: '2027-02-01' }],
    ['zone', { zone: 'Mars/Olympus' }],
    ['rule', { rule: 'FREQ=HOURLY' }],
    ['rule', { rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }],
    ['repeat_until', { rule: 'FREQ=DAILY', repeat_until: '2027-02-01' }],
    ['repeat_until', { rule: 'FREQ=DAILY;COUNT=2', repeat_until: '2027-04-01' }],
    ['contact_id', { contact_id: 999_999_999 }],
  ])('with a wrong %s is refused there', async (field, body) => {
    const answer = await create(body);
    expect([answer.status, Object.keys(errorsOf(answer))]).toEqual([422, [field]]);
    expect(await list()).toEqual([]);
  });

  test('is changed once by a repeated request, and not by one that is outdated', async () => {
    const { data } = await add();
    const again = {
      params: { id: data.id },
      body: { title: 'First', version: 1 },
      idempotencyKey: crypto.randomUUID(),
    };
    expect((await agent.call(events.update, again)).body.data.version).toBe(2);
    expect((await agent.call(events.update, again)).body.data.version).toBe(2);
    const late = await update(data.id, { title: 'Second', version: 1 });
    expect([late.status, (late.body as unknown as { code: string }).code]).toEqual([409, 'contact_changed']);
    expect(await days()).toEqual(['01 09:00 First']);
  });

  test('leaves audit and an event for its user and everyone above', async () => {
    const { data } = await add();
    const { rows: audit } = await it.owner.query(
      `select action from audit_log where subject_type = 'event' and subject_id = $1`,
      [data.id],
    );
    expect(audit).toEqual([{ action: 'event.created' }]);
    const { rows } = await it.owner.query<{ stream: string }>(
      `select stream from events where body ->> 'subject' = 'event' and (body ->> 'id')::bigint = $1`,
      [data.id],
    );
    const streams = rows.map(({ stream }) => stream);
    for (const who of ['agent', 'manager'] as const) expect(streams).toContain(`user:${it.world.people[who].id}`);
    expect(streams).not.toContain(`user:${it.world.people.peer.id}`);
  });
});

describe('a series', () => {
  const weekly = () => add({ rule: 'FREQ=WEEKLY;COUNT=4' });
  const second = { occurrence: '2027-03-08T09:00' } as const;

  test('stays at 9:00 when clocks change, for one, the following, or all', async () => {
    const { data } = await weekly();
    expect(data.occurrence).toBe('2027-03-01T09:00');
    const found = await list();
    expect(found.map(({ starts_at }) => starts_at.slice(5, 16))).toEqual([
      '03-01T14:00',
      '03-08T14:00',
      '03-15T13:00',
      '03-22T13:00',
    ]);

    await update(data.id, { ...second, scope: 'one', start_date: '2027-03-09', title: 'Moved' });
    expect(await days()).toEqual(['01 09:00 Review', '09 09:00 Moved', '15 09:00 Review', '22 09:00 Review']);

    await update(data.id, { occurrence: '2027-03-15T09:00', scope: 'following', start_time: '11:00' });
    expect(await days()).toEqual(['01 09:00 Review', '09 09:00 Moved', '15 11:00 Review', '22 11:00 Review']);

    await update(data.id, { occurrence: '2027-03-01T09:00', scope: 'all', start_time: '08:00', title: 'Early' });
    expect(await days()).toEqual(['01 08:00 Early', '09 09:00 Moved', '15 11:00 Review', '22 11:00 Review']);
  });

  test.each([
    ['one', ['01', '15', '22']],
    ['following', ['01']],
    ['all', []],
  ] as const)('is deleted (%s), and put back as it was', async (scope, left) => {
    const { data } = await weekly();
    await update(data.id, { occurrence: '2027-03-22T09:00', scope: 'one', title: 'Alone' });
    const before = await list();
    const changeId = await remove(data.id, { ...second, scope });
    expect((await days()).map((line) => line.slice(0, 2))).toEqual(left);
    expect((await undo(changeId)).status).toBe(204);
    expect((await undo(changeId)).status).toBe(204);
    const after = await list();
    expect(after.map(({ version: _version, ...event }) => event)).toEqual(
      before.map(({ version: _version, ...event }) => event),
    );
  });

  test("isn't put back over a later change, and names no event that is gone", async () => {
    const { data } = await weekly();
    const changeId = await remove(data.id, { ...second, scope: 'one' });
    await update(data.id, { occurrence: '2027-03-01T09:00', scope: 'all', title: 'Later' });
    expect((await undo(changeId)).status).toBe(409);
    const gone = await update(data.id, { ...second, scope: 'one', title: 'Gone' });
    expect([gone.status, Object.keys(errorsOf(gone))]).toEqual([422, ['occurrence']]);
  });
});

describe('a calendar', () => {
  test('is that of the current user, or of someone in their downline', async () => {
    await add({ title: 'Of the agent' });
    await add({ title: 'Of the peer' }, peer);
    const of = (id: number, by = manager) => list({ downline_user_id: id }, by);
    expect((await of(it.world.people.agent.id)).map(({ title, may_change }) => [title, may_change])).toEqual([
      ['Of the agent', true],
    ]);
    expect(await list({}, manager)).toEqual([]);
    const answer = await agent.call(events.list, {
      query: { start_date: '03/01/2027', end_date: '03/31/2027', downline_user_id: it.world.people.peer.id },
    });
    expect(answer.status).toBe(404);
    const given = await add({ title: 'Given', downline_user_id: it.world.people.agent.id }, manager);
    expect((await list()).map(({ id }) => id)).toContain(given.data.id);
  });

  test('is searched, filtered by type, and read a day at a time', async () => {
    await add({ title: 'Lunch', type: 'other', place: 'Brandon' });
    await add({ title: 'Call', type: 'call', contact_id: await contact() });
    const titles = async (query: object) => (await list(query)).map(({ title }) => title);
    expect(await titles({ q: 'brandon' })).toEqual(['Lunch']);
    expect(await titles({ q: 'okafor' })).toEqual(['Call']);
    expect(await titles({ types_list: 'call,meeting' })).toEqual(['Call']);
    expect(await titles({ end_date: '03/01/2027', today_events: 'true', q: 'nothing' })).toEqual(['Lunch', 'Call']);
    for (const [query, field] of [
      [{ end_date: '02/01/2027' }, 'end_date'],
      [{ end_date: '12/31/2027' }, 'end_date'],
      [{ start_date: '2027-03-01' }, 'start_date'],
      [{ types_list: 'party' }, 'types_list'],
    ] as const) {
      const answer = await agent.call(events.list, {
        query: { start_date: '03/01/2027', end_date: '03/31/2027', ...query } as never,
      });
      expect([answer.status, Object.keys(errorsOf(answer)).map((name) => name.split('.')[0])]).toEqual([422, [field]]);
    }
  });

  test('shows the events of a contact to everyone who sees the contact, and no name to others', async () => {
    const contactId = await contact('peer');
    const { data } = await add({ title: 'With them', contact_id: contactId }, peer);
    const today = it.deps.now().toISOString().slice(0, 10);
    await update(data.id, { start_date: today, end_date: today }, peer);
    const { body } = await peer.call(events.ofContact, { query: { contact_id: contactId } });
    expect(body.data.map(({ title }) => title)).toEqual(['With them']);
    expect((await agent.call(events.ofContact, { query: { contact_id: contactId } })).status).toBe(404);
    await it.owner.query('update calendar_events set user_id = $1', [it.world.people.agent.id]);
    const mine = await agent.call(events.list, {
      query: {
        start_date: `${today.slice(5, 7)}/${today.slice(8)}/${today.slice(0, 4)}`,
        end_date: `${today.slice(5, 7)}/${today.slice(8)}/${today.slice(0, 4)}`,
      },
    });
    expect(mine.body.data.map(({ contact: shown }) => shown)).toEqual([null]);
  });

  test('has a history of past and changed events, and is in the timeline of its contact', async () => {
    const contactId = await contact();
    const { data } = await add({ title: 'Over', contact_id: contactId });
    const day = new Date(it.deps.now().getTime() - 3 * 86_400_000).toISOString().slice(0, 10);
    await update(data.id, { start_date: day, end_date: day });
    await remove((await add({ title: 'Canceled' })).data.id);
    const { body } = await agent.call(events.history, { query: {} });
    expect(body.data.past.map(({ title }) => title)).toEqual(['Over']);
    expect(body.data.changes.map(({ action, title, may_undo }) => [action, title, may_undo])).toEqual([
      ['deleted', 'Canceled', true],
      ['created', 'Canceled', false],
      ['moved', 'Over', true],
      ['created', 'Over', false],
    ]);
    const told = await agent.call(readTimeline, { params: { id: contactId }, query: { kind: 'meetings' } });
    expect(told.body.data.map(({ what }) => ('title' in what ? [what.of, what.action, what.title] : what.of))).toEqual([
      ['event', 'moved', 'Over'],
      ['event', 'created', 'Over'],
    ]);
  });
});
