import type { Query, Reply } from '#contract/endpoint.ts';
import {
  CONTACT_AHEAD_DAYS,
  CONTACT_PAST_DAYS,
  type events,
  HISTORY_DAYS,
  HISTORY_MAX,
  MAX_EVENTS,
  MAX_RANGE_DAYS,
} from '#contract/events.contract.ts';
import { dayIn, daysBetween, plusDays } from '#rules/time/days.ts';
import { parsePlainDate } from '#rules/time/plain-date.ts';
import { instantAt } from '#rules/time/zoned-time.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { seenBy, visibilityOf, visibilityValues } from '../contacts/contact-visibility.ts';
import { requireContact } from '../contacts/contacts.service.ts';
import { ownZone } from '../profile/own-day.ts';
import { readZone } from './event-plan.ts';
import { eventsIn, type Span } from './event-wire.ts';
import { findChanges, findContactEvents, findEvents } from './events.sql.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the owner of the calendar that a `downline_user_id` means: 1 is the current user's, others are those whose contacts
 * they see.
 * @throws {Refusal} `not_found`.
 */
export async function calendarOf(tx: Tx, identity: Identity, downlineUserId: number): Promise<number> {
  if (downlineUserId === identity.userId) return identity.userId;
  const { owners } = await visibilityOf(tx, identity, {
    contact_group: 'mine',
    all_downline: false,
    pool_id: 'mine',
    downline_user_id: downlineUserId,
  });
  const [userId] = owners ?? [];
  if (userId === undefined) throw new Refusal('not_found', 'User not found in your downline.');
  return userId;
}

/** Users whose events the current user may change; `null`: all. */
export const changeableUsers = async (tx: Tx, identity: Identity): Promise<readonly number[] | null> =>
  (await seenBy(tx, identity)).owners;

async function mayChangeOf(tx: Tx, identity: Identity): Promise<(userId: number) => boolean> {
  const users = await changeableUsers(tx, identity);
  const isWriter = identity.permissions.includes('contacts.write');
  return (userId) => isWriter && (users === null || userId === identity.userId || users.includes(userId));
}

const spanOf = (zone: string, first: string, last: string): Span => ({
  first,
  last,
  from: instantAt(zone, first, 0),
  to: instantAt(zone, plusDays(last, 1), 0),
});

/** Rows that may touch a span: those of whole days are looked up a day wider. */
const around = ({ from, to }: Span) => ({ from: new Date(from - 2 * DAY_MS), to: new Date(to + 2 * DAY_MS) });

/** A day of the range, `YYYY-MM-DD`. @throws {Refusal} `refused` under its field when there is no such day. */
function readDay(query: Query<typeof events.list>, field: 'start_date' | 'end_date'): string {
  const day = parsePlainDate(query[field], 2099);
  if (day === null) throw refuseField(field, 'Enter a date like 11/22/2026.');
  return day;
}

/** @throws {Refusal} `not_found`, `refused` by field. */
export function listEvents(
  deps: Deps,
  identity: Identity,
  query: Query<typeof events.list>,
): Promise<Reply<typeof events.list>> {
  const [first, last] = [readDay(query, 'start_date'), readDay(query, 'end_date')];
  const isToday = query.today_events === 'true';
  if (last < first) throw refuseField('end_date', 'The last day is before the first one.');
  if (Math.abs(daysBetween(first, last)) >= MAX_RANGE_DAYS)
    throw refuseField('end_date', `Choose at most ${MAX_RANGE_DAYS} days.`);
  return withAccount(deps.pool, identity, async (tx) => {
    const userId = await calendarOf(tx, identity, isToday ? 1 : query.downline_user_id);
    const span = spanOf(
      query.zone === undefined ? await ownZone(tx, identity.userId) : readZone(query.zone),
      first,
      last,
    );
    const rows = await findEvents(tx, visibilityValues(identity), {
      userId,
      ...around(span),
      types: isToday ? null : (query.types_list?.split(',') ?? null),
      q: isToday ? '' : (query.q ?? ''),
      most: MAX_EVENTS,
    });
    const found = await eventsIn(rows, span, await mayChangeOf(tx, identity));
    const now = deps.now().toISOString();
    return { data: isToday ? found.filter((event) => event.all_day || event.ends_at > now) : found };
  });
}

/** @throws {Refusal} `not_found`. */
export function listContactEvents(
  deps: Deps,
  identity: Identity,
  contactId: number,
): Promise<Reply<typeof events.ofContact>> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    const zone = await ownZone(tx, identity.userId);
    const today = dayIn(zone, deps.now());
    const span = spanOf(zone, plusDays(today, -CONTACT_PAST_DAYS), plusDays(today, CONTACT_AHEAD_DAYS));
    const rows = await findContactEvents(tx, visibilityValues(identity), {
      contactId,
      ...around(span),
      most: MAX_EVENTS,
    });
    return { data: await eventsIn(rows, span, await mayChangeOf(tx, identity)) };
  });
}

/** @throws {Refusal} `not_found`. */
export function readCalendarHistory(
  deps: Deps,
  identity: Identity,
  downlineUserId: number,
): Promise<Reply<typeof events.history>> {
  return withAccount(deps.pool, identity, async (tx) => {
    const userId = await calendarOf(tx, identity, downlineUserId);
    const now = deps.now();
    const zone = await ownZone(tx, identity.userId);
    const today = dayIn(zone, now);
    const span = spanOf(zone, plusDays(today, -HISTORY_DAYS), today);
    const rows = await findEvents(tx, visibilityValues(identity), {
      userId,
      ...around(span),
      types: null,
      q: '',
      most: MAX_EVENTS,
    });
    const found = await eventsIn(rows, span, await mayChangeOf(tx, identity));
    const past = found.filter(({ ends_at: ends }) => ends <= now.toISOString());
    const changes = await findChanges(tx, userId, new Date(span.from), HISTORY_MAX);
    return {
      data: {
        past: past.toReversed().slice(0, HISTORY_MAX),
        changes: changes.map(({ at, from_at: from, to_at: to, ...change }) => ({
          ...change,
          at: at.toISOString(),
          from_at: from?.toISOString() ?? null,
          to_at: to?.toISOString() ?? null,
        })),
      },
    };
  });
}
