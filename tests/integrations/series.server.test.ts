import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { events } from '#contract/events.contract.ts';
import { googleEvent, type GoogleStandIn, openGoogle } from '../_adapters/google-stand-in.ts';
import { Synced } from './google-app.ts';

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
  google.heard.splice(0);
  await us.connect();
});

const summaries = () => google.events().map(({ summary }) => summary);

describe('series', () => {
  const weekly = { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] };

  test('with exceptions come as series with exceptions', async () => {
    google.edit(googleEvent('s', weekly));
    google.edit(
      googleEvent('s_2', {
        summary: 'Moved once',
        recurringEventId: 's',
        originalStartTime: { dateTime: '2027-03-08T09:00:00-05:00', timeZone: 'America/New_York' },
        start: { dateTime: '2027-03-09T11:00:00-05:00', timeZone: 'America/New_York' },
        end: { dateTime: '2027-03-09T12:00:00-05:00', timeZone: 'America/New_York' },
      }),
    );
    google.edit({
      id: 's_3',
      status: 'cancelled',
      recurringEventId: 's',
      originalStartTime: { dateTime: '2027-03-15T09:00:00-04:00', timeZone: 'America/New_York' },
    });
    await us.sync();
    await us.sync();

    expect(await us.here()).toEqual(['03-01 09:00 Plan review', '03-09 11:00 Moved once']);
    expect(google.heard.filter((one) => /^(PATCH|POST \/calendars|DELETE)/.test(one))).toEqual([]);
  });

  test('made here go as a rule with an end and what it leaves out', async () => {
    const { id } = await us.add({ rule: 'FREQ=WEEKLY;BYDAY=MO', repeat_until: '2027-03-29' });
    await us.remove(id, { scope: 'one', occurrence: '2027-03-15T09:00' });
    await us.sync();

    expect(google.events()[0]?.['recurrence']).toEqual([
      'RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20270330T035900Z',
      'EXDATE;TZID=America/New_York:20270315T090000',
    ]);
  });

  test('an exception of Google is changed and deleted from here', async () => {
    google.edit(googleEvent('s', weekly));
    google.edit(
      googleEvent('s_2', {
        recurringEventId: 's',
        originalStartTime: { dateTime: '2027-03-08T09:00:00-05:00', timeZone: 'America/New_York' },
        start: { dateTime: '2027-03-09T11:00:00-05:00', timeZone: 'America/New_York' },
        end: { dateTime: '2027-03-09T12:00:00-05:00', timeZone: 'America/New_York' },
      }),
    );
    await us.sync();
    const { rows } = await us.it.owner.query<{ id: number }>(
      'select id from calendar_events where series_id is not null',
    );
    await us.change(rows[0]?.id ?? 0, { title: 'Changed here' });
    await us.sync();
    expect(google.events().find(({ id }) => id === 's_2')).toMatchObject({ summary: 'Changed here' });
    await us.remove(rows[0]?.id ?? 0);
    await us.sync();
    await us.sync();

    expect(summaries()).toEqual(['Plan review']);
    expect(await us.here()).toEqual(['03-01 09:00 Plan review', '03-15 09:00 Plan review']);
  });
});

describe('an event of a series made here', () => {
  let id = 0;
  beforeEach(async () => {
    ({ id } = await us.add({ rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=4' }));
  });
  const second = { scope: 'one', occurrence: '2027-03-08T09:00' };
  const moved = { ...second, title: 'Moved', start_date: '2027-03-09', start_time: '11:00', end_time: '12:00' };
  const parts = async () =>
    (
      await us.it.owner.query<{ id: number }>('select id from calendar_events where series_id is not null order by id')
    ).rows.map((row) => row.id);

  test('that is moved alone is an event of the series there, whether the series was there before or not', async () => {
    await us.change(id, moved);
    await us.sync();
    await us.change(id, { ...second, occurrence: '2027-03-15T09:00', title: 'Renamed' });
    await us.sync();

    expect(google.agenda()).toEqual([
      '03-01 09:00 Review',
      '03-09 11:00 Moved',
      '03-15 09:00 Renamed',
      '03-22 09:00 Review',
    ]);
    expect(google.events()[0]?.['recurrence']).toEqual(['RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=4']);
    expect(google.heard.filter((one) => one.startsWith('POST /calendars'))).toHaveLength(1);
    google.heard.splice(0);
    await us.sync();
    expect(google.heard.filter((one) => !one.startsWith('GET'))).toEqual([]);
    expect(await us.here()).toEqual([
      '03-01 09:00 Review',
      '03-09 11:00 Moved',
      '03-15 09:00 Renamed',
      '03-22 09:00 Review',
    ]);
  });

  test('that is changed there comes back to the same event, and one that is deleted here is left out there', async () => {
    await us.change(id, moved);
    await us.sync();
    const part = google.shown().find(({ summary }) => summary === 'Moved');
    google.edit({ id: String(part?.id), location: 'Room 4' });
    await us.sync();
    const { rows } = await us.it.owner.query('select title, place from calendar_events where series_id is not null');
    expect(rows).toEqual([{ title: 'Moved', place: 'Room 4' }]);

    await us.remove((await parts())[0] ?? 0);
    await us.sync();
    await us.sync();
    expect(google.agenda()).toEqual(['03-01 09:00 Review', '03-15 09:00 Review', '03-22 09:00 Review']);
    expect(await us.here()).toHaveLength(3);
  });

  test('that both sides have changed keeps both changes', async () => {
    await us.sync();
    const instance = google.shown()[1];
    google.edit({ ...instance, id: String(instance?.id), location: 'Room 4' });
    await us.change(id, { ...second, title: 'Named here' });
    await us.sync();
    const { rows } = await us.it.owner.query('select title, place from calendar_events where series_id is not null');
    expect(rows).toEqual([{ title: 'Named here', place: 'Room 4' }]);
    expect(google.shown()[1]).toMatchObject({ summary: 'Named here', location: 'Room 4' });
  });

  test('stays with the following events when the series is split, and follows it when all are moved', async () => {
    await us.change(id, { ...moved, occurrence: '2027-03-15T09:00', start_date: '2027-03-16' });
    await us.sync();
    await us.change(id, {
      scope: 'following',
      occurrence: '2027-03-08T09:00',
      title: 'Later',
      start_time: '10:00',
      end_time: '11:00',
    });
    await us.sync();
    const split = ['03-01 09:00 Review', '03-08 10:00 Later', '03-16 11:00 Moved', '03-22 10:00 Later'];
    expect([await us.here(), google.agenda()]).toEqual([split, split]);

    const { rows } = await us.it.owner.query<{ id: number }>(`select id from calendar_events where title = 'Later'`);
    await us.change(rows[0]?.id ?? 0, {
      scope: 'all',
      occurrence: '2027-03-08T10:00',
      start_time: '08:00',
      end_time: '09:00',
    });
    await us.sync();
    const all = ['03-01 09:00 Review', '03-08 08:00 Later', '03-16 11:00 Moved', '03-22 08:00 Later'];
    expect([await us.here(), google.agenda()]).toEqual([all, all]);
    expect((await us.it.owner.query('select from calendar_links where original_start is null')).rowCount).toBe(2);
  });

  test('that was changed and is as before again after an undo', async () => {
    await us.change(id, moved);
    await us.sync();
    const { body } = await us.agent.call(events.history, { query: { downline_user_id: 1 } });
    await us.agent.call(events.undo, { params: { id: body.data.changes[0]?.id ?? 0 } });
    await us.sync();
    await us.sync();
    const ruled = ['03-01', '03-08', '03-15', '03-22'].map((day) => `${day} 09:00 Review`);
    expect([await us.here(), google.agenda()]).toEqual([ruled, ruled]);
  });

  test('of which Google has left the start out becomes an event of its own', async () => {
    await us.sync();
    const instance = google.shown()[1];
    google.edit({ ...instance, id: String(instance?.id), status: 'cancelled' });
    await us.change(id, moved);
    await us.sync();
    expect(google.agenda()).toEqual([
      '03-01 09:00 Review',
      '03-09 11:00 Moved',
      '03-15 09:00 Review',
      '03-22 09:00 Review',
    ]);
    expect(google.events().find(({ summary }) => summary === 'Moved')).not.toHaveProperty('recurringEventId');
  });

  test('that Google has left out stays left out when the series is moved here before it is heard of', async () => {
    await us.sync();
    google.remove(String(google.shown()[1]?.id));
    await us.change(id, { scope: 'all', occurrence: '2027-03-01T09:00', start_time: '10:00', end_time: '11:00' });
    await us.sync();
    const left = ['03-01', '03-15', '03-22'].map((day) => `${day} 10:00 Review`);
    expect([await us.here(), google.agenda()]).toEqual([left, left]);
  });

  test('that Google does not have yet stays when the series is deleted there', async () => {
    await us.sync();
    google.remove(String(google.events()[0]?.id));
    await us.change(id, moved);
    await us.sync();
    expect([await us.here(), google.agenda()]).toEqual([['03-09 11:00 Moved'], ['03-09 11:00 Moved']]);
  });

  test('is written once when an answer is lost', async () => {
    await us.sync();
    await us.change(id, moved);
    google.trouble(/^PATCH/, 'lost');
    await us.sync();
    await us.sync();
    expect(google.agenda()).toEqual([
      '03-01 09:00 Review',
      '03-09 11:00 Moved',
      '03-15 09:00 Review',
      '03-22 09:00 Review',
    ]);
    expect(await parts()).toHaveLength(1);
  });
});
