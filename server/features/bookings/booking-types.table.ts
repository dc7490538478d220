import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type BookingHours, MAX_BOOKING_TYPES } from '#contract/bookings.contract.ts';
import { refuseField } from '../../errors.ts';
import { line, named, plain } from '../../resource/columns.ts';
import { beforeSave, uniqueName } from '../../resource/rules.ts';
import { table } from '../../resource/table.ts';
import { ofOwner } from '../../resource/visibility.ts';
import { readZone } from '../events/event-plan.ts';
import { ownZone } from '../profile/own-day.ts';

/** 40 random bits: the address tells nothing of other agents' pages, and isn't guessed by chance. */
const SLUG_BYTES = 5;

/** The name in an address, and what makes it unique. */
function slugOf(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  return [words, randomBytes(SLUG_BYTES).toString('hex')].filter((part) => part !== '').join('-');
}

const owners = ofOwner();

/** @throws {Refusal} `refused` under `hours`. */
function requireHours(hours: readonly BookingHours[]): void {
  for (const [place, { day, from, to }] of hours.entries()) {
    if (to <= from) throw refuseField('hours', 'The end of the hours has to be after their start.');
    const others = hours.slice(place + 1).filter((one) => one.day === day);
    if (others.some((one) => one.from < to && one.to > from))
      throw refuseField('hours', 'Hours of a day can’t overlap.');
  }
}

export const BOOKING_TYPES = table({
  name: 'booking_types',
  title: 'name',
  columns: {
    name: named,
    minutes: plain,
    buffer_before: plain,
    buffer_after: plain,
    notice_hours: plain,
    per_day: plain,
    days_ahead: plain,
    hours: plain,
    zone: plain,
    place: line,
    soa_products: plain,
    active: plain,
  },
  json: ['hours'],
  select:
    () => sql`r.id, r.slug, r.name, r.minutes, r.buffer_before, r.buffer_after, r.notice_hours, r.per_day, r.days_ahead, r.hours,
    r.zone, r.place, r.soa_products, r.active`,
  order: () => sql`lower(r.name), r.id`,
  most: MAX_BOOKING_TYPES,
  lock: 'no key update',
  visibility: {
    ...owners,
    place: async (write) => ({
      ...(await owners.place(write)),
      slug: slugOf(String(write.body['name'])),
      ...(write.body['zone'] === undefined && { zone: await ownZone(write.tx, write.identity.userId) }),
    }),
  },
  rules: [
    uniqueName('name'),
    beforeSave(async ({ tx, identity }, { id, changes }) => {
      if (Array.isArray(changes['hours'])) requireHours(changes['hours'] as BookingHours[]);
      if (typeof changes['zone'] === 'string') readZone(changes['zone']);
      if (id !== 0) return;
      const [row] = await tx.raw<{ count: number }>(
        'select count(*)::int as count from booking_types where user_id = $1',
        [identity.userId],
      );
      if ((row?.count ?? 0) >= MAX_BOOKING_TYPES)
        throw refuseField('name', `You can have up to ${MAX_BOOKING_TYPES} types of appointments. Remove one first.`);
    }),
  ],
});
