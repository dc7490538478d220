import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAuthorizations, listSyncedCalendars, updateAuthorization } from '#contract/integrations.contract.ts';
import { events } from '#contract/events.contract.ts';
import { googleEvent, type GoogleStandIn, openGoogle } from '../_adapters/google-stand-in.ts';
import { syncAuthorization } from '../../server/features/integrations/sync.service.ts';
import { Synced } from './google-app.ts';
import { forgetNotices, noticesOf } from '../notifications/notices.ts';

let google: GoogleStandIn;
let us: Synced;

beforeAll(async () => {
  let now = () => new Date();
  google = await openGoogle(() => now());
  us = await Synced.open(google, 'google');
  now = us.it.deps.now;
});
afterAll(async () => {
  await us.it.close();
  google.close();
});
beforeEach(async () => {
  await us.clear();
  google.clear();
  google.rotates = false;
  google.heard.splice(0);
  await us.connect();
});

const summaries = () => google.events().map(({ summary }) => summary);
const conflicts = async () => {
  const { body } = await us.agent.call(listSyncedCalendars, { params: { id: us.id } });
  return body.meta.conflicts.map(({ title, kept, lost }) => ({ title, kept, lost }));
};
const shown = async () => (await us.agent.call(listAuthorizations)).body.data[0];

describe('both ways', () => {
  test('events of Google come here, and those made here go there, once', async () => {
    google.edit(googleEvent('g1'));
    await us.add({ title: 'Made here', start_date: '2027-03-02' });
    await us.sync();
    await us.sync();

    expect(await us.here()).toEqual(['03-01 09:00 Plan review', '03-02 09:00 Made here']);
    expect(summaries()).toEqual(['Plan review', 'Made here']);
    expect(google.heard.filter((one) => one.startsWith('POST /calendars'))).toHaveLength(1);
    expect(await shown()).toMatchObject({ status: 'connected', events_read: 1, events_written: 1, events_waiting: 0 });
  });

  test('changes and deletions travel', async () => {
    google.edit(googleEvent('g1'));
    const mine = await us.add();
    await us.sync();
    const theirs = (await us.here()).length;
    google.edit({
      id: 'g1',
      summary: 'Moved',
      start: { dateTime: '2027-03-03T14:00:00-05:00' },
      end: { dateTime: '2027-03-03T15:00:00-05:00' },
    });
    await us.change(mine.id, { title: 'Renamed', place: 'Office 2' });
    await us.sync();
    const [, written] = google.events();

    expect(theirs).toBe(2);
    expect(await us.here()).toEqual(['03-01 09:00 Renamed', '03-03 14:00 Moved']);
    expect(written).toMatchObject({ summary: 'Renamed', location: 'Office 2' });

    google.remove('g1');
    await us.remove(mine.id);
    await us.sync();
    expect([await us.here(), summaries()]).toEqual([[], []]);
  });

  test('a change of Google leaves what it knows nothing of: reminders and guests', async () => {
    await us.add({ reminders: [60], guests: ['ana@example.com'] });
    await us.sync();
    const [written] = google.events();
    google.edit({ id: String(written?.['id']), summary: 'Renamed there' });
    await us.sync();

    const { rows } = await us.it.owner.query('select title, reminders, guests from calendar_events');
    expect(rows).toEqual([{ title: 'Renamed there', reminders: [60], guests: ['ana@example.com'] }]);
  });

  test('an all-day event is a date on both sides', async () => {
    google.edit(googleEvent('g1', { start: { date: '2027-03-05' }, end: { date: '2027-03-07' } }));
    await us.add({ start_date: '2027-03-09', end_date: '2027-03-09', start_time: null, end_time: null, all_day: true });
    await us.sync();

    expect(await us.here()).toEqual(['03-05 all day Plan review', '03-09 all day Review']);
    expect(google.events()[1]).toMatchObject({ start: { date: '2027-03-09' }, end: { date: '2027-03-10' } });
  });

  test('what Google changes is in the history, and can be undone for both sides', async () => {
    google.edit(googleEvent('g1'));
    await us.sync();
    google.edit({ id: 'g1', summary: 'Another name' });
    await us.sync();
    const { body } = await us.agent.call(events.history, { query: { downline_user_id: 1 } });
    const [change] = body.data.changes;

    expect(change).toMatchObject({ action: 'changed', title: 'Plan review', may_undo: true });
    await us.agent.call(events.undo, { params: { id: change?.id ?? 0 } });
    await us.sync();
    expect([await us.here(), summaries()]).toEqual([['03-01 09:00 Plan review'], ['Plan review']]);
  });

  test('a private event shows as busy, and its words never leave Google', async () => {
    google.edit(googleEvent('g1', { summary: 'Doctor', description: 'Results', visibility: 'private' }));
    await us.sync();
    const { body } = await us.agent.call(events.list, {
      query: { start_date: '03/01/2027', end_date: '03/02/2027', downline_user_id: 1 } as never,
    });
    const [event] = body.data;
    await us.change(event?.id ?? 0, { title: 'Something', start_time: '11:00', end_time: '12:00' });
    await us.sync();

    expect(event).toMatchObject({ title: 'Busy (private)', notes: '' });
    expect(google.events()[0]).toMatchObject({ summary: 'Doctor', start: { dateTime: '2027-03-01T11:00:00' } });
  });

  test('only chosen calendars sync, and only one takes new events', async () => {
    google.edit(googleEvent('h1', { summary: 'Presidents' }), 'holidays');
    await us.sync();
    const before = await us.here();
    const { body } = await us.agent.call(listSyncedCalendars, { params: { id: us.id } });
    const [main, holidays] = body.data;
    const choose = (by: object) => us.agent.call(updateAuthorization, { params: { id: us.id }, body: by });

    expect(body.data).toMatchObject([
      { name: 'ava@gmail.example', primary: true, writable: true, synced: true, target: true },
      { name: 'Holidays', writable: false, synced: false, target: false },
    ]);
    const refused = await choose({ target: holidays?.id });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { errors: { target: ['Choose a calendar of this integration that you can write to.'] } },
    ]);
    await choose({ calendars: [main?.id, holidays?.id] });
    await us.sync();
    expect([before, await us.here()]).toEqual([[], ['03-01 09:00 Presidents']]);
  });
});

describe('an event that both sides change', () => {
  test('keeps both changes where they are of different fields', async () => {
    google.edit(googleEvent('g1'));
    await us.sync();
    const { rows } = await us.it.owner.query<{ id: number }>('select id from calendar_events');
    await us.change(rows[0]?.id ?? 0, { title: 'Named here' });
    google.edit({ id: 'g1', location: 'Room 4' });
    await us.sync();

    expect(google.events()[0]).toMatchObject({ summary: 'Named here', location: 'Room 4' });
    expect(await conflicts()).toEqual([]);
  });

  test('keeps the later change of a field, and shows the other one', async () => {
    google.edit(googleEvent('g1'));
    await us.sync();
    const { rows } = await us.it.owner.query<{ id: number }>('select id from calendar_events');
    google.edit({ id: 'g1', summary: 'Of Google' });
    us.it.advance(60_000);
    await us.change(rows[0]?.id ?? 0, { title: 'Named here' });
    await us.sync();

    expect([await us.here(), summaries()]).toEqual([['03-01 09:00 Named here'], ['Named here']]);
    expect(await conflicts()).toEqual([
      { title: 'Named here', kept: 'here', lost: [{ field: 'title', value: 'Of Google' }] },
    ]);
  });

  test('stays where one side deletes it', async () => {
    google.edit(googleEvent('g1'));
    google.edit(googleEvent('g2', { summary: 'Second' }));
    await us.sync();
    const { rows } = await us.it.owner.query<{ id: number }>('select id from calendar_events order by id');
    await us.change(rows[0]?.id ?? 0, { title: 'Changed here' });
    google.remove('g1');
    await us.remove(rows[1]?.id ?? 0);
    google.edit({ id: 'g2', summary: 'Changed there' });
    await us.sync();
    await us.sync();

    expect((await us.here()).toSorted()).toEqual(['03-01 09:00 Changed here', '03-01 09:00 Changed there']);
    expect(new Set(summaries())).toEqual(new Set(['Changed here', 'Changed there']));
    expect(summaries()).toHaveLength(2);
    expect((await conflicts()).map(({ kept, lost }) => [kept, lost[0]?.value])).toEqual([
      ['here', 'Deleted at the provider'],
      ['provider', 'Deleted here'],
    ]);
  });
});

describe('faults', () => {
  test('a lost answer to a new event makes no second one', async () => {
    await us.add();
    google.trouble(/^POST \/calendars/, 'lost');
    await us.sync();
    expect(await us.row()).toMatchObject({ status: 'connected', problem: 'away', failures: 1, leased_until: null });
    await us.sync();
    await us.sync();

    expect(summaries()).toEqual(['Review']);
    expect(await us.here()).toEqual(['03-01 09:00 Review']);
    expect(await us.row()).toMatchObject({ problem: null, failures: 0 });
  });

  test('a lost answer to a change is no conflict', async () => {
    const { id } = await us.add();
    await us.sync();
    await us.change(id, { title: 'Second' });
    google.trouble(/^PATCH/, 'lost');
    await us.sync();
    await us.change(id, { title: 'Third' });
    await us.sync();

    expect([await us.here(), summaries(), await conflicts()]).toEqual([['03-01 09:00 Third'], ['Third'], []]);
  });

  test('a forgotten cursor is followed by a full read that finds what was deleted', async () => {
    google.edit(googleEvent('g1'));
    google.edit(googleEvent('g2', { summary: 'Second' }));
    await us.sync();
    google.remove('g1');
    google.forgetCursors();
    await us.sync();

    expect(await us.here()).toEqual(['03-01 09:00 Second']);
    expect(await us.row()).toMatchObject({ problem: null });
  });

  test('many events come in pages', async () => {
    google.setPageSize(2);
    for (let one = 0; one < 5; one += 1) google.edit(googleEvent(`g${one}`, { summary: `Event ${one}` }));
    await us.sync();
    google.setPageSize(100);
    expect(await us.here()).toHaveLength(5);
  });

  test('a quota waits as long as Google asks', async () => {
    us.it.stopClock();
    google.trouble(/^GET \/calendars\/ava/, {
      status: 429,
      headers: { 'retry-after': '120' },
      body: { error: { message: 'Slow down', errors: [{ reason: 'rateLimitExceeded' }] } },
    });
    await us.sync();
    const row = await us.row();
    expect(row).toMatchObject({ status: 'connected', problem: 'quota' });
    expect((row['retry_at'] as Date).getTime() - us.it.deps.now().getTime()).toBe(120_000);
    google.heard.splice(0);
    await us.due();
    expect(google.heard).toEqual([]);
    us.it.advance(121_000);
    await us.due();
    expect(await us.row()).toMatchObject({ problem: null });
  });

  test('a 403 of a quota waits, another one is refused', async () => {
    const answer = (reason: string) => ({ status: 403, body: { error: { message: reason, errors: [{ reason }] } } });
    google.trouble(/^GET \/calendars\/ava/, answer('userRateLimitExceeded'));
    await us.sync();
    expect(await us.row()).toMatchObject({ problem: 'quota' });
    google.trouble(/^GET \/calendars\/ava/, answer('forbidden'));
    await us.sync();
    expect(await us.row()).toMatchObject({ status: 'connected', problem: 'refused', problem_text: 'forbidden' });
  });

  test('an expired token is renewed once, also where refresh tokens work once', async () => {
    google.rotates = true;
    await us.connect();
    for (let time = 0; time < 3; time += 1) {
      google.expireTokens();
      await us.sync();
    }
    expect(await us.row()).toMatchObject({ status: 'connected', problem: null });
  });

  test('a worn token is renewed before it is used', async () => {
    us.it.advance(50 * 60_000);
    google.heard.splice(0);
    await us.sync();
    expect(google.heard[0]).toBe('POST /token');
  });

  test('two processes refresh a grant once', async () => {
    google.rotates = true;
    await us.connect();
    google.expireTokens();
    google.heard.splice(0);
    await us.it.owner.query('update authorizations set leased_until = null');
    const account = us.it.world.people.agent.accountId;
    const { bearerOf } = await import('../../server/features/integrations/grants.ts');
    const row = { id: us.id, type: 'google', account_id: account } as const;
    const before = (await bearerOf(us.it.deps, row)) as string;
    const [a, b] = await Promise.all([bearerOf(us.it.deps, row, before), bearerOf(us.it.deps, row, before)]);

    expect(a).toBe(b);
    expect(google.heard).toEqual(['POST /token']);
  });

  test('a grant that is gone needs its owner, and signing in again goes on', async () => {
    await us.add();
    await forgetNotices(us.it.owner);
    google.revokeGrant();
    await us.sync();
    expect(await shown()).toMatchObject({ status: 'needs_you', problem: 'sign_in', events_waiting: 0 });
    expect(await noticesOf(us.it.owner, 'integration')).toEqual([
      [us.it.world.people.agent.id, 'Google Calendar needs you to sign in again', '/integrations', true],
    ]);
    google.heard.splice(0);
    await us.due();
    expect(google.heard).toEqual([]);
    const before = us.id;
    await us.connect();
    await us.sync();
    expect(us.id).toBe(before);
    expect(await shown()).toMatchObject({ status: 'connected', problem: null });
    expect(summaries()).toEqual(['Review']);
  });
});

describe('what is due', () => {
  test('a change here is sent without waiting for the next look', async () => {
    await us.due();
    google.heard.splice(0);
    await us.due();
    expect(google.heard).toEqual([]);
    const { id } = await us.add();
    await us.due();
    expect(summaries()).toEqual(['Review']);
    google.heard.splice(0);
    await us.due();
    expect(google.heard).toEqual([]);
    await us.remove(id);
    await us.due();
    expect(summaries()).toEqual([]);
  });

  test('every ten minutes, without a word of Google', async () => {
    await us.due();
    google.edit(googleEvent('g1'));
    us.it.advance(9 * 60_000);
    await us.due();
    expect(await us.here()).toEqual([]);
    us.it.advance(61_000);
    await us.due();
    expect(await us.here()).toHaveLength(1);
  });
});

describe('a watch', () => {
  const DAY = 86_400_000;
  const HOOK = 'https://crm.agency.test/_integrations/google';
  /** A pass some days later, on a server that Google can call. */
  const passAfter = (days: number) => {
    const { deps, world } = us.it;
    const use = {
      ...deps,
      config: { ...deps.config, appUrl: 'https://crm.agency.test' },
      now: () => new Date(deps.now().getTime() + days * DAY),
    };
    return syncAuthorization(use, world.people.agent.accountId, us.id);
  };
  const asked = () =>
    google.bodies.filter(
      (body): body is { id: string; token: string; address: string; expiration: string } =>
        typeof body === 'object' && body !== null && 'address' in body,
    );
  const stopped = () => google.heard.filter((one) => one === 'POST /channels/stop').length;
  const call = async ({ id, token }: { id: string; token: string }) => {
    await us.it.owner.query(`update authorizations set due_at = now() + interval '30 days'`);
    const headers = { 'x-goog-channel-id': id, 'x-goog-channel-token': token, 'x-goog-resource-state': 'exists' };
    await us.it.visitor().send('POST', '/_integrations/google', { headers });
    return ((await us.row())['due_at'] as Date).getTime() <= us.it.deps.now().getTime();
  };
  beforeEach(() => void google.bodies.splice(0));

  test('is made with the first read, calls here, and is followed by the next one before it ends', async () => {
    await passAfter(0);
    const [first, ...others] = asked();
    expect(others).toEqual([]);
    expect(first).toMatchObject({ address: HOOK, expiration: String(us.it.deps.now().getTime() + 6 * DAY) });
    if (first === undefined) return;
    expect(await call({ ...first, token: 'guessed' })).toBe(false);
    expect(await call(first)).toBe(true);

    await passAfter(4.9);
    expect([asked().length, stopped()]).toEqual([1, 0]);
    await passAfter(5.1);
    const [, next] = asked();
    expect([asked().length, stopped()]).toEqual([2, 1]);
    expect(google.bodies).toContainEqual({ id: first.id, resourceId: 'resource' });
    expect(await call(first)).toBe(false);
    expect(next !== undefined && next.token !== first.token && (await call(next))).toBe(true);
  });

  test('that Google refuses holds up no sync, and is tried with the next read', async () => {
    google.trouble(/\/watch$/, { status: 403, body: { error: { code: 403, message: 'Not allowed.' } } }, 1);
    google.edit(googleEvent('g1'));
    await passAfter(0);
    expect([await shown(), (await us.here()).length]).toMatchObject([{ status: 'connected', problem: null }, 1]);
    await us.it.owner.query('update authorizations set due_at = now()');
    await passAfter(0.1);
    expect(asked()).toHaveLength(2);
    expect(await call(asked()[1] ?? { id: '', token: '' })).toBe(true);
  });

  test('is made only where Google can call', async () => {
    await us.sync();
    expect(asked()).toEqual([]);
  });
});
