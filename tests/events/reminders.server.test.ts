import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { events } from '#contract/events.contract.ts';
import { updateCalendarSettings } from '#contract/events/calendar.contract.ts';
import { sendReminders } from '../../server/features/events/reminders/send-reminders.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let agent: Client;

beforeAll(async () => {
  it = await openApp();
  agent = await it.signIn('agent');
});
afterAll(() => it.close());
beforeEach(() =>
  it.owner.query(
    'delete from calendar_event_changes; delete from calendar_events; delete from calendar_settings; delete from outbox_mails; delete from events',
  ),
);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Local fields of UTC, so many minutes from now. */
const inMinutes = (minutes: number) => {
  const text = new Date(it.deps.now().getTime() + minutes * MINUTE_MS).toISOString();
  return { start_date: text.slice(0, 10), start_time: text.slice(11, 16), zone: 'UTC' };
};
const add = async (body: object) =>
  (await agent.call(events.create, { body: { title: 'Review', ...body } as never })).body.data;
const change = (id: number, body: object) => agent.call(events.update, { params: { id }, body: body as never });
const choose = (reminders: number[], byEmail = false) =>
  agent.call(updateCalendarSettings, { body: { reminders, remind_by_email: byEmail } });
/** Looks for reminders as if so many minutes had passed. */
const after = (minutes: number, more: object = {}) =>
  sendReminders({ ...it.deps, ...more, now: () => new Date(it.deps.now().getTime() + minutes * MINUTE_MS) });
const told = async () =>
  (
    await it.owner.query<{ title: string; minutes: number; stream: string }>(
      `select body->>'title' as title, (body->>'minutes')::int as minutes, stream from events
       where body->>'type' = 'event.due' order by id`,
    )
  ).rows.map(({ title, minutes }) => `${title} ${minutes}`);
const mails = async () =>
  (await it.owner.query<{ subject: string; recipient: string; text_body: string }>('select * from outbox_mails')).rows;

test('an event is reminded of once, also when two processes look', async () => {
  await add(inMinutes(30));
  await after(14);
  expect(await told()).toEqual([]);
  await Promise.all([after(16), after(16)]);
  await after(17);
  expect(await told()).toEqual(['Review 15']);
  expect(await mails()).toEqual([]);
});

test('each of its own reminders comes, by e-mail, too, where the calendar says so', async () => {
  await choose([60], true);
  await add({ ...inMinutes(120), reminders: [0, 30] });
  await after(61);
  await after(91);
  await after(120);
  expect(await told()).toEqual(['Review 30', 'Review 0']);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Bellwether: Review', 'Bellwether: Review']);
});

test('what a killed process began is sent whole by the next, once', async () => {
  await choose([15], true);
  await add(inMinutes(30));
  const killed = { mailer: { send: () => Promise.reject(new Error('killed')) }, log: { error: () => undefined } };
  await after(16, killed);
  expect([await told(), await mails()]).toEqual([[], []]);
  await after(16);
  await after(17);
  expect(await told()).toEqual(['Review 15']);
  expect(await mails()).toHaveLength(1);
});

test('a reminder moves with its event, and is not repeated after a move that leaves it behind', async () => {
  const event = await add(inMinutes(30));
  await change(event.id, inMinutes(90));
  await after(16);
  expect(await told()).toEqual([]);
  await after(76);
  expect(await told()).toEqual(['Review 15']);
  await change(event.id, { title: 'Renamed' });
  await after(77);
  expect(await told()).toEqual(['Review 15']);
});

test('a deleted event and one that is over are not reminded of, and one that comes back is', async () => {
  const gone = await add(inMinutes(30));
  const { body } = await agent.call(events.remove, { params: { id: gone.id }, query: {} as never });
  await add({ ...inMinutes(-60), title: 'Over' });
  await after(16);
  expect(await told()).toEqual([]);
  await agent.call(events.undo, { params: { id: body.meta.change_id } });
  await after(16);
  expect(await told()).toEqual(['Review 15']);
});

test('each event of a series is reminded of, and one that was moved by its own time', async () => {
  const first = await add({ ...inMinutes(60), rule: 'FREQ=DAILY' });
  await after(46);
  const tomorrow = inMinutes(60 + 24 * 60);
  await change(first.id, {
    start_time: inMinutes(180).start_time,
    occurrence: `${tomorrow.start_date}T${tomorrow.start_time}`,
    scope: 'one',
    title: 'Later',
  });
  await after(24 * 60 + 46);
  expect(await told()).toEqual(['Review 15']);
  await after(26 * 60 + 46);
  await after(48 * 60 + 46);
  expect(await told()).toEqual(['Review 15', 'Later 15', 'Review 15']);
});

test('another choice of the calendar applies to events without their own', async () => {
  await add(inMinutes(120));
  await add({ ...inMinutes(120), title: 'Silent', reminders: [] });
  await choose([60]);
  await after(61);
  expect(await told()).toEqual(['Review 60']);
  await choose([]);
  await after(2 * HOUR_MS);
  expect(await told()).toEqual(['Review 60']);
});
