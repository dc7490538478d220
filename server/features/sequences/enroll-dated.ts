import { type DatedKind, occasionsOf, searchedDays } from '#rules/sequences/dated-occasions.ts';
import { LATE_MS, zoneOf } from '#rules/sequences/sequence.ts';
import { dayIn } from '#rules/time/days.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { enroll, findDatedTriggers } from './enrollments.sql.ts';
import { findReached, type ReachedContact } from './reached-contact.ts';
import { findTrigger, type TriggerRow } from './trigger-versions.ts';

/** Days of contacts that one transaction looks at. Ours. */
const BATCH = 500;
const DAY_MS = 24 * 3_600_000;

export interface ContactDay {
  readonly contact_id: number;
  readonly record_id: number;
  /** `null`: the day of an instant, which depends on the contact's place. */
  readonly day: string | null;
  /** The last contact; `null`: it is about a day. */
  readonly last_contact_at: Date | null;
}

/** The day that an occasion is reckoned from, at the contact's place. */
export function dayOf({ day, last_contact_at: at }: ContactDay, contact: ReachedContact): string {
  if (day !== null) return day;
  if (at === null) throw new Error('a place in the calendar has no day');
  return dayIn(zoneOf(contact, contact.zone), at);
}

interface Window {
  /** In ms. */
  readonly after: number;
  readonly until: number;
}

/** One batch of days that may hold an occasion within a window, after one place. */
export function findDays(
  tx: Tx,
  {
    trigger,
    business_unit_id: unit,
    inactive_days: inactiveDays,
  }: Pick<TriggerRow, 'trigger' | 'business_unit_id' | 'inactive_days'>,
  within: Window,
  after: ContactDay | null,
  most = BATCH,
): Promise<ContactDay[]> {
  if (trigger === 'no_contact') {
    // Messages are sent at one hour of the day: a day more on each side covers all zones.
    const ago = (at: number, days: number) => new Date(at - days * DAY_MS);
    return tx.raw<ContactDay>(
      `select contact_id, 0 as record_id, null as day, last_contact_at from find_inactive_contacts($1, $2, $3, $4, $5)`,
      [unit, ago(within.after, inactiveDays + 2), ago(within.until, inactiveDays - 2), after?.contact_id ?? 0, most],
    );
  }
  const { keys, days } = searchedDays(trigger as DatedKind, within);
  return tx.raw<ContactDay>(
    `select contact_id, record_id, day::text as day, null as last_contact_at from find_contact_days($1, $2, $3, $4, $5, $6, $7)`,
    [trigger, unit, keys, days, after?.contact_id ?? 0, after?.record_id ?? 0, most],
  );
}

/** What an enrollment for a day is named: once a day, also where two policies share it. */
export const occasionName = (kind: string, day: string): string => `${kind}:${day}`;

/**
 * Begins the sequences of contacts whose day has come at their place: a birthday, an anniversary, a policy that expires, or so many
 * days without contact. A day counts once, however often it is looked at, and only if the trigger was on at that minute.
 */
export async function enrollDated({ pool, now, log }: Pick<Deps, 'pool' | 'now' | 'log'>): Promise<void> {
  for (const { account_id: accountId, trigger_id: triggerId } of await findDatedTriggers(pool)) {
    try {
      let after: ContactDay | null = null;
      do after = await withAccount(pool, { accountId }, (tx) => enrollBatch(tx, triggerId, now(), after));
      while (after !== null);
    } catch (error) {
      log.warn({ err: error, trigger: triggerId }, 'contacts of a trigger could not be looked up');
    }
  }
}

/** A trigger or workflow that begins on days of contacts, from a moment on. */
export interface DatedSource extends Pick<TriggerRow, 'trigger' | 'business_unit_id' | 'inactive_days'> {
  readonly live_since: Date;
}

interface Occasion {
  readonly contact: ReachedContact;
  readonly occasion: string;
  readonly dueAt: Date;
}

/** Occasions of the last days that have come while the source was on. */
export function dueWindow({ live_since: since }: Pick<DatedSource, 'live_since'>, at: Date): Window {
  const until = at.getTime();
  return { after: Math.max(until - LATE_MS, since.getTime()), until };
}

/** A batch of occasions in a window, after one place. `next`: the place to continue after; `null`: there is no more. */
export async function findOccasions(
  tx: Tx,
  source: Omit<DatedSource, 'live_since'>,
  within: Window,
  after: ContactDay | null,
) {
  const found = await findDays(tx, source, within, after);
  const contacts = await findReached(tx, [...new Set(found.map(({ contact_id: id }) => id))]);
  const { trigger, inactive_days: inactiveDays } = source;
  const occasions = found.flatMap((row): Occasion[] => {
    const contact = contacts.get(row.contact_id);
    if (contact === undefined) return [];
    const zone = zoneOf(contact, contact.zone);
    const come = occasionsOf(trigger as DatedKind, dayOf(row, contact), zone, { ...within, inactiveDays });
    return come.map(({ day, at: dueAt }) => ({
      contact,
      occasion: occasionName(trigger, day),
      dueAt: new Date(dueAt),
    }));
  });
  return { occasions, next: found.length < BATCH ? null : (found.at(-1) ?? null) };
}

/** Returns the place to continue after; `null`: there is no more. */
async function enrollBatch(tx: Tx, triggerId: number, at: Date, after: ContactDay | null): Promise<ContactDay | null> {
  const trigger = await findTrigger(tx, triggerId);
  if (trigger === null || trigger.live_since === null) return null;
  const source = { ...trigger, live_since: trigger.live_since };
  const { occasions, next } = await findOccasions(tx, source, dueWindow(source, at), after);
  for (const { contact, occasion, dueAt } of occasions)
    await enroll(tx, { triggerId, contactId: contact.id, occasion, userId: null, dueAt, at });
  return next;
}
