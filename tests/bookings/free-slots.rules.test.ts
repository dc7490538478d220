import { describe, expect, test } from 'vitest';
import { BOOKING_STATUSES } from '#contract/bookings.contract.ts';
import { afterStep, BOOKING_STEPS, type SlotStatus, statusAt, TAKES_TIME } from '#rules/bookings/booking.machine.ts';
import { freeFrom, freeOn, type Offer } from '#rules/bookings/free-slots.ts';

const OFFER: Offer = {
  minutes: 30,
  buffer_before: 0,
  buffer_after: 0,
  notice_hours: 0,
  per_day: null,
  days_ahead: 30,
  hours: [{ day: 1, from: '09:00', to: '11:00' }],
  zone: 'America/New_York',
};
// A Monday, 7 AM.
const NOW = Date.parse('2026-11-30T12:00:00Z');
const at = (text: string) => Date.parse(`2026-11-30T${text}:00Z`);
const clocks = (offer: Partial<Offer> = {}, around: Partial<Parameters<typeof freeOn>[2]> = {}, day = '2026-11-30') =>
  freeOn({ ...OFFER, ...offer }, day, { now: NOW, busy: [], taken: [], ...around }).map((start) =>
    new Date(start).toISOString().slice(11, 16),
  );

describe('free times', () => {
  test('lie within the hours of the weekday on the clock of the agent', () => {
    expect(clocks()).toEqual(['14:00', '14:30', '15:00', '15:30']);
    expect(clocks({}, {}, '2026-12-01')).toEqual([]);
    expect(clocks({ minutes: 60 })).toEqual(['14:00', '14:30', '15:00']);
    expect(clocks({ minutes: 15, hours: [{ day: 1, from: '09:00', to: '09:40' }] })).toEqual(['14:00', '14:15']);
  });

  test('touch what the agent does, and do not overlap it', () => {
    const busy = [{ from: at('14:30'), to: at('15:00') }];
    expect(clocks({}, { busy })).toEqual(['14:00', '15:00', '15:30']);
    expect(clocks({ buffer_after: 15 }, { busy })).toEqual(['15:00', '15:30']);
    expect(clocks({ buffer_before: 15 }, { busy })).toEqual(['14:00', '15:30']);
  });

  test('need the notice, and end with the limit of a day and the days ahead', () => {
    expect(clocks({ notice_hours: 3 })).toEqual(['15:00', '15:30']);
    expect(clocks({ per_day: 1 }, { taken: [at('14:00')] })).toEqual([]);
    expect(clocks({ per_day: 2 }, { taken: [at('14:00')] })).toHaveLength(4);
    expect(clocks({ days_ahead: 6 }, {}, '2026-12-07')).toEqual([]);
    expect(clocks({ days_ahead: 7 }, {}, '2026-12-07')).toHaveLength(4);
    expect(clocks({}, {}, '2026-11-23')).toEqual([]);
  });

  test('leave out what clocks skip, and have an hour that they repeat once', () => {
    const early: Partial<Offer> = { hours: [{ day: 0, from: '01:00', to: '04:00' }], days_ahead: 365, minutes: 60 };
    expect(clocks(early, {}, '2027-03-14')).toEqual(['06:00', '06:30', '07:00']);
    expect(clocks(early, {}, '2027-11-07')).toEqual(['05:00', '05:30', '07:00', '07:30', '08:00']);
  });

  test('from a day on end when there are enough', () => {
    const around = { now: NOW, busy: [], taken: [] };
    expect(freeFrom(OFFER, '2026-11-01', 5, around)).toHaveLength(8);
    expect(freeFrom(OFFER, '2027-06-01', 5, around)).toEqual([]);
  });
});

describe('the machine of a booking', () => {
  test('reaches every status from a free time', () => {
    const seen = new Set<SlotStatus>(['free']);
    for (const status of seen) for (const step of BOOKING_STEPS) seen.add(afterStep(status, step) ?? status);
    expect([...seen].toSorted()).toEqual(['free', ...BOOKING_STATUSES].toSorted());
  });

  test('takes a time in these statuses alone, and never books one twice', () => {
    expect(TAKES_TIME).toEqual(['held', 'booked']);
    for (const status of TAKES_TIME) expect(afterStep(status, 'hold')).toBeNull();
    for (const end of ['moved', 'cancelled'] as const)
      expect(BOOKING_STEPS.filter((step) => afterStep(end, step) !== null)).toEqual([]);
    expect(afterStep('booked', 'book')).toBeNull();
  });

  test('expires only what is held', () => {
    const now = new Date(NOW);
    for (const status of BOOKING_STATUSES)
      expect(statusAt({ status, held_until: now }, now)).toBe(status === 'held' ? 'expired' : status);
    expect(statusAt({ status: 'held', held_until: new Date(NOW + 1) }, now)).toBe('held');
  });
});
