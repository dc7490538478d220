import { anniversary, plusDays, utcDay } from '../time/days.ts';
import { instantAt } from '../time/zoned-time.ts';
import { SEND_MINUTE } from './sequence.ts';

export type DatedKind = 'birthday' | 'policy_anniversary' | 'policy_expiring' | 'no_contact';

/** Days before the end of a policy. Ours. */
const EXPIRY_DAYS = 30;

/** The day on which something happens, and the instant of its message. */
export interface DatedOccasion {
  readonly day: string;
  readonly at: number;
}

/**
 * The occasions of a day of a contact, such as the birth, whose messages fall after `after` and until `until`. A day that
 * a year lacks is March 1 there. The birth and the first day of a policy themselves are no occasions. `of` is the day of the
 * last contact for inactivity, which lasts `inactiveDays`.
 */
export function occasionsOf(
  kind: DatedKind,
  of: string,
  zone: string,
  {
    after,
    until,
    inactiveDays = 0,
  }: { readonly after: number; readonly until: number; readonly inactiveDays?: number },
): DatedOccasion[] {
  const within = (day: string): DatedOccasion[] => {
    const at = instantAt(zone, day, SEND_MINUTE);
    return at > after && at <= until ? [{ day, at }] : [];
  };
  if (kind === 'no_contact') return within(plusDays(of, inactiveDays));
  if (kind === 'policy_expiring') return within(plusDays(of, -EXPIRY_DAYS));
  const [first, last] = [yearOf(utcDay(after)), yearOf(utcDay(until))];
  const found: DatedOccasion[] = [];
  for (let year = first - 1; year <= last + 1; year += 1) {
    if (year > yearOf(of)) found.push(...within(anniversary(of, year)));
  }
  return found;
}

const yearOf = (day: string): number => Number(day.slice(0, 4));

/** What to look for in the database: months and days, such as 229, and whole days. A day more on each side covers all zones. */
export function searchedDays(
  kind: DatedKind,
  { after, until }: { readonly after: number; readonly until: number },
): { readonly keys: number[]; readonly days: string[] } {
  const ahead = kind === 'policy_expiring' ? EXPIRY_DAYS : 0;
  const days: string[] = [];
  const end = plusDays(utcDay(until), 1 + ahead);
  for (let day = plusDays(utcDay(after), -1 + ahead); day <= end; day = plusDays(day, 1)) days.push(day);
  const keys = days.map((day) => Number(day.slice(5, 7)) * 100 + Number(day.slice(8)));
  return { keys: [...new Set(keys.includes(301) ? [...keys, 229] : keys)], days };
}
