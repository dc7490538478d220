import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BookingType, bookingTypes } from '#contract/bookings.contract.ts';
import { events } from '#contract/events.contract.ts';
import * as service from '../../server/features/bookings/bookings.service.ts';
import { sendReminders } from '../../server/features/events/reminders/send-reminders.ts';
import type { Client } from '../_api/app.ts';
import { noticesOf } from '../notifications/notices.ts';
import { type Office, openOffice } from '../contacts/office.ts';

let office: Office;
let agent: Client;
let peer: Client;
let number = 0;

beforeAll(async () => {
  office = await openOffice();
  [agent, peer] = [await office.signIn('agent'), await office.signIn('peer')];
});
afterAll(() => office.close());
beforeEach(() =>
  office.owner.query(
    `delete from bookings; delete from booking_types; delete from calendar_event_changes; delete from calendar_events;
     delete from soa_events; delete from soa_requests; delete from outbox_mails; delete from notifications; delete from events`,
  ),
);

const HOUR_MS = 3_600_000;
const every = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '09:00', to: '17:00' }));
const make = async (more: object = {}, client = agent): Promise<BookingType> =>
  (
    await client.call(bookingTypes.create, {
      body: { name: `Review ${(number += 1)}`, hours: every, zone: 'UTC', notice_hours: 0, ...more } as never,
    })
  ).body.data;
const form = (more: object = {}) => ({
  first_name: 'Rosa',
  last_name: 'Okafor',
  email: 'rosa@b.test',
  phone: '512-555-0142',
  ...more,
});
const times = async ({ slug }: BookingType) => (await service.readPage(office.deps, slug, null)).times;
const hold = (type: BookingType, start: number, submission: string = crypto.randomUUID()) =>
  service.holdTime(office.deps, type.slug, { start, zone: 'UTC', language: 'en', submission });
const book = async (type: BookingType, start: number, more: object = {}) => {
  const token = await hold(type, start);
  await service.bookTime(office.deps, token, form(more), 'test');
  return token;
};
const statusOf = async (token: string) => (await service.viewBooking(office.deps, token)).booking.status;
const count = async (table: string) =>
  Number((await office.owner.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n);
const mails = async () =>
  (
    await office.owner.query<{ recipient: string; subject: string; text_body: string; attachment: string }>(
      'select recipient, subject, text_body, attachment from outbox_mails order by id',
    )
  ).rows;
const later = (ms: number) => ({ ...office.deps, now: () => new Date(office.deps.now().getTime() + ms) });
const first = async (type: BookingType, place = 0) => (await times(type)).at(place) ?? 0;

describe('a type of appointment', () => {
  test('is one agent’s own, and its page is known by its address', async () => {
    const type = await make();
    expect(type.slug).toMatch(/^review-\d+-[0-9a-f]{10}$/);
    expect((await agent.call(bookingTypes.list, {})).body.data).toHaveLength(1);
    expect((await peer.call(bookingTypes.list, {})).body.data).toEqual([]);
    await expect(service.readPage(office.deps, 'none', null)).rejects.toMatchObject({ code: 'not_found' });
    await agent.call(bookingTypes.update, { params: { id: type.id }, body: { active: false } });
    await expect(times(type)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('refuses hours that end before they begin, overlap, or are in no zone', async () => {
    const refused = async (more: object) =>
      (await agent.call(bookingTypes.create, { body: { name: 'X', ...more } as never })).body as unknown as {
        errors: object;
      };
    expect(await refused({ hours: [{ day: 1, from: '10:00', to: '10:00' }] })).toHaveProperty('errors.hours');
    const twice = [
      { day: 1, from: '09:00', to: '12:00' },
      { day: 1, from: '11:00', to: '13:00' },
    ];
    expect(await refused({ hours: twice })).toHaveProperty('errors.hours');
    expect(await refused({ zone: 'Moon/Base' })).toHaveProperty('errors.zone');
  });
});

describe('a visitor', () => {
  test('books a free time once: contact, event, invitation and notice', async () => {
    const type = await make({ place: 'Office' });
    const start = await first(type);
    const token = await book(type, start);
    await service.bookTime(office.deps, token, form(), 'again');
    expect(await statusOf(token)).toBe('booked');
    expect([await count('calendar_events'), await count(`contacts where email = 'rosa@b.test'`)]).toEqual([1, 1]);
    const { rows } = await office.owner.query(
      'select e.title, e.place, c.first_name, c.phone from calendar_events e join contacts c on c.id = e.contact_id',
    );
    expect(rows).toEqual([
      { title: `${type.name}: Rosa Okafor`, place: 'Office', first_name: 'Rosa', phone: '+15125550142' },
    ]);
    const sent = await mails();
    expect(sent.map(({ recipient, attachment }) => [recipient, attachment])).toEqual([
      ['rosa@b.test', 'invite.ics'],
      [expect.stringContaining('@'), ''],
    ]);
    expect(await count(`events where body->>'type' = 'booking.changed'`)).toBe(1);
    expect(await times(type)).not.toContain(start);
  });

  test('is found again by e-mail or phone', async () => {
    const type = await make();
    await book(type, await first(type));
    await book(type, await first(type), { email: 'ROSA@b.test', phone: '512-555-0199' });
    await book(type, await first(type), { email: 'other@b.test' });
    expect(await count(`contacts where first_name = 'Rosa' and last_name = 'Okafor'`)).toBe(1);
    const { rows } = await office.owner.query('select guests from calendar_events order by id');
    expect(rows.map((row: { guests: string[] }) => row.guests)).toEqual([[], [], ['other@b.test']]);
  });

  test('gets a time alone: of many at once, one holds it', async () => {
    const type = await make();
    const start = await first(type);
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => hold(type, start)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'conflict' });
  });

  test('never gets what overlaps, whatever the code has looked at: the database refuses', async () => {
    const type = await make({ buffer_after: 15 });
    const start = await first(type);
    await hold(type, start);
    const insert = (from: number, to: number) =>
      office.owner.query(
        `insert into bookings (account_id, user_id, status, starts_at, ends_at, during, held_until, zone, submission, created_at)
         select account_id, user_id, 'booked', $1, $2, tstzrange($1, $2), now(), 'UTC', gen_random_uuid()::text, now() from bookings limit 1`,
        [new Date(start + from * 60_000), new Date(start + to * 60_000)],
      );
    await expect(insert(30, 60)).rejects.toMatchObject({ code: '23P01' });
    await insert(45, 60);
  });

  test('who submits a choice twice holds it once', async () => {
    const type = await make();
    const start = await first(type);
    await Promise.all([hold(type, start, 'one form'), hold(type, start, 'one form')]);
    expect(await count('bookings')).toBe(1);
  });

  test('sees only what the calendar leaves free', async () => {
    const type = await make();
    const start = new Date(await first(type, 2));
    const text = start.toISOString();
    const end = new Date(start.getTime() + HOUR_MS).toISOString();
    const event = {
      start_date: text.slice(0, 10),
      start_time: text.slice(11, 16),
      end_date: end.slice(0, 10),
      end_time: end.slice(11, 16),
    };
    await agent.call(events.create, { body: { title: 'Busy', ...event, zone: 'UTC' } as never });
    expect(await times(type)).not.toContain(start.getTime());
    await expect(hold(type, start.getTime())).rejects.toMatchObject({ code: 'conflict' });
    await expect(hold(type, start.getTime() + 1)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('whose hold has expired still books, unless someone else was quicker', async () => {
    const type = await make();
    const start = await first(type);
    const [slow, quick] = [await hold(type, start), await hold(type, await first(type, 1))];
    const deps = later(HOUR_MS / 4);
    await service.bookTime(deps, quick, form(), 'test');
    await service.holdTime(deps, type.slug, { start, zone: 'UTC', language: 'en', submission: 'other' });
    await expect(service.bookTime(deps, slow, form(), 'test')).rejects.toMatchObject({ code: 'conflict' });
    expect([await statusOf(quick), await statusOf(slow)]).toEqual(['booked', 'expired']);
  });

  test('is offered a time whose hold has expired, also to move to', async () => {
    const type = await make();
    const token = await book(type, await first(type));
    const start = await first(type);
    await hold(type, start);
    const offered = async (deps: typeof office.deps) => [
      (await service.timesToMove(deps, token, null)).times.includes(start),
      (await service.readPage(deps, type.slug, null)).times.includes(start),
    ];
    expect(await offered(office.deps)).toEqual([false, false]);
    expect(await offered(later(HOUR_MS / 4))).toEqual([true, true]);
  });

  test('moves and cancels by the link of the e-mail, once each', async () => {
    const type = await make();
    const token = await book(type, await first(type));
    const [to = 0] = (await service.timesToMove(office.deps, token, null)).times.slice(4);
    const next = await service.moveBooking(office.deps, token, to, 'test');
    expect(await service.moveBooking(office.deps, token, to, 'test')).not.toBe(token);
    expect([await statusOf(token), await statusOf(next)]).toEqual(['moved', 'booked']);
    const { rows } = await office.owner.query<{ starts_at: Date }>('select starts_at from calendar_events');
    expect(rows.map((row) => row.starts_at.getTime())).toEqual([to]);
    await service.cancelBooking(office.deps, next, 'test');
    await service.cancelBooking(office.deps, next, 'test');
    expect([await statusOf(next), await count('calendar_events'), await count('bookings')]).toEqual([
      'cancelled',
      0,
      2,
    ]);
    const subjects = (await mails())
      .filter(({ recipient }) => recipient === 'rosa@b.test')
      .map(({ subject }) => subject);
    const id = office.world.people.agent.id;
    const page = expect.stringMatching(/^\/calendar\?date=/u) as string;
    expect(await noticesOf(office.owner, 'booking')).toEqual(
      ['booked', 'moved', 'canceled'].map((what) => [id, `Rosa Okafor ${what} ${type.name}`, page, true]),
    );
    expect(subjects).toEqual([
      expect.stringMatching(/^Booked/),
      expect.stringMatching(/^New time/),
      expect.stringMatching(/^Canceled/),
    ]);
  });

  test('enters an address and a number that exist', async () => {
    const type = await make();
    const token = await hold(type, await first(type));
    const refused = (more: object) => service.bookTime(office.deps, token, form(more), 'test');
    await expect(refused({ email: 'rosa' })).rejects.toHaveProperty('fields.email');
    await expect(refused({ phone: '1' })).rejects.toHaveProperty('fields.phone');
    expect(await statusOf(token)).toBe('held');
  });
});

describe('the agent', () => {
  test('who deletes or moves the event has it follow', async () => {
    const type = await make();
    const [gone, moved] = [await book(type, await first(type)), await book(type, await first(type, 1))];
    const { rows } = await office.owner.query<{ id: number }>('select id from calendar_events order by id');
    await agent.call(events.remove, { params: { id: rows[0]?.id ?? 0 }, query: {} as never });
    await agent.call(events.update, {
      params: { id: rows[1]?.id ?? 0 },
      body: { start_time: '20:00', end_time: '20:30' } as never,
    });
    expect([await statusOf(gone), await statusOf(moved)]).toEqual(['cancelled', 'booked']);
    const { booking } = await service.viewBooking(office.deps, moved);
    expect(booking.starts_at.toISOString()).toContain('T20:00');
  });

  test('is told of a scope of appointment that isn’t signed', async () => {
    const type = await make({ soa_products: ['medigap'] });
    const start = await first(type);
    const token = await book(type, start);
    const { soaUrl } = await service.viewBooking(office.deps, token);
    expect(soaUrl).toContain('/soa/');
    const [confirmation] = await mails();
    expect(confirmation?.text_body).toContain('sign');
    const before = start - office.deps.now().getTime() - 10 * 60_000;
    await sendReminders(later(before));
    const { rows } = await office.owner.query(
      `select body->'needs_soa' as soa from events where body->>'type' = 'event.due'`,
    );
    expect(rows).toEqual([{ soa: true }]);
    await office.owner.query(`update soa_requests set status = 'signed', signed_at = now(), signer = '{}'`);
    expect((await service.viewBooking(office.deps, token)).soaUrl).toBeNull();
  });
});

describe('the page', () => {
  const get = (url: string) => office.app.inject({ method: 'GET', url });
  const post = (url: string, fields: Record<string, string>) =>
    office.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });

  test('leads from a time to a booking without scripts or cookies', async () => {
    const type = await make();
    const page = await get(`/book/${type.slug}?zone=America/Denver`);
    expect(page.statusCode).toBe(200);
    expect(page.headers['set-cookie']).toBeUndefined();
    expect(page.body).not.toContain('<script');
    expect(page.headers['content-security-policy']).not.toContain('script-src');
    const [, start = ''] = /name="start" value="(\d+)"/.exec(page.body) ?? [];
    const [, submission = ''] = /name="submission" value="([^"]+)"/.exec(page.body) ?? [];
    const held = await post(`/book/${type.slug}`, { start, submission, zone: 'America/Denver', action: 'hold' });
    expect(held.statusCode).toBe(303);
    const where = String(held.headers.location);
    expect((await get(where)).body).toContain('Mountain time');
    const wrong = await post(where, { ...form({ email: 'no' }), action: 'book' });
    expect([wrong.statusCode, wrong.body]).toEqual([422, expect.stringContaining('email-error')]);
    expect((await post(where, { ...form(), action: 'book' })).statusCode).toBe(303);
    expect((await get(where)).body).toContain('booked');
    expect((await get(`${where}?move=1`)).body).toContain('name="action" value="move"');
    expect((await post(where, { action: 'cancel' })).statusCode).toBe(303);
    expect((await get(where)).body).toContain('Canceled');
  });

  test('speaks Spanish with who asks for it, and so do the e-mails, the scope of appointment and the contact', async () => {
    const type = await make({ soa_products: ['medigap'], name: 'Review of your plan' });
    const page = await office.app.inject({ url: `/book/${type.slug}`, headers: { 'accept-language': 'es-MX' } });
    for (const text of [
      '<html lang="es">',
      '<h1><span lang="en">Review of your plan</span></h1>',
      'Zona horaria',
      'hora del Este',
      `lang="en" hreflang="en" href="/book/${type.slug}?lang=en"`,
    ])
      expect(page.body).toContain(text);
    const [, start = ''] = /name="start" value="(\d+)"/.exec(page.body) ?? [];
    const held = await post(`/book/${type.slug}`, { start, submission: 'es', zone: 'UTC', lang: 'es', action: 'hold' });
    const where = String(held.headers.location);
    expect((await get(where)).body).toContain('<label for="first_name">Nombre</label>');
    const wrong = await post(where, { ...form({ email: 'no', last_name: '' }), action: 'book', lang: 'es' });
    expect(wrong.body).toContain('Escriba su apellido.');
    const lucia = form({ email: 'lucia@b.test', phone: '512-555-0177' });
    await post(where, { ...lucia, action: 'book', lang: 'es' });
    expect((await get(where)).body).toContain('Su cita está reservada');
    await post(where, { action: 'cancel', lang: 'es' });

    const sent = (await mails()).filter(({ recipient }) => recipient === 'lucia@b.test');
    expect(sent.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Cita reservada: Review of your plan con /),
      expect.stringMatching(/^Cita cancelada: /),
    ]);
    const { rows } = await office.owner.query(
      `select c.language, (select r.language from soa_requests r where r.contact_id = c.id) as soa from contacts c where c.email = 'lucia@b.test'`,
    );
    expect(rows).toEqual([{ language: 'spanish', soa: 'es' }]);
    const notices = await office.owner.query<{ body: string }>(
      `select body from notifications where kind = 'booking' order by id`,
    );
    expect(notices.rows[0]?.body).toMatch(/, in Spanish$/);
    expect((await office.app.inject({ url: '/booking/none?lang=es' })).body).toContain('Este enlace no funciona.');
  });

  test('answers a time that is gone with the next free ones', async () => {
    const type = await make();
    const start = await first(type);
    await hold(type, start);
    const late = await post(`/book/${type.slug}`, { start: String(start), submission: 'mine', zone: 'UTC' });
    expect([late.statusCode, late.body]).toEqual([409, expect.stringContaining('just taken')]);
    expect(late.body).toContain('name="start"');
  });

  test.each([{ start: 'soon' }, { start: '1e99' }, { start: '' }, {}])(
    'answers %o as a time that is gone',
    async (sent) => {
      const type = await make();
      const token = await book(type, await first(type));
      const empty = { method: 'POST', url: `/book/${type.slug}` } as const;
      const answers = [
        await post(`/book/${type.slug}`, sent as Record<string, string>),
        await post(`/booking/${token}`, { ...sent, action: 'move' }),
        await office.app.inject(empty),
      ];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409]);
      expect(await count('bookings')).toBe(1);
    },
  );

  test('that isn’t there says so', async () => {
    expect((await get('/book/none')).statusCode).toBe(404);
    expect((await get('/booking/none')).statusCode).toBe(404);
  });
});
