import type { TIME_ZONES } from '#contract/session.contract.ts';
import { dayIn, plusDays, startOf } from '#rules/time/days.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import type { Tx } from '../../db/tx.ts';
import { newEvent, type Written } from '../events/event-plan.ts';
import type { EventValues } from '../events/event-values.ts';
import { instantOf, overAt } from '../events/recurrence.ts';

/** Events of a week from Sunday on; `contact` is the place among the owner's contacts. */
const WEEK: readonly (Written & { readonly day: number; readonly contact?: number })[] = [
  {
    day: 1,
    title: 'Team stand-up',
    type: 'meeting',
    start_time: '09:00',
    end_time: '09:30',
    rule: 'FREQ=WEEKLY;BYDAY=MO,TH',
  },
  { day: 1, title: 'Needs review', type: 'call', start_time: '10:30', end_time: '11:30', contact: 0 },
  {
    day: 1,
    title: 'Plan comparison',
    type: 'appointment',
    start_time: '14:00',
    end_time: '15:00',
    place: 'Video',
    contact: 1,
  },
  {
    day: 2,
    title: 'Plan comparison',
    type: 'appointment',
    start_time: '09:00',
    end_time: '10:00',
    place: 'At the kitchen table',
    contact: 2,
  },
  { day: 2, title: 'Carrier training', type: 'meeting', start_time: '13:00', end_time: '14:30', place: 'Webinar' },
  { day: 2, title: 'Part D questions', type: 'call', start_time: '14:00', end_time: '14:30', contact: 3 },
  { day: 3, title: 'Call back', type: 'follow_up', start_time: '11:00', end_time: '11:30', contact: 4 },
  {
    day: 3,
    title: 'Annual review',
    type: 'appointment',
    start_time: '15:30',
    end_time: '16:15',
    place: 'Office',
    contact: 5,
  },
  { day: 4, title: 'Part D questions', type: 'call', start_time: '15:00', end_time: '15:30', contact: 6 },
  {
    day: 4,
    title: 'Plan comparison',
    type: 'appointment',
    start_time: '17:30',
    end_time: '18:15',
    place: 'Phone',
    contact: 7,
  },
  { day: 5, title: 'Lunch', type: 'other', start_time: '12:00', end_time: '13:00', rule: 'FREQ=WEEKLY' },
  { day: 5, title: 'Call back', type: 'follow_up', start_time: '16:00', end_time: '16:30', contact: 8 },
  {
    day: 6,
    title: 'Medicare seminar',
    type: 'appointment',
    start_time: '10:00',
    end_time: '12:00',
    place: 'Public library',
  },
];

/** Weeks before and after this one; series begin in the first. */
const WEEKS = [-3, -2, -1, 0, 1];

/** Of the day itself, whatever it is. */
const TODAY: readonly (Written & { readonly contact: number })[] = [
  { title: 'Benefits question', type: 'call', start_time: '16:15', end_time: '16:45', contact: 4 },
  { title: 'Home visit', type: 'appointment', start_time: '19:00', end_time: '20:00', place: 'At home', contact: 6 },
];

interface Owner {
  readonly id: number;
  readonly timezone: (typeof TIME_ZONES)[number];
  readonly contacts: readonly number[];
}

/** Some weeks of events for everyone with contacts, around the day it is for them. */
export async function insertDemoEvents(tx: Tx, accountId: number, now: Date): Promise<void> {
  const owners = await tx.raw<Owner>(
    `select u.id, u.timezone, array(select c.id from contacts c where c.owner_id = u.id and c.deleted_at is null order by c.id limit 10) as contacts
     from users u where u.account_id = $1 and exists (select from contacts c where c.owner_id = u.id) order by u.id`,
    [accountId],
  );
  const rows = owners.flatMap(({ id, timezone, contacts }) => {
    const zone = IANA_ZONES[timezone];
    const sunday = startOf(dayIn(zone, now), 'week');
    const today = dayIn(zone, now);
    const fields = [
      ...WEEKS.flatMap((weeks) =>
        WEEK.filter(({ rule }) => rule === undefined || weeks === WEEKS[0]).map(({ day, contact, ...event }) => ({
          event,
          on: plusDays(sunday, day + 7 * weeks),
          contact: contact === undefined ? null : contacts[(contact + Math.abs(weeks) * 3) % contacts.length],
        })),
      ),
      ...TODAY.map(({ contact, ...event }) => ({ event, on: today, contact: contacts[contact % contacts.length] })),
    ];
    return fields.map(({ event, on, contact }) => {
      const values = newEvent({ ...event, start_date: on, end_date: on }, id, zone);
      return { ...values, ...derived(values), contact_id: contact ?? null };
    });
  });
  await tx.raw(
    `insert into calendar_events (account_id, user_id, contact_id, type, title, place, notes, all_day, start_local, end_local, zone,
       starts_at, ends_at, rule, over_at, created_at, updated_at)
     select $1, r.user_id, r.contact_id, r.type, r.title, r.place, r.notes, r.all_day, r.start_local, r.end_local, r.zone,
       r.starts_at, r.ends_at, r.rule, r.over_at, $3, $3
     from jsonb_populate_recordset(null::calendar_events, $2) r`,
    [accountId, JSON.stringify(rows), now],
  );
}

const derived = (values: EventValues) => ({
  starts_at: instantOf(values.start_local, values.zone),
  ends_at: instantOf(values.end_local, values.zone),
  over_at: overAt(values) ?? 'infinity',
});
