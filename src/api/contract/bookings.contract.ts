import * as z from 'zod/mini';
import { Id } from './_wire.contract.ts';
import { created, listed, put, removed, resource } from './resource.ts';
import { SOA_PRODUCTS } from './soa.contract.ts';

// ---- constants -------------------------------------------------------------

/**
 * `held`: a visitor fills in the form; `booked`: it is in the calendar; `moved`: another booking took its place. A held
 * one has `expired` once its time is over.
 */
export const BOOKING_STATUSES = ['held', 'booked', 'moved', 'cancelled', 'expired'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** Minutes for which a chosen time is held. Ours. */
export const HOLD_MINUTES = 10;
/** Minutes between two times that are offered. Ours. */
export const SLOT_STEP_MINUTES = 30;
/** Types of appointments of one user at most. Ours. */
export const MAX_BOOKING_TYPES = 30;

// ---- schemas ---------------------------------------------------------------

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));
const whole = (least: number, most: number) =>
  z
    .int()
    .check(
      z.minimum(least, `Enter a number from ${least} to ${most}.`),
      z.maximum(most, `Enter a number from ${least} to ${most}.`),
    );
const Clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 9:30 AM.'));

/** Hours of one weekday, on the clock of the agent. */
export const BookingHours = z.strictObject({
  /** 0 is Sunday. */
  day: z.int().check(z.minimum(0), z.maximum(6)),
  from: Clock,
  to: Clock,
});
export type BookingHours = z.output<typeof BookingHours>;

/** Fields that an agent fills in. */
export const BookingTypeFields = z.object({
  name: text(120).check(z.minLength(1, 'Enter a name.')),
  minutes: whole(5, 480),
  /** Minutes that stay free before and after. */
  buffer_before: whole(0, 240),
  buffer_after: whole(0, 240),
  /** Hours from booking to the appointment at least. */
  notice_hours: whole(0, 720),
  /** Appointments of this type a day at most; `null`: no limit. */
  per_day: z.nullable(whole(1, 50)),
  /** Days ahead that can be booked. */
  days_ahead: whole(1, 180),
  hours: z.array(BookingHours).check(z.maxLength(21, 'Enter at most 21 times.')),
  /** IANA zone of the hours. */
  zone: text(60),
  /** An address, a phone number or a link. */
  place: text(200),
  /** Types of Medicare products that it is about; empty: about none, so that it needs no scope of appointment. */
  soa_products: z.array(z.enum(SOA_PRODUCTS)),
  /** Its page takes bookings. */
  active: z.boolean(),
});

export const BookingType = z.extend(BookingTypeFields, {
  id: Id,
  /** Last part of the address of its page. */
  slug: z.string(),
});
export type BookingType = z.output<typeof BookingType>;

const Change = z.strictObject(z.partial(BookingTypeFields).shape);
const New = z.extend(Change, { name: BookingTypeFields.shape.name });

/** What a visitor enters. */
export const BookingForm = z.object({
  first_name: text(60).check(z.minLength(1, 'Enter your first name.')),
  last_name: text(60).check(z.minLength(1, 'Enter your last name.')),
  email: text(254).check(z.minLength(1, 'Enter your e-mail address.')),
  phone: text(40).check(z.minLength(1, 'Enter your phone number.')),
});
export type BookingForm = z.output<typeof BookingForm>;

// ---- endpoints -------------------------------------------------------------

export const bookingTypes = resource(
  {
    path: '/v1/booking_types',
    one: 'BookingType',
    many: 'BookingTypes',
    label: { one: 'type of appointment', many: 'types of appointments' },
    subject: 'booking_type',
    access: { read: 'contacts.read', write: 'contacts.write' },
    feature: 'events',
  },
  {
    list: listed(BookingType),
    create: created(BookingType, New),
    update: put(BookingType, Change),
    remove: removed({ summary: 'Remove a type of appointment; appointments that are booked stay' }),
  },
);
