import { beforeAll, describe, expect, test } from 'vitest';
import { BOOKING_STEPS, bookingMachine } from '#rules/bookings/booking.machine.ts';
import { rowModel } from '../_walk/flat-model.ts';
import { type Walked, walk } from '../_walk/walk.ts';

const steps = Object.fromEntries(BOOKING_STEPS.map((step) => [step, `booking.${step}`]));

describe('a time that visitors book', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(rowModel(bookingMachine, 'no one has it', steps));
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('is booked once, and only after it was held', () => {
    for (const { moves } of walked.paths) {
      const names = moves.map(({ move }) => move);
      expect(names.filter((name) => name === 'book').length).toBeLessThanOrEqual(1);
      expect(names[0]).toBe('hold');
    }
  });
});
