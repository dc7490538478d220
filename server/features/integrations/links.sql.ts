import type { EventContent } from '#rules/integrations/event-content.ts';
import type { RemoteCalendar } from '../../adapters/calendars/calendar-port.ts';
import type { Tx } from '../../db/tx.ts';
import type { EventRow } from '../events/event-rows.ts';

export interface CalendarRow {
  readonly id: number;
  readonly authorization_id: number;
  readonly remote_id: string;
  readonly name: string;
  readonly writable: boolean;
  readonly synced: boolean;
  readonly target: boolean;
  readonly cursor: string | null;
  readonly full_at: Date | null;
  readonly watch_id: string | null;
  readonly watch_resource: string | null;
  readonly watch_until: Date | null;
}

/** One event on both sides; a row of `calendar_links`. */
export interface LinkRow {
  readonly id: number;
  readonly calendar_id: number;
  readonly event_id: number | null;
  readonly token: string;
  readonly remote_id: string | null;
  readonly ical_uid: string;
  readonly etag: string;
  readonly local_version: number;
  readonly base: EventContent | null;
  readonly sending: EventContent | null;
  readonly series_remote_id: string | null;
  readonly original_start: string | null;
  readonly cancelled: boolean;
  readonly private: boolean;
  readonly problem: string | null;
}

export type LocalRow = EventRow & { readonly updated_at: Date };

const LOCAL = `id, version, user_id, contact_id, series_id, type, title, place, notes, all_day, start_local, end_local, zone, rule,
  repeat_until, excluded, reminders, guests, invites_contact, series_start, updated_at`;

const CALENDAR = `id, authorization_id, remote_id, name, writable, synced, target, cursor, full_at, watch_id, watch_resource, watch_until`;
const LINK = `id, calendar_id, event_id, token, remote_id, ical_uid, etag, local_version, base, sending, series_remote_id,
  original_start, cancelled, private, problem`;

export const calendarsOf = (tx: Tx, authorizationId: number): Promise<CalendarRow[]> =>
  tx.raw(`select ${CALENDAR} from authorization_calendars where authorization_id = $1 order by id`, [authorizationId]);

/** Keeps the provider's list; a calendar that is gone there isn't synced anymore. */
export async function keepCalendars(tx: Tx, authorizationId: number, found: readonly RemoteCalendar[]): Promise<void> {
  for (const { id, name, isPrimary, isWritable } of found)
    await tx.raw(
      `insert into authorization_calendars (account_id, authorization_id, remote_id, name, is_primary, writable, synced)
       values (app_account_id(), $1, $2, $3, $4, $5, $4)
       on conflict (authorization_id, remote_id) do update set name = excluded.name, is_primary = excluded.is_primary,
         writable = excluded.writable, target = authorization_calendars.target and excluded.writable`,
      [authorizationId, id, name.slice(0, 200), isPrimary, isWritable],
    );
  await tx.raw(
    `update authorization_calendars set synced = false, target = false, cursor = null
     where authorization_id = $1 and not remote_id = any($2) and synced`,
    [authorizationId, found.map(({ id }) => id)],
  );
}

export const saveCursor = (tx: Tx, id: number, cursor: string | null, fullAt: Date | null) =>
  tx.raw('update authorization_calendars set cursor = $2, full_at = coalesce($3, full_at) where id = $1 and synced', [
    id,
    cursor,
    fullAt,
  ]);

export const saveWatch = (
  tx: Tx,
  id: number,
  watch: { readonly id: string; readonly resource: string; readonly hash: Buffer; readonly until: Date },
) =>
  tx.raw(
    `update authorization_calendars set watch_id = $2, watch_resource = $3, watch_hash = $4, watch_until = $5 where id = $1`,
    [id, watch.id, watch.resource, watch.hash, watch.until],
  );

/** Links of a calendar, locked. */
export const lockLinks = (tx: Tx, calendarId: number): Promise<LinkRow[]> =>
  tx.raw(`select ${LINK} from calendar_links where calendar_id = $1 order by id for update`, [calendarId]);

/** Events here of a calendar's links, and those that differ from their series and have no link yet, locked. */
export const lockLocals = (tx: Tx, calendarId: number): Promise<LocalRow[]> =>
  tx.raw(
    `with linked as (select event_id from calendar_links where calendar_id = $1)
     select ${LOCAL} from calendar_events e
     where id in (select event_id from linked)
       or series_id in (select event_id from linked) and series_start is not null
         and not exists (select from calendar_links l where l.event_id = e.id)
     order by id for update`,
    [calendarId],
  );

type NewLink = Pick<
  LinkRow,
  | 'calendar_id'
  | 'event_id'
  | 'token'
  | 'remote_id'
  | 'ical_uid'
  | 'etag'
  | 'local_version'
  | 'base'
  | 'series_remote_id'
  | 'original_start'
  | 'cancelled'
  | 'private'
>;

export async function insertLink(tx: Tx, link: NewLink): Promise<LinkRow> {
  const [row] = await tx.raw<LinkRow>(
    `insert into calendar_links (account_id, calendar_id, event_id, token, remote_id, ical_uid, etag, local_version, base,
       series_remote_id, original_start, cancelled, private)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${LINK}`,
    [
      link.calendar_id,
      link.event_id,
      link.token,
      link.remote_id,
      link.ical_uid,
      link.etag,
      link.local_version,
      link.base && JSON.stringify(link.base),
      link.series_remote_id,
      link.original_start,
      link.cancelled,
      link.private,
    ],
  );
  if (row === undefined) throw new Error('the new link is not there');
  return row;
}

type LinkChange = Partial<
  Pick<
    LinkRow,
    | 'event_id'
    | 'remote_id'
    | 'ical_uid'
    | 'etag'
    | 'local_version'
    | 'base'
    | 'sending'
    | 'cancelled'
    | 'private'
    | 'problem'
  >
>;

/** Changes a link, and returns it as it is then. */
export async function updateLink(tx: Tx, link: LinkRow, change: LinkChange): Promise<LinkRow> {
  const next = { ...link, ...change };
  await tx.raw(
    `update calendar_links set event_id = $2, remote_id = $3, ical_uid = $4, etag = $5, local_version = $6, base = $7, sending = $8,
       cancelled = $9, private = $10, problem = $11 where id = $1`,
    [
      next.id,
      next.event_id,
      next.remote_id,
      next.ical_uid,
      next.etag,
      next.local_version,
      next.base && JSON.stringify(next.base),
      next.sending && JSON.stringify(next.sending),
      next.cancelled,
      next.private,
      next.problem,
    ],
  );
  return next;
}

/**
 * What a write has brought, saved past changes made here in that time: only the sync itself writes these columns, and
 * an event that was deleted during the write stays deleted.
 */
export const saveWritten = (
  tx: Tx,
  link: LinkRow,
  written: { readonly id: string; readonly icalUid: string; readonly etag: string },
  { content, version }: { readonly content: EventContent; readonly version: number },
) =>
  tx.raw(
    `update calendar_links set remote_id = $2, ical_uid = $3, etag = $4, base = $5, sending = null, local_version = $6, problem = null
     where id = $1`,
    [link.id, written.id, written.icalUid, written.etag, JSON.stringify(content), version],
  );

export const saveSending = (tx: Tx, id: number, content: EventContent) =>
  tx.raw('update calendar_links set sending = $2 where id = $1', [id, JSON.stringify(content)]);

export const saveVersion = (tx: Tx, id: number, version: number) =>
  tx.raw('update calendar_links set local_version = $2 where id = $1', [id, version]);

/** The event isn't sent until it is changed again. */
export const saveProblem = (tx: Tx, id: number, version: number, problem: string) =>
  tx.raw('update calendar_links set problem = $3, local_version = $2, sending = null where id = $1', [
    id,
    version,
    problem,
  ]);

export const deleteLinks = (tx: Tx, ids: readonly number[]) =>
  tx.raw('delete from calendar_links where id = any($1)', [ids]);

/**
 * Gives events of a user that no provider has yet a place in a calendar, without those that go there as part of their
 * series. `inSeries` false: only events that were taken out of none.
 */
export const adoptNewEvents = (
  tx: Tx,
  calendar: CalendarRow,
  { userId, at, inSeries, most }: { userId: number; at: Date; inSeries: boolean; most: number },
) =>
  tx.raw(
    `insert into calendar_links (account_id, calendar_id, event_id, token)
     select app_account_id(), $1, e.id, 'b0' || replace(gen_random_uuid()::text, '-', '') from calendar_events e
     where e.user_id = $2 and e.over_at > $3 and not exists (select from calendar_links l where l.event_id = e.id)
       and (e.series_id is null or $5 and calendar_of_part(e) is null)
     order by e.id limit $4
     on conflict do nothing returning 1`,
    [calendar.id, userId, at, most, inSeries],
  );

/**
 * A series here leaves out a start that the provider hasn't heard of: an event that differed from it was deleted before it
 * was sent.
 */
const LEAVES_OUT_MORE = `exists (
  select from unnest(e.excluded) start
  where l.base is not null and not (l.base -> 'when' -> 'excluded') ? start
    and not exists (select from calendar_events part where part.series_id = e.id and part.series_start = start)
    and not exists (select from calendar_links part where part.calendar_id = l.calendar_id
      and part.series_remote_id = l.remote_id and part.original_start = start))`;

/**
 * Links whose event differs from what the provider has, with the calendar; deletions last. `ofSeries`: those that differ
 * from a series, or the others.
 */
export const pendingLinks = (tx: Tx, authorizationId: number, ofSeries: boolean, most: number) =>
  tx.raw<LinkRow>(
    `select ${LINK.split(', ')
      .map((name) => `l.${name.trim()}`)
      .join(', ')} from authorization_calendars c join calendar_links l on l.calendar_id = c.id
     left join calendar_events e on e.id = l.event_id
     where c.authorization_id = $1 and c.synced and c.writable and not l.cancelled
       and (l.original_start is not null) = $2 and (e.id is null or e.version <> l.local_version or ${LEAVES_OUT_MORE})
     order by (e.id is null), l.id limit $3`,
    [authorizationId, ofSeries, most],
  );

export async function findLocal(tx: Tx, id: number): Promise<LocalRow | null> {
  const [row] = await tx.raw<LocalRow>(`select ${LOCAL} from calendar_events where id = $1`, [id]);
  return row ?? null;
}

export const insertConflict = (
  tx: Tx,
  authorizationId: number,
  conflict: { readonly title: string; readonly kept: 'here' | 'provider'; readonly lost: unknown; readonly at: Date },
) =>
  tx.raw(
    `insert into calendar_conflicts (account_id, authorization_id, title, kept, lost, at) values (app_account_id(), $1, $2, $3, $4, $5)`,
    [authorizationId, conflict.title, conflict.kept, JSON.stringify(conflict.lost), conflict.at],
  );
