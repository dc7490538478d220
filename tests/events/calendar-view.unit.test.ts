import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CalendarEvent } from '#contract/events.contract.ts';
import {
  type Block,
  blocksOn,
  conflictsOf,
  daysOf,
  isOn,
  LEAST_MINUTES,
  movedBy,
  placed,
  turned,
} from '#rules/events/calendar-view.ts';

const event = (id: number, starts: string, ends: string, more: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id,
  key: String(id),
  version: 1,
  type: 'call',
  title: `Event ${id}`,
  place: '',
  notes: '',
  reminders: null,
  guests: [],
  invites_contact: false,
  all_day: false,
  start_date: starts.slice(0, 10),
  start_time: starts.slice(11, 16),
  end_date: ends.slice(0, 10),
  end_time: ends.slice(11, 16),
  zone: 'UTC',
  rule: '',
  repeat_until: null,
  occurrence: null,
  starts_at: starts,
  ends_at: ends,
  contact: null,
  user: { id: 1, name: 'Dana' },
  may_change: true,
  ...more,
});

test('a month fills its weeks, and views turn by what they show', () => {
  const month = daysOf('month', '2026-11-19');
  expect([month[0], month.at(-1), month.length]).toEqual(['2026-11-01', '2026-12-05', 35]);
  expect(daysOf('week', '2026-11-19')).toHaveLength(7);
  expect(daysOf('week', '2026-11-19')[0]).toBe('2026-11-15');
  expect(turned('month', '2026-01-31', 1)).toBe('2026-02-01');
  expect(turned('week', '2026-11-19', -1)).toBe('2026-11-12');
});

test('an event is on the days of the reader', () => {
  const late = event(1, '2026-11-20T04:30:00Z', '2026-11-20T06:00:00Z');
  expect(isOn(late, '2026-11-19', 'America/New_York')).toBe(true);
  expect(blocksOn([late], '2026-11-19', 'America/New_York')).toMatchObject([{ from: 23 * 60 + 30, to: 1_440 }]);
  expect(blocksOn([late], '2026-11-20', 'America/New_York')).toMatchObject([{ from: 0, to: 60 }]);
  const untilMidnight = event(2, '2026-11-20T03:00:00Z', '2026-11-20T05:00:00Z');
  expect(isOn(untilMidnight, '2026-11-20', 'America/New_York')).toBe(false);
  const day = event(3, '2026-11-19T10:00:00Z', '2026-11-20T10:00:00Z', { all_day: true, end_date: '2026-11-19' });
  expect([isOn(day, '2026-11-19', 'Asia/Tokyo'), isOn(day, '2026-11-20', 'Asia/Tokyo')]).toEqual([true, false]);
});

test('no two events of a day are drawn over each other', () => {
  const one = event(1, '2026-11-19T00:00:00Z', '2026-11-19T01:00:00Z');
  const block = fc
    .tuple(fc.integer({ min: 0, max: 1_400 }), fc.integer({ min: 1, max: 300 }))
    .map(([from, lasts]): Block => ({ event: one, from, to: Math.min(1_440, from + lasts) }));
  const blocks = fc.array(block, { maxLength: 24 });
  fc.assert(
    fc.property(blocks, (all) => {
      const found = placed(all);
      expect(found).toHaveLength(all.length);
      for (const [at, a] of found.entries()) {
        expect(a.column).toBeLessThan(a.columns);
        for (const b of found.slice(at + 1)) {
          const meets =
            a.from < Math.max(b.to, b.from + LEAST_MINUTES) && b.from < Math.max(a.to, a.from + LEAST_MINUTES);
          if (!meets) continue;
          expect(a.columns).toBe(b.columns);
          expect(a.column).not.toBe(b.column);
        }
      }
    }),
  );
});

test('conflicts are other events at the same time; touching ones are none', () => {
  const mine = event(1, '2026-11-19T10:00:00Z', '2026-11-19T11:00:00Z');
  const all = [
    mine,
    event(2, '2026-11-19T10:30:00Z', '2026-11-19T10:45:00Z'),
    event(3, '2026-11-19T11:00:00Z', '2026-11-19T12:00:00Z'),
    event(4, '2026-11-19T00:00:00Z', '2026-11-20T00:00:00Z', { all_day: true }),
  ];
  expect(conflictsOf(all, mine, mine.key).map(({ id }) => id)).toEqual([2]);
});

test('an event moves across midnight, and keeps a quarter of an hour', () => {
  const times = { start_date: '2026-11-19', start_time: '23:30', end_date: '2026-11-19', end_time: '23:45' };
  expect(movedBy(times, 30)).toEqual({
    start_date: '2026-11-20',
    start_time: '00:00',
    end_date: '2026-11-20',
    end_time: '00:15',
  });
  expect(movedBy(times, -15, 'start')).toMatchObject({ start_time: '23:15', end_time: '23:45' });
  expect(movedBy(times, -15, 'end')).toBeNull();
});
