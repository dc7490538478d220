import { freeFrom, type Offer, type Span } from '#rules/bookings/free-slots.ts';
import { hoursOf } from '#rules/soa/soa-timing.ts';
import { dayIn, plusDays } from '#rules/time/days.ts';
import type { Tx } from '../../db/tx.ts';
import { soaRuleFor } from '../compliance/soa-rule.ts';
import { occurrencesIn } from '../events/recurrence.ts';
import { findShared } from '../events/event-rows.ts';
import * as sql from './bookings.sql.ts';

const DAY_MS = 86_400_000;
const MAX_EVENTS = 2_000;

/** When an agent has something else to do: every event but follow-ups, which are no appointments. */
async function eventsOf(tx: Tx, userId: number, span: Span, besides: number | null): Promise<Span[]> {
  const rows = await findShared(tx, userId, new Date(span.from), MAX_EVENTS);
  return rows
    .filter(({ id, type }) => type !== 'follow_up' && id !== besides)
    .flatMap((row) => occurrencesIn(row, span.from, span.to))
    .map(({ starts_at: start, ends_at: end }) => ({ from: start.getTime(), to: end.getTime() }));
}

/** A type whose notice is as long as the rule on scopes of appointment asks. */
export async function withRule(tx: Tx, offer: sql.OfferRow, now: Date): Promise<sql.OfferRow> {
  if (offer.soa_products.length === 0) return offer;
  const hours = hoursOf(await soaRuleFor(tx, dayIn(offer.zone, now)));
  return { ...offer, notice_hours: Math.max(offer.notice_hours, hours) };
}

/** What else an agent has to do, besides one booking, which is to be moved. */
export async function aroundOf(tx: Tx, offer: sql.OfferRow, now: Date, moved: sql.BookingRow | null) {
  const span = { from: now.getTime() - DAY_MS, to: now.getTime() + (offer.days_ahead + 2) * DAY_MS };
  const busy = [
    ...(await eventsOf(tx, offer.user_id, span, moved?.event_id ?? null)),
    ...(await sql.findTaken(tx, offer.user_id, now, moved?.id ?? null)),
  ];
  const taken = await sql.findStarts(tx, offer.id, now, moved?.id ?? null);
  return { now: now.getTime(), busy, taken };
}

/** Free starts of a type from a day on, in ms. */
export async function freeTimes(
  tx: Tx,
  offer: sql.OfferRow,
  { day, most, now, moved }: { day: string | null; most: number; now: Date; moved: sql.BookingRow | null },
): Promise<number[]> {
  const around = await aroundOf(tx, offer, now, moved);
  const first = day ?? dayIn(offer.zone, now);
  return freeFrom(offer satisfies Offer, plusDays(first, 0), most, around);
}
