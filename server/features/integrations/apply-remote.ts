import { events } from '#contract/events.contract.ts';
import { changedFields, type EventContent, isSameContent, mergeContent } from '#rules/integrations/event-content.ts';
import type { RemoteChanges, RemoteEvent, RemoteRemoval } from '../../adapters/calendars/calendar-port.ts';
import type { Tx } from '../../db/tx.ts';
import { ancestorsOf, userStream } from '../../events.ts';
import { tellChange } from '../../resource/resource.service.ts';
import { deleteEvents, insertChange, insertEvent, keepRows, updateEvent } from '../events/event-rows.ts';
import { instantOf } from '../events/recurrence.ts';
import type { AuthorizationRow } from './integrations.sql.ts';
import * as sql from './links.sql.ts';
import type { CalendarRow, LinkRow, LocalRow } from './links.sql.ts';
import { columnsOf, contentFrom, contentOf, derivedOf, lostText } from './remote-values.ts';

const DAY_MS = 86_400_000;

/** Changes of a calendar while they are applied, in one transaction. */
interface Applying {
  readonly tx: Tx;
  readonly row: AuthorizationRow;
  readonly calendar: CalendarRow;
  readonly now: Date;
  readonly links: Map<number, LinkRow>;
  readonly locals: Map<number, LocalRow>;
  /** Events here that were written. */
  readonly touched: Set<number>;
}

const linkOf = ({ links }: Applying, { id, token }: Pick<RemoteEvent, 'id' | 'token'>): LinkRow | undefined => {
  const all = [...links.values()];
  return (
    all.find((link) => link.remote_id === id) ??
    all.find((link) => link.remote_id === null && token !== null && link.token === token)
  );
};

const takenOutOf = ({ links }: Applying, seriesId: string | null): string[] =>
  seriesId === null
    ? []
    : [...links.values()].flatMap(({ series_remote_id: series, original_start: start }) =>
        series === seriesId && start !== null ? [start] : [],
      );

async function change(on: Applying, link: LinkRow, to: Parameters<typeof sql.updateLink>[2]): Promise<LinkRow> {
  const next = await sql.updateLink(on.tx, link, to);
  on.links.set(next.id, next);
  return next;
}

async function drop(on: Applying, ...links: readonly LinkRow[]): Promise<void> {
  await sql.deleteLinks(
    on.tx,
    links.map(({ id }) => id),
  );
  for (const { id } of links) on.links.delete(id);
}

interface History {
  readonly action: 'moved' | 'changed' | 'deleted';
  readonly local: LocalRow;
  readonly to: Date | null;
  readonly before: readonly unknown[];
  readonly after: Readonly<Record<string, number>>;
}

/** Keeps what a change of the provider has replaced: it is in the calendar's history, and can be undone. */
const remember = ({ tx, row, now }: Applying, { action, local, to, before, after }: History) =>
  insertChange(tx, {
    userId: row.user_id,
    contactId: local.contact_id,
    actorId: row.user_id,
    actingAsId: row.user_id,
    action,
    type: local.type,
    title: local.title,
    fromAt: instantOf(local.start_local, local.zone),
    toAt: to,
    before,
    after,
    at: now,
  });

/** Writes an event here, and returns it as it is then. */
async function write(on: Applying, local: LocalRow, content: EventContent, takenOut: readonly string[]) {
  const { tx, now } = on;
  const before = (await keepRows(tx, [local.id])).map(({ row }) => row);
  const next = { ...local, ...columnsOf(content, takenOut) };
  const derived = derivedOf(next);
  await updateEvent(tx, next, derived, now);
  const version = local.version + 1;
  const isMoved = next.start_local !== local.start_local || next.zone !== local.zone;
  const action = isMoved ? 'moved' : 'changed';
  await remember(on, { action, local, to: derived.starts_at, before, after: { [local.id]: version } });
  const written = { ...next, version, updated_at: now };
  on.locals.set(local.id, written);
  on.touched.add(local.id);
  return written;
}

interface Added {
  readonly content: EventContent;
  readonly seriesId: number | null;
  /** In its series, the start that it replaces. */
  readonly replaces: string | null;
  readonly takenOut: readonly string[];
}

/** Adds an event here. */
async function add(on: Applying, { content, seriesId, replaces, takenOut }: Added) {
  const { tx, row, now } = on;
  const values = {
    user_id: row.user_id,
    contact_id: null,
    series_id: seriesId,
    type: row.type === 'calendly' ? ('appointment' as const) : ('meeting' as const),
    reminders: null,
    // The provider has invited them.
    guests: [],
    invites_contact: false,
    series_start: replaces,
    ...columnsOf(content, takenOut),
  };
  const id = await insertEvent(tx, values, derivedOf(values), now);
  on.locals.set(id, { ...values, id, version: 1, updated_at: now });
  on.touched.add(id);
  return id;
}

/** Deletes an event here, with those taken out of it. */
async function remove(on: Applying, local: LocalRow): Promise<void> {
  const ids = [local.id, ...[...on.locals.values()].filter((one) => one.series_id === local.id).map(({ id }) => id)];
  const before = (await keepRows(on.tx, ids)).map(({ row }) => row);
  await deleteEvents(on.tx, ids);
  const after = Object.fromEntries(ids.map((id) => [id, 0]));
  await remember(on, { action: 'deleted', local, to: null, before, after });
  for (const id of ids) {
    on.locals.delete(id);
    on.touched.add(id);
  }
}

/** A series here leaves out what is an event of its own, or isn't there, at the provider. */
async function leaveOut(on: Applying, series: LinkRow, start: string): Promise<void> {
  const local = series.event_id === null ? undefined : on.locals.get(series.event_id);
  if (local === undefined || local.rule === '' || local.excluded.includes(start)) return;
  const next = { ...local, excluded: [...local.excluded, start].toSorted() };
  await updateEvent(on.tx, next, derivedOf(next), on.now);
  const version = local.version + 1;
  on.locals.set(local.id, { ...next, version });
  on.touched.add(local.id);
  // Both sides still say the same of the series itself.
  if (series.local_version === local.version) await change(on, series, { local_version: version });
}

const localOf = (on: Applying, link: LinkRow): LocalRow | undefined =>
  link.event_id === null ? undefined : on.locals.get(link.event_id);

async function applyNew(on: Applying, event: RemoteEvent, content: EventContent, known?: LinkRow): Promise<void> {
  const series = event.seriesId === null ? undefined : linkOf(on, { id: event.seriesId, token: null });
  // Its series is deleted here, or can't be shown.
  if (event.seriesId !== null && series?.event_id == null) return;
  const eventId = await add(on, {
    content,
    seriesId: series?.event_id ?? null,
    replaces: series === undefined ? null : event.originalStart,
    takenOut: takenOutOf(on, event.id),
  });
  const linked = { event_id: eventId, etag: event.etag, base: content, local_version: 1, private: event.isPrivate };
  if (known === undefined) {
    const link = await sql.insertLink(on.tx, {
      ...linked,
      calendar_id: on.calendar.id,
      token: `r:${event.id}`,
      remote_id: event.id,
      ical_uid: event.icalUid,
      series_remote_id: event.seriesId,
      original_start: event.originalStart,
      cancelled: false,
    });
    on.links.set(link.id, link);
  } else await change(on, known, { ...linked, remote_id: event.id, cancelled: false, sending: null, problem: null });
  if (series !== undefined && event.originalStart !== null) await leaveOut(on, series, event.originalStart);
}

/** Joins the provider's version with the one here. */
async function applyKnown(on: Applying, event: RemoteEvent, content: EventContent, link: LinkRow, local: LocalRow) {
  const takenOut = takenOutOf(on, event.id);
  const mine = contentOf(local, takenOut);
  // The answer to a write was lost, and this is what it wrote.
  const isEcho = link.sending !== null && isSameContent(link.sending, content);
  const base = (isEcho ? link.sending : link.base) ?? content;
  const seen = { remote_id: event.id, ical_uid: event.icalUid, etag: event.etag, base: content, sending: null };
  const { content: merged, lost } = mergeContent(
    base,
    { content: mine, at: local.updated_at },
    { content, at: event.changedAt },
  );
  const after = isSameContent(merged, mine) ? local : await write(on, local, merged, takenOut);
  const isSent = isSameContent(merged, content);
  await change(on, link, {
    ...seen,
    private: event.isPrivate,
    local_version: isSent ? after.version : 0,
    problem: null,
  });
  if (lost === null) return;
  const loser = lost.kept === 'here' ? content : mine;
  await sql.insertConflict(on.tx, on.row.id, {
    title: mine.title,
    kept: lost.kept,
    lost: lost.fields.map((field) => ({ field, value: lostText(loser, field) })),
    at: on.now,
  });
}

/** @returns true when something was read that wasn't known. */
async function applyEvent(on: Applying, event: RemoteEvent): Promise<boolean> {
  const link = linkOf(on, event);
  if (link?.remote_id === event.id && link.etag === event.etag && !link.cancelled) return false;
  const content = contentFrom(event);
  if (content === null) return false;
  if (link === undefined || link.cancelled) {
    await applyNew(on, event, content, link);
    return true;
  }
  const local = localOf(on, link);
  if (local !== undefined) {
    await applyKnown(on, event, content, link, local);
    return true;
  }
  // It was deleted here. A change at the provider is worth more than that; what was last known there isn't one.
  const known = link.sending !== null && isSameContent(link.sending, content) ? link.sending : link.base;
  const isChanged = known !== null && changedFields(known, content).length > 0;
  if (isChanged) {
    await applyNew(on, event, content, link);
    await tellKept(on, content.title, 'provider', 'Deleted here');
  } else await change(on, link, { remote_id: event.id, ical_uid: event.icalUid, etag: event.etag, base: content });
  return isChanged;
}

const tellKept = (on: Applying, title: string, kept: 'here' | 'provider', value: string) =>
  sql.insertConflict(on.tx, on.row.id, { title, kept, lost: [{ field: 'event', value }], at: on.now });

async function applyRemoval(on: Applying, { id, seriesId, originalStart }: RemoteRemoval): Promise<boolean> {
  const link = linkOf(on, { id, token: null });
  const series = seriesId === null ? undefined : linkOf(on, { id: seriesId, token: null });
  if (link?.cancelled === true) return false;
  if (link === undefined) {
    if (series === undefined || originalStart === null) return false;
    const left = await sql.insertLink(on.tx, {
      calendar_id: on.calendar.id,
      event_id: null,
      token: `r:${id}`,
      remote_id: id,
      ical_uid: '',
      etag: '',
      local_version: 0,
      base: null,
      series_remote_id: seriesId,
      original_start: originalStart,
      cancelled: true,
      private: false,
    });
    on.links.set(left.id, left);
    await leaveOut(on, series, originalStart);
    return true;
  }
  const local = localOf(on, link);
  const parts = [...on.links.values()].filter((one) => one.series_remote_id === id);
  if (local === undefined) {
    await drop(on, link, ...parts);
    return false;
  }
  const isChangedHere = link.base === null || !isSameContent(link.base, contentOf(local, takenOutOf(on, id)));
  if (isChangedHere) {
    // A change here is worth more: the event is written there again.
    await drop(on, link);
    await tellKept(on, local.title, 'here', 'Deleted at the provider');
    return true;
  }
  await remove(on, local);
  // The series still leaves its start out.
  if (link.original_start !== null) await change(on, link, { event_id: null, cancelled: true });
  else await drop(on, link, ...parts);
  return true;
}

/** Events of a series that the provider has left out since, where its series alone says so. */
const leftOutSince = (on: Applying, found: readonly RemoteEvent[]): RemoteRemoval[] => {
  const ids = new Set(found.map(({ id }) => id));
  const left = new Map(found.map(({ id, when }) => [id, when.excluded]));
  return [...on.links.values()].flatMap((link) => {
    const { remote_id: id, series_remote_id: seriesId, original_start: start } = link;
    if (id === null || seriesId === null || start === null || link.cancelled || ids.has(id)) return [];
    return left.get(seriesId)?.includes(start) === true ? [{ id, seriesId, originalStart: start }] : [];
  });
};

/** Links whose event a full read would have shown. */
const missingFrom = (on: Applying, { events: found, removed }: RemoteChanges, span: { from: Date; to: Date }) => {
  const ids = new Set([...found, ...removed].map(({ id }) => id));
  const tokens = new Set(found.map(({ token }) => token));
  return [...on.links.values()].flatMap((link): RemoteRemoval[] => {
    const local = localOf(on, link);
    if (link.remote_id === null || link.cancelled || ids.has(link.remote_id) || tokens.has(link.token)) return [];
    if (local === undefined) return link.event_id === null ? [removalOf(link, link.remote_id)] : [];
    const { starts_at: starts, over_at: over } = derivedOf(local);
    const isInSpan =
      starts.getTime() < span.to.getTime() - 2 * DAY_MS &&
      (over === null || over.getTime() > span.from.getTime() + 2 * DAY_MS);
    return isInSpan ? [removalOf(link, link.remote_id)] : [];
  });
};

const removalOf = ({ series_remote_id: seriesId, original_start: originalStart }: LinkRow, id: string) => ({
  id,
  seriesId,
  originalStart,
});

/**
 * Brings a provider's changes into the calendar here, in one transaction with the cursor. Repeated, it changes nothing:
 * what has a known etag is an echo.
 * @returns events that were new or changed.
 */
export async function applyChanges(
  tx: Tx,
  { row, calendar, now }: Pick<Applying, 'row' | 'calendar' | 'now'>,
  changes: RemoteChanges,
  span: { readonly from: Date; readonly to: Date },
): Promise<number> {
  const links = new Map((await sql.lockLinks(tx, calendar.id)).map((link) => [link.id, link]));
  const locals = new Map((await sql.lockLocals(tx, calendar.id)).map((local) => [local.id, local]));
  const on: Applying = { tx, row, calendar, now, links, locals, touched: new Set() };
  let count = 0;
  const removals = [
    ...leftOutSince(on, changes.events),
    ...changes.removed,
    ...(changes.isFull ? missingFrom(on, changes, span) : []),
  ];
  // A series before what was taken out of it.
  const found = changes.events.toSorted((a, b) => Number(a.seriesId !== null) - Number(b.seriesId !== null));
  for (const event of found) count += Number(await applyEvent(on, event));
  for (const removal of removals) count += Number(await applyRemoval(on, removal));
  await sql.saveCursor(tx, calendar.id, changes.cursor, changes.isFull ? now : null);
  const [first] = on.touched;
  if (first !== undefined) {
    const people = [row.user_id, ...(await ancestorsOf(tx, row.user_id))];
    await tellChange(tx, row.account_id, events, first, new Set(people.map(userStream)));
  }
  return count;
}
