import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type GraphStandIn, openGraph } from '../_adapters/graph-stand-in.ts';
import { Synced } from './google-app.ts';

let graph: GraphStandIn;
let us: Synced;

beforeAll(async () => {
  let now = () => new Date();
  graph = await openGraph(() => now());
  us = await Synced.open(graph, 'outlook');
  now = us.it.deps.now;
});
afterAll(async () => {
  await us.it.close();
  graph.close();
});
beforeEach(async () => {
  await us.clear();
  graph.clear();
  graph.rotates = true;
  await us.connect();
});

const subjects = () => graph.events().map(({ subject }) => subject);
const event = (id: string, more: object = {}) => ({
  id,
  subject: 'Plan review',
  start: { dateTime: '2027-03-01T09:00:00', timeZone: 'Eastern Standard Time' },
  end: { dateTime: '2027-03-01T10:00:00', timeZone: 'Eastern Standard Time' },
  ...more,
});

test('events travel both ways, once', async () => {
  graph.edit(event('o1', { location: { displayName: 'Office' }, body: { content: 'Bring cards\r\n' } }));
  await us.add({ title: 'Made here', start_date: '2027-03-02' });
  await us.sync();
  await us.sync();

  expect(await us.here()).toEqual(['03-01 09:00 Plan review', '03-02 09:00 Made here']);
  expect(subjects()).toEqual(['Plan review', 'Made here']);
  expect(graph.bodies.at(-1)).toMatchObject({
    subject: 'Made here',
    start: { dateTime: '2027-03-02T09:00:00', timeZone: 'Eastern Standard Time' },
  });
  const { rows } = await us.it.owner.query('select place, notes, zone from calendar_events order by starts_at');
  expect(rows[0]).toEqual({ place: 'Office', notes: 'Bring cards', zone: 'America/New_York' });
});

test('changes and deletions travel', async () => {
  graph.edit(event('o1'));
  const mine = await us.add();
  await us.sync();
  graph.edit({ id: 'o1', subject: 'Renamed there' });
  await us.change(mine.id, { title: 'Renamed here' });
  await us.sync();
  expect((await us.here()).toSorted()).toEqual(['03-01 09:00 Renamed here', '03-01 09:00 Renamed there']);
  expect(new Set(subjects())).toEqual(new Set(['Renamed here', 'Renamed there']));
  expect(subjects()).toHaveLength(2);

  graph.remove('o1');
  await us.remove(mine.id);
  await us.sync();
  expect([await us.here(), subjects()]).toEqual([[], []]);
});

test('a whole day is a date', async () => {
  graph.edit(
    event('o1', {
      isAllDay: true,
      start: { dateTime: '2027-03-05T00:00:00', timeZone: 'UTC' },
      end: { dateTime: '2027-03-06T00:00:00', timeZone: 'UTC' },
    }),
  );
  await us.add({ all_day: true, start_date: '2027-03-09', end_date: '2027-03-09', start_time: null, end_time: null });
  await us.sync();

  expect(await us.here()).toEqual(['03-05 all day Plan review', '03-09 all day Review']);
  expect(graph.events()[1]).toMatchObject({ isAllDay: true, start: { dateTime: '2027-03-09T00:00:00.0000000' } });
});

describe('series', () => {
  const weekly = {
    recurrence: {
      pattern: { type: 'weekly', interval: 1, daysOfWeek: ['monday'] },
      range: {
        type: 'numbered',
        startDate: '2027-03-01',
        numberOfOccurrences: 4,
        recurrenceTimeZone: 'Eastern Standard Time',
      },
    },
  };
  const part = {
    ...event('o1_2', { subject: 'Moved once' }),
    type: 'exception',
    seriesMasterId: 'o1',
    originalStart: '2027-03-08T14:00:00Z',
    originalStartTimeZone: 'Eastern Standard Time',
    start: { dateTime: '2027-03-09T16:00:00.0000000', timeZone: 'UTC' },
    end: { dateTime: '2027-03-09T17:00:00.0000000', timeZone: 'UTC' },
    '@odata.etag': 'W/"p1"',
    lastModifiedDateTime: '2026-03-01T00:00:00Z',
  };

  test('come with what is moved and left out', async () => {
    graph.edit(event('o1', { ...weekly, exceptionOccurrences: [part], cancelledOccurrences: ['OID.o1.2027-03-15'] }));
    await us.sync();
    expect(await us.here()).toEqual(['03-01 09:00 Plan review', '03-09 11:00 Moved once', '03-22 09:00 Plan review']);

    // The moved one is left out, too.
    graph.edit({
      id: 'o1',
      exceptionOccurrences: [],
      cancelledOccurrences: ['OID.o1.2027-03-08', 'OID.o1.2027-03-15'],
    });
    await us.sync();
    expect(await us.here()).toEqual(['03-01 09:00 Plan review', '03-22 09:00 Plan review']);
  });

  test('made here leave out there what is left out here', async () => {
    const { id } = await us.add({ rule: 'FREQ=WEEKLY;BYDAY=MO' });
    await us.remove(id, { scope: 'one', occurrence: '2027-03-08T09:00' });
    await us.sync();
    await us.sync();

    expect(graph.events()[0]).toMatchObject({
      recurrence: { pattern: { type: 'weekly', daysOfWeek: ['monday'] }, range: { type: 'noEnd' } },
      cancelledOccurrences: [expect.stringMatching(/2027-03-08$/)],
    });
    expect((await us.here())[1]).toBe('03-15 09:00 Review');
  });

  test('made here have there what is moved alone, also after all are moved, and lose what is deleted', async () => {
    const { id } = await us.add({ rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=4' });
    const moved = { title: 'Moved', start_date: '2027-03-09', start_time: '11:00', end_time: '12:00' };
    await us.change(id, { ...moved, scope: 'one', occurrence: '2027-03-08T09:00' });
    await us.remove(id, { scope: 'one', occurrence: '2027-03-15T09:00' });
    await us.sync();
    const agenda = ['03-01 09:00 Review', '03-09 11:00 Moved', '03-22 09:00 Review'];
    expect([await us.here(), graph.agenda()]).toEqual([agenda, agenda]);
    expect(graph.events()).toHaveLength(1);

    await us.change(id, { scope: 'all', occurrence: '2027-03-01T09:00', start_time: '10:00', end_time: '11:00' });
    await us.sync();
    const later = ['03-01 10:00 Review', '03-09 11:00 Moved', '03-22 10:00 Review'];
    expect([await us.here(), graph.agenda()]).toEqual([later, later]);

    const { rows } = await us.it.owner.query<{ id: number }>(`select id from calendar_events where title = 'Moved'`);
    await us.remove(rows[0]?.id ?? 0);
    await us.sync();
    await us.sync();
    const left = later.filter((one) => !one.endsWith('Moved'));
    expect([await us.here(), graph.agenda()]).toEqual([left, left]);
  });

  test('that Outlook moves, and so forgets what differed, are as there', async () => {
    const { id } = await us.add({ rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=3' });
    await us.change(id, { title: 'Other', scope: 'one', occurrence: '2027-03-08T09:00' });
    await us.sync();
    const series = graph.events()[0];
    us.it.advance(1_000);
    graph.edit({
      id: String(series?.id),
      start: { dateTime: '2027-03-01T14:00:00', timeZone: 'Eastern Standard Time' },
      end: { dateTime: '2027-03-01T15:00:00', timeZone: 'Eastern Standard Time' },
      exceptionOccurrences: [],
      cancelledOccurrences: [],
    });
    await us.sync();
    const agenda = ['03-01 14:00 Review', '03-08 14:00 Review', '03-15 14:00 Review'];
    expect([await us.here(), graph.agenda()]).toEqual([agenda, agenda]);
  });

  test('a rule that Outlook lacks stays here, and holds up nothing else', async () => {
    await us.add({ rule: 'FREQ=YEARLY;BYYEARDAY=100', start_date: '2027-04-10' });
    await us.add({ title: 'Second' });
    await us.sync();
    const { rows } = await us.it.owner.query('select problem from calendar_links where problem is not null');

    expect(subjects()).toEqual(['Second']);
    expect(rows).toEqual([{ problem: "Outlook can't repeat an event in this way." }]);
    expect(await us.row()).toMatchObject({ status: 'connected', problem: null });
  });
});

test('a lost answer makes no second event, and a forgotten cursor loses nothing', async () => {
  await us.add();
  graph.trouble(/^POST \/me\/calendars/, 'lost');
  await us.sync();
  await us.sync();
  graph.forgetCursors();
  await us.sync();
  expect([await us.here(), subjects()]).toEqual([['03-01 09:00 Review'], ['Review']]);
});

test('refresh tokens that work once keep the connection', async () => {
  for (let time = 0; time < 3; time += 1) {
    graph.expireTokens();
    await us.sync();
  }
  expect(await us.row()).toMatchObject({ status: 'connected', problem: null });
});
