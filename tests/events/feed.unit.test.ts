import ical, { type VEvent } from 'node-ical';
import { describe, expect, test } from 'vitest';
import { type Shared, icsCalendar, type SharedRow } from '../../server/features/events/feed/ics-calendar.ts';
import { folded } from '../../server/features/events/feed/ics-text.ts';
import { vtimezone } from '../../server/features/events/feed/vtimezone.ts';
import { occurrencesIn } from '../../server/features/events/recurrence.ts';

const NOW = new Date('2026-11-30T12:00:00Z');
const row = (id: number, more: Partial<SharedRow> = {}): SharedRow => ({
  id,
  user_id: 1,
  contact_id: null,
  series_id: null,
  type: 'call',
  title: `Event ${id}`,
  place: '',
  notes: '',
  all_day: false,
  start_local: '2026-10-25T09:00',
  end_local: '2026-10-25T10:00',
  zone: 'America/New_York',
  rule: '',
  repeat_until: null,
  excluded: [],
  reminders: null,
  guests: [],
  invites_contact: false,
  series_start: null,
  version: 1,
  created_at: NOW,
  updated_at: NOW,
  ...more,
});
const feed = (rows: SharedRow[], more: Partial<Shared> = {}) =>
  icsCalendar({ rows, host: 'crm.test', now: NOW, method: 'PUBLISH', name: 'Dana', ...more });
const read = (text: string) =>
  Object.values(ical.sync.parseICS(text)).filter((one): one is VEvent => one?.type === 'VEVENT');
/** Lines as a strict reader has them: each ends with CRLF and has at most 75 octets; folds are undone. */
function linesOf(text: string): string[] {
  expect(text.endsWith('\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  return text.replaceAll('\r\n ', '').trimEnd().split('\r\n');
}

describe('a calendar in text', () => {
  test('has one event as a moment, which another reader understands', () => {
    const text = feed([row(1, { title: 'Tea, milk; sugar \\ "x"\nline two', place: 'Köln', notes: 'a,b' })]);
    const [event] = read(text);
    expect(event?.start.toISOString()).toBe('2026-10-25T13:00:00.000Z');
    expect(event?.end?.toISOString()).toBe('2026-10-25T14:00:00.000Z');
    expect([event?.summary, event?.location, event?.description, event?.uid]).toEqual([
      'Tea, milk; sugar \\ "x"\nline two',
      'Köln',
      'a,b',
      'event-1@crm.test',
    ]);
    expect(linesOf(text)).toContain('DTSTART:20261025T130000Z');
  });

  test('folds lines between characters', () => {
    const line = `SUMMARY:${'ü'.repeat(60)}😀${'x'.repeat(90)}`;
    expect(folded(line).replaceAll('\r\n ', '')).toBe(line);
    linesOf(`${folded(line)}\r\n`);
    linesOf(feed([row(1, { title: 'é'.repeat(160), notes: '日本'.repeat(300) })]));
  });

  test('has a whole day as dates, the end excluded', () => {
    const lines = linesOf(
      feed([row(1, { all_day: true, start_local: '2026-12-24T00:00', end_local: '2026-12-27T00:00' })]),
    );
    expect(lines).toContain('DTSTART;VALUE=DATE:20261224');
    expect(lines).toContain('DTEND;VALUE=DATE:20261227');
  });

  test('has a series in its zone, which stays on its clock', () => {
    const series = row(1, { rule: 'FREQ=WEEKLY;BYDAY=SU', repeat_until: '2026-11-15', excluded: ['2026-11-08T09:00'] });
    const text = feed([series]);
    const [event] = read(text);
    const starts = event?.rrule
      ?.all()
      .map((date) => date.toISOString())
      .filter((start) => !Object.values(event.exdate ?? {}).some((left) => (left as Date).toISOString() === start));
    expect([...new Set(starts)]).toEqual(
      occurrencesIn(series, 0, Date.parse('2027-01-01')).map(({ starts_at: start }) => start.toISOString()),
    );
    expect(linesOf(text)).toEqual(
      expect.arrayContaining([
        'RRULE:FREQ=WEEKLY;BYDAY=SU;UNTIL=20261116T045900Z',
        'EXDATE;TZID=America/New_York:20261108T090000',
        'DURATION:PT60M',
      ]),
    );
  });

  test('has a changed event of a series under its UID, in place of the start that it replaces', () => {
    const series = row(1, { rule: 'FREQ=WEEKLY', excluded: ['2026-11-01T09:00', '2026-11-08T09:00'] });
    const moved = row(2, {
      series_id: 1,
      series_start: '2026-11-01T09:00',
      start_local: '2026-11-02T11:00',
      end_local: '2026-11-02T12:00',
    });
    const text = feed([series, moved]);
    const lines = linesOf(text);
    expect(lines.filter((line) => /^(UID|RECURRENCE-ID|EXDATE)/.test(line))).toEqual([
      'UID:event-1@crm.test',
      'EXDATE;TZID=America/New_York:20261108T090000',
      'UID:event-1@crm.test',
      'RECURRENCE-ID;TZID=America/New_York:20261101T090000',
    ]);
    const [event] = read(text);
    expect(Object.values((event?.recurrences ?? {}) as Record<string, VEvent>)[0]?.start.toISOString()).toBe(
      '2026-11-02T16:00:00.000Z',
    );
    // The series has moved since: the event is one of its own.
    expect(linesOf(feed([{ ...series, excluded: ['2026-11-01T10:00'] }, moved])).join()).toContain(
      'UID:event-2@crm.test',
    );
  });

  test('says only when somebody is busy', () => {
    const text = feed([row(1, { title: 'Secret', place: 'Here', notes: 'Ill' })], { busyOnly: true });
    expect(text).not.toMatch(/Secret|Here|Ill/);
    expect(linesOf(text)).toContain('SUMMARY:Busy');
  });

  test('of a guest names both, and keeps notes inside', () => {
    const parties = {
      organizer: { name: 'Dana "D" Reyes', address: 'dana@a.test' },
      guest: { name: 'Rosa', address: 'rosa@b.test' },
    };
    const lines = linesOf(feed([row(1, { version: 4, notes: 'private' })], { method: 'REQUEST', parties }));
    expect(lines).toEqual(
      expect.arrayContaining([
        'METHOD:REQUEST',
        'SEQUENCE:3',
        'ORGANIZER;CN="Dana  D  Reyes":mailto:dana@a.test',
        'ATTENDEE;CN="Rosa";ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:rosa@b.test',
      ]),
    );
    expect(lines.join()).not.toContain('private');
    expect(linesOf(feed([row(1, { version: 4 })], { method: 'CANCEL', parties }))).toEqual(
      expect.arrayContaining(['METHOD:CANCEL', 'SEQUENCE:4', 'STATUS:CANCELLED']),
    );
  });
});

describe('a zone', () => {
  test('has the yearly rules of its clocks, and older changes each on its own', () => {
    const lines = vtimezone('America/New_York', 2006, NOW);
    expect(lines).toEqual(
      expect.arrayContaining([
        'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
        'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
        'DTSTART:20070311T020000',
        'DTSTART:20061029T020000',
        'TZOFFSETFROM:-0500',
        'TZOFFSETTO:-0400',
        'TZNAME:EDT',
      ]),
    );
  });

  test('without changes has one offset', () => {
    const lines = vtimezone('America/Phoenix', 2026, NOW);
    expect(lines.filter((line) => line.startsWith('BEGIN'))).toEqual(['BEGIN:VTIMEZONE', 'BEGIN:STANDARD']);
    expect(lines).toEqual(expect.arrayContaining(['TZOFFSETFROM:-0700', 'TZOFFSETTO:-0700']));
  });

  test('that changes on last Sundays says so', () =>
    expect(vtimezone('Europe/Berlin', 2026, NOW)).toEqual(
      expect.arrayContaining(['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU']),
    ));
});
