import { type BookingType, SLOT_STEP_MINUTES } from '#contract/bookings.contract.ts';
import { dayIn, plusDays, weekdayOf } from '../time/days.ts';
import { instantAt, wallClocks } from '../time/zoned-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A span of time in ms; its end is excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export type Offer = Pick<
  BookingType,
  'minutes' | 'buffer_before' | 'buffer_after' | 'notice_hours' | 'per_day' | 'days_ahead' | 'hours' | 'zone'
>;

interface Around {
  /** Milliseconds. */
  readonly now: number;
  /** When the agent has something else to do. */
  readonly busy: readonly Span[];
  /** Starts of appointments of this type, in ms. */
  readonly taken: readonly number[];
}

/** The first and the last day that can be booked, on the clock of the agent. */
export const bookableDays = (
  { zone, days_ahead: ahead }: Offer,
  now: number,
): readonly [first: string, last: string] => [dayIn(zone, now), plusDays(dayIn(zone, now), ahead)];

/** The span that an appointment takes, with the time that stays free around it. */
export const spanWith = ({ minutes, buffer_before: before, buffer_after: after }: Offer, start: number): Span => ({
  from: start - before * MINUTE_MS,
  to: start + (minutes + after) * MINUTE_MS,
});

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Starts within the hours of a day that clocks of the zone show; those that clocks skip are left out. */
function startsOn({ hours, minutes, zone }: Offer, day: string): number[] {
  const clock = wallClocks();
  const step = Math.min(SLOT_STEP_MINUTES, minutes);
  const found = new Set<number>();
  for (const { day: weekday, from, to } of hours) {
    if (weekday !== weekdayOf(day)) continue;
    for (let minute = minuteOf(from); minute + minutes <= minuteOf(to); minute += step) {
      const at = instantAt(zone, day, minute);
      if (clock(zone, at).minute === minute) found.add(at);
    }
  }
  return [...found].toSorted((a, b) => a - b);
}

/** Starts of a day of the agent that a visitor may book, in ms. Touching another appointment is no overlap. */
export function freeOn(offer: Offer, day: string, { now, busy, taken }: Around): number[] {
  const [first, last] = bookableDays(offer, now);
  if (day < first || day > last) return [];
  if (offer.per_day !== null && taken.filter((at) => dayIn(offer.zone, at) === day).length >= offer.per_day) return [];
  return startsOn(offer, day).filter((start) => {
    const { from, to } = spanWith(offer, start);
    return start >= now + offer.notice_hours * HOUR_MS && busy.every((one) => one.to <= from || one.from >= to);
  });
}

/** Free starts from a day on, until there are enough or the days end. */
export function freeFrom(offer: Offer, day: string, most: number, around: Around): number[] {
  const [first, last] = bookableDays(offer, around.now);
  const found: number[] = [];
  for (let on = day < first ? first : day; on <= last && found.length < most; on = plusDays(on, 1))
    found.push(...freeOn(offer, on, around));
  return found;
}
