import { setup } from 'xstate';
import type { BookingStatus } from '#contract/bookings.contract.ts';
import { type RowState, stateAfter } from '../statecharts/state-after.ts';

/** What can happen to a time that visitors may book. `free`: no one has it. */
export const BOOKING_STEPS = ['hold', 'book', 'move', 'cancel', 'expire'] as const;
export type BookingStep = (typeof BOOKING_STEPS)[number];
export type SlotStatus = BookingStatus | 'free';

/**
 * A time of an agent that visitors may book. One whose hold has expired can still be booked as long as no one else has
 * taken it, which the database decides.
 */
export const bookingMachine = setup({
  types: { events: {} as { readonly type: `booking.${BookingStep}` } },
}).createMachine({
  id: 'booking',
  initial: 'free',
  states: {
    free: { on: { 'booking.hold': 'held' } },
    held: { on: { 'booking.book': 'booked', 'booking.cancel': 'cancelled', 'booking.expire': 'expired' } },
    booked: { on: { 'booking.move': 'moved', 'booking.cancel': 'cancelled' } },
    expired: { on: { 'booking.book': 'booked' } },
    moved: { type: 'final' },
    cancelled: { type: 'final' },
  } satisfies Record<SlotStatus, RowState>,
});

/** Statuses that keep others from the time; the constraint of the database names the same. */
export const TAKES_TIME: readonly SlotStatus[] = ['held', 'booked'];

/** Returns the status after a step; `null`: it can't happen now. */
export const afterStep = (status: SlotStatus, step: BookingStep): BookingStatus | null =>
  stateAfter(bookingMachine, status, { type: `booking.${step}` }) as BookingStatus | null;

/** Returns the status at a moment: a time that was held long enough has expired. */
export const statusAt = (
  { status, held_until: until }: { readonly status: BookingStatus; readonly held_until: Date },
  now: Date,
): BookingStatus => (until <= now ? (afterStep(status, 'expire') ?? status) : status);
