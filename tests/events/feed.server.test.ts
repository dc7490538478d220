import ical from 'node-ical';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCalendarFeed, deleteCalendarFeed, readCalendarSettings } from '#contract/events/calendar.contract.ts';
import { events } from '#contract/events.contract.ts';
import type { Mail } from '../../server/adapters/mail/mail.ts';
import {
  createEvent,
  removeEvent,
  undoChange,
  updateEvent,
} from '../../server/features/events/change-events.service.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';

let it: Office;
let agent: Client;

beforeAll(async () => {
  it = await openOffice();
  agent = await it.signIn('agent');
});
afterAll(() => it.close());
beforeEach(() =>
  it.owner.query(
    'delete from calendar_event_changes; delete from calendar_events; delete from calendar_settings; delete from outbox_mails',
  ),
);

const NINE = { start_date: '2027-03-01', start_time: '09:00', end_time: '10:00', zone: 'America/New_York' } as const;
const add = async (body: object = {}) =>
  (await agent.call(events.create, { body: { title: 'Review', ...NINE, ...body } as never })).body;
const make = async (busyOnly = false) =>
  (await agent.call(createCalendarFeed, { body: { busy_only: busyOnly } })).body.meta.url;
const get = (url: string, headers: Record<string, string> = {}) =>
  it.app.inject({ method: 'GET', url: new URL(url).pathname, headers });
const settings = async () => (await agent.call(readCalendarSettings, {})).body.data;

describe('the private address', () => {
  test('is off, then shows the events of its calendar alone, and says when it was read', async () => {
    expect((await settings()).feed).toBeNull();
    await add();
    const url = await make();
    expect((await settings()).feed).toMatchObject({ read_at: null, busy_only: false });
    const answer = await get(url);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const found = Object.values(ical.sync.parseICS(answer.body)).filter((one) => one?.type === 'VEVENT');
    expect(found.map((one) => one?.type === 'VEVENT' && one.summary)).toEqual(['Review']);
    expect((await settings()).feed?.read_at).not.toBeNull();
  });

  test('answers 304 until something changes', async () => {
    await add();
    const url = await make();
    const { headers } = await get(url);
    const tag = String(headers['etag']);
    expect((await get(url, { 'if-none-match': tag })).statusCode).toBe(304);
    expect((await get(url, { 'if-none-match': `W/${tag}` })).statusCode).toBe(304);
    await add({ title: 'Another' });
    expect((await get(url, { 'if-none-match': tag })).statusCode).toBe(200);
  });

  test('stops working once it is replaced or turned off, and is kept as a hash', async () => {
    const first = await make();
    const second = await make(true);
    expect([(await get(first)).statusCode, (await get(second)).statusCode]).toEqual([404, 200]);
    const { rows } = await it.owner.query<{ text: string }>('select feed_hash::text as text from calendar_settings');
    expect(JSON.stringify(rows)).not.toContain(second.split('/').at(-1)?.slice(0, 20));
    await agent.call(deleteCalendarFeed, {});
    expect((await get(second)).statusCode).toBe(404);
    expect((await settings()).feed).toBeNull();
    expect((await get(`${first}x`)).statusCode).toBe(404);
  });

  test('with busy times alone says nothing else', async () => {
    await add({ title: 'Secret', notes: 'ill' });
    const { body } = await get(await make(true));
    expect(body).toContain('SUMMARY:Busy');
    expect(body).not.toMatch(/Secret|ill/);
  });
});

describe('invitations', () => {
  const sent: Mail[] = [];
  const deps = () => ({
    ...it.deps,
    mailer: { send: (_tx: unknown, _account: unknown, mail: Mail) => (sent.push(mail), Promise.resolve(null)) },
  });
  const caller = () => ({ identity: it.identityOf('agent'), requestId: 'test' });
  const lines = () =>
    sent
      .splice(0)
      .map(({ to, calendar }) => `${to} ${calendar?.method} ${/SEQUENCE:(\d+)/.exec(calendar?.content ?? '')?.[1]}`);
  const place = { scope: 'one', occurrence: undefined } as const;
  const create = (body: object) =>
    createEvent(deps(), caller(), { title: 'Review', ...NINE, downline_user_id: 1, ...body } as never);
  const update = (id: number, body: object) => updateEvent(deps(), caller(), id, { ...place, ...body } as never);

  beforeEach(() => {
    sent.length = 0;
  });

  test('go to guests, with changes that they see, and end with a cancellation', async () => {
    const { data } = await create({ guests: ['Rosa@b.test', 'lee@b.test'] });
    expect(lines()).toEqual(['rosa@b.test REQUEST 0', 'lee@b.test REQUEST 0']);
    await update(data.id, { notes: 'inside', reminders: [5] });
    expect(lines()).toEqual([]);
    await update(data.id, { start_time: '11:00', end_time: '12:00' });
    expect(lines()).toEqual(['rosa@b.test REQUEST 2', 'lee@b.test REQUEST 2']);
    await update(data.id, { guests: ['lee@b.test'] });
    expect(lines()).toEqual(['rosa@b.test CANCEL 3']);
    const { meta } = await removeEvent(deps(), caller(), data.id, place);
    expect(lines()).toEqual(['lee@b.test CANCEL 4']);
    await undoChange(deps(), caller(), meta.change_id);
    expect(lines()).toEqual(['lee@b.test REQUEST 4']);
  });

  test('of a series have all of it, with the event that was moved', async () => {
    const { data } = await create({ rule: 'FREQ=WEEKLY', guests: ['lee@b.test'] });
    sent.length = 0;
    await update(data.id, { occurrence: '2027-03-08T09:00', start_time: '15:00', end_time: '16:00' });
    const [mail] = sent;
    expect(mail?.calendar?.content).toMatch(/RRULE[\s\S]*RECURRENCE-ID;TZID=America\/New_York:20270308T090000/);
  });

  test('are not sent about events that are over', async () => {
    await create({ start_date: '2020-03-01', guests: ['lee@b.test'] });
    expect(lines()).toEqual([]);
  });

  test('name the address that is none', async () => {
    await expect(create({ guests: ['nobody'] })).rejects.toMatchObject({ fields: { guests: [expect.any(String)] } });
  });

  test('reach a contact by the log of e-mail, and say why one gets none', async () => {
    const { id, accountId, businessUnitId } = it.world.people.agent;
    const insert = async (number: number, email: string | null) =>
      (
        await it.owner.query<{ id: number }>(
          `insert into contacts (account_id, number, business_unit_id, owner_id, first_name, last_name, email)
           values ($1, $2, $3, $4, 'Rosa', 'Okafor', $5) returning id`,
          [accountId, number, businessUnitId, id, email],
        )
      ).rows[0]?.id;
    const contactId = await insert(911, 'rosa@b.test');
    const { meta } = await create({ contact_id: contactId, invites_contact: true });
    expect(meta.not_invited).toBeNull();
    expect(lines()).toEqual(['rosa@b.test REQUEST 0']);
    const { rows } = await it.owner.query('select subject from contact_emails where contact_id = $1', [contactId]);
    expect(rows).toEqual([{ subject: 'Invitation: Review' }]);
    const { meta: without } = await create({ contact_id: await insert(912, null), invites_contact: true });
    expect(without.not_invited).toBe('This contact has no e-mail address. Add one first.');
    expect(lines()).toEqual([]);
  });
});
