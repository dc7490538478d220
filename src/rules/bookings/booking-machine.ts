import type { BookingStatus } from '#contract/bookings.contract.ts';

/** What can happen to a time that visitors may book. `free`: no one has it. */
export const BOOKING_STEPS = ['hold', 'book', 'move', 'cancel', 'expire'] as const;
export type BookingStep = (typeof BOOKING_STEPS)[number];
export type SlotStatus = BookingStatus | 'free';

/**
 * The machine: where a step leads from a status. A step that is missing can't happen. A time whose hold has expired can
 * still be booked as long as no one else has taken it, which the database decides.
 */
export const BOOKING_MACHINE: Readonly<Record<SlotStatus, Readonly<Partial<Record<BookingStep, BookingStatus>>>>> = {
  free: { hold: 'held' },
  held: { book: 'booked', cancel: 'cancelled', expire: 'expired' },
  booked: { move: 'moved', cancel: 'cancelled' },
  moved: {},
  cancelled: {},
  expired: { book: 'booked' },
};

/** Statuses that keep others from the time; the constraint of the database names the same. */
export const TAKES_TIME: readonly SlotStatus[] = ['held', 'booked'];

/** Returns the status after a step; `null`: it can't happen now. */
export const afterStep = (status: SlotStatus, step: BookingStep): BookingStatus | null =>
  BOOKING_MACHINE[status][step] ?? null;

/** Returns the status at a moment: a time that was held long enough has expired. */
export const statusAt = (
  { status, held_until: until }: { readonly status: BookingStatus; readonly held_until: Date },
  now: Date,
): BookingStatus => (status === 'held' && until <= now ? 'expired' : status);
