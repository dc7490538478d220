import { describe, expect, test } from 'vitest';
import { BROADCAST_STATUSES, type Schedule } from '#contract/broadcasts/broadcast.contract.ts';
import { doneOf, everyoneOf, leftOutOf, recipientsOf, secondsLeft, toGoOf } from '#rules/broadcasts/audience.ts';
import { type BroadcastCommand, hasEnded, isRunning, mayFollow, offers } from '#rules/broadcasts/broadcast-status.ts';
import { withOptOutLine } from '#rules/broadcasts/opt-out-line.ts';
import { nextSchedule, scheduleFault, startOf, windowOf } from '#rules/broadcasts/schedule.ts';

const NOW = Date.parse('2026-03-04T18:00:00Z');
const HOUR = 3_600_000;
const at = (time: string) => Date.parse(time);
const LOCAL: Schedule = { kind: 'local', day: '2026-11-20', from: '10:00', until: '18:00' };

describe('the sums', () => {
  const counts = { waiting: 5, sending: 2, sent: 3, delivered: 10, failed: 1, held_back: 4, stopped: 6 };

  test('of an audience and of what became of it', () => {
    const audience = {
      matched: 100,
      left_out: [
        { reason: 'withdrawn' as const, contacts: 30 },
        { reason: 'duplicate' as const, contacts: 9 },
      ],
    };
    expect([leftOutOf(audience), recipientsOf(audience)]).toEqual([39, 61]);
    expect([doneOf(counts), toGoOf(counts), everyoneOf(counts)]).toEqual([18, 7, 31]);
  });

  test('seconds are left while something goes', () => {
    expect([secondsLeft(100, 6), secondsLeft(0, 6), secondsLeft(100, 0)]).toEqual([17, 0, null]);
  });
});

describe('the statuses', () => {
  const COMMANDS: readonly BroadcastCommand[] = ['edit', 'schedule', 'delete', 'unschedule', 'pause', 'resume', 'stop'];

  test('what has ended offers nothing and follows nothing', () => {
    for (const status of BROADCAST_STATUSES.filter((one) => hasEnded({ status: one }))) {
      expect(COMMANDS.filter((command) => offers({ status }, command))).toEqual([]);
      expect(BROADCAST_STATUSES.filter((next) => mayFollow(status, next))).toEqual([]);
      expect(isRunning({ status })).toBe(false);
    }
    expect(BROADCAST_STATUSES.filter((status) => hasEnded({ status }))).toEqual(['done', 'stopped', 'failed']);
  });

  test('only a draft is edited, and only what is sending pauses', () => {
    expect(BROADCAST_STATUSES.filter((status) => offers({ status }, 'edit'))).toEqual(['draft']);
    expect(BROADCAST_STATUSES.filter((status) => offers({ status }, 'pause'))).toEqual(['sending']);
    expect(BROADCAST_STATUSES.filter((status) => offers({ status }, 'stop'))).toEqual([
      'scheduled',
      'sending',
      'paused',
    ]);
  });
});

test('the way out is added once', () => {
  expect(withOptOutLine(' Hello ')).toBe('Hello Reply STOP to opt out.');
  expect(withOptOutLine('Hello. Text STOP to quit.')).toBe('Hello. Text STOP to quit.');
  expect(withOptOutLine('  ')).toBe('');
});

describe('the schedule', () => {
  test('at the same hour for everyone opens in each zone, and closes in the first of several', () => {
    const eastern = windowOf(LOCAL, ['America/New_York'], NOW);
    expect(eastern).toEqual({ from: at('2026-11-20T15:00:00Z'), until: at('2026-11-20T23:00:00Z') });
    const either = windowOf(LOCAL, ['America/New_York', 'America/Chicago'], NOW);
    expect(either).toEqual({ from: at('2026-11-20T16:00:00Z'), until: at('2026-11-20T23:00:00Z') });
    expect(startOf(LOCAL, NOW)).toBeLessThanOrEqual(at('2026-11-20T15:00:00Z'));
  });

  test('now and at a time have one start and no end', () => {
    expect(windowOf({ kind: 'now' }, [], NOW)).toEqual({ from: NOW, until: null });
    const sendAt = new Date(NOW + HOUR).toISOString();
    expect(windowOf({ kind: 'at', send_at: sendAt }, [], NOW)).toEqual({ from: NOW + HOUR, until: null });
  });

  test.each<[string, Schedule, string | null]>([
    ['now', { kind: 'now' }, null],
    ['in an hour', { kind: 'at', send_at: new Date(NOW + HOUR).toISOString() }, null],
    [
      'a minute ago',
      { kind: 'at', send_at: new Date(NOW - 60_000).toISOString() },
      'Choose a time that has not passed.',
    ],
    ['too far ahead', LOCAL, 'Choose a day within the next 92 days.'],
    ['yesterday', { ...LOCAL, day: '2026-03-03' }, 'That day is over everywhere in the US. Choose a later one.'],
    [
      'the wrong way round',
      { ...LOCAL, from: '18:00', until: '10:00' },
      'The end of the time has to be after its start.',
    ],
  ])('%s', (_, schedule, fault) => {
    expect(scheduleFault(schedule, NOW)).toBe(fault);
  });

  test('the next run is at the same hour, over a change of clocks, past runs passed over', () => {
    const zone = 'America/New_York';
    const weekly: Schedule = { kind: 'at', send_at: '2026-03-03T15:00:00Z' };
    // Clocks go forward on March 8: ten in New York is an hour earlier in UTC.
    expect(nextSchedule(weekly, 'weekly', { startedAt: NOW, now: NOW, zone })).toEqual({
      kind: 'at',
      send_at: '2026-03-10T14:00:00.000Z',
    });
    const later = at('2026-03-20T00:00:00Z');
    expect(nextSchedule(weekly, 'weekly', { startedAt: NOW, now: later, zone })).toMatchObject({
      send_at: '2026-03-24T14:00:00.000Z',
    });
    expect(nextSchedule(LOCAL, 'monthly', { startedAt: NOW, now: at('2026-11-21T00:00:00Z'), zone })).toEqual({
      ...LOCAL,
      day: '2026-12-20',
    });
    expect(nextSchedule(weekly, 'none', { startedAt: NOW, now: NOW, zone })).toBeNull();
  });
});
