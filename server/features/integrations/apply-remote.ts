import { events } from '#contract/events.contract.ts';
import { changedFields, type EventContent, isSameContent, mergeContent } from '#rules/integrations/event-content.ts';
import type { RemoteChanges, RemoteEvent, RemoteRemoval } from '../../adapters/calendars/calendar-port.ts';
import type { Tx } from '../../db/tx.ts';
import { ancestorsOf, userStream } from '../../events.ts';
import { tellChange } from '../../resource/resource.service.ts';
import { gapBetween, shifted } from '../events/recurrence.ts';
import {
  add,
  type Applying,
  change,
  drop,
  isUnsent,
  leaveOut,
  linkOf,
  localOf,
  moveUnsent,
  partsOf,
  putBack,
  remove,
  takenOutOf,
  unsentAt,
  write,
} from './applying.ts';
import * as sql from './links.sql.ts';
import type { LinkRow, LocalRow } from './links.sql.ts';
import { contentFrom, contentOf, derivedOf, lostText, occurrenceContent } from './remote-values.ts';

const DAY_MS = 86_400_000;

const seriesOf = (on: Applying, { seriesId }: Pick<RemoteRemoval, 'seriesId'>): LinkRow | undefined =>
  seriesId === null ? undefined : linkOf(on, { id: seriesId, seriesId: null, originalStart: null });

/** Links an event of the provider. */
async function addLink(
  on: Applying,
  { id, etag, icalUid, isPrivate, seriesId, originalStart }: RemoteEvent,
  more: Pick<LinkRow, 'event_id' | 'base' | 'local_version' | 'cancelled'>,
): Promise<LinkRow> {
  const link = await sql.insertLink(on.tx, {
    ...more,
    calendar_id: on.calendar.id,
    token: `r:${id}`,
    remote_id: id,
    ical_uid: icalUid,
    etag,
    series_remote_id: seriesId,
    original_start: originalStart,
    private: isPrivate,
  });
  on.links.set(link.id, link);
  return link;
}

/** The start that an event of a series replaces here: moved as far as the series was, which the provider hasn't heard of. */
function startHere(on: Applying, series: LinkRow, start: string): string {
  const local = localOf(on, series);
  if (local === undefined || series.base === null) return start;
  return shifted(start, gapBetween(series.base.when.start_local, local.start_local));
}

async function applyNew(on: Applying, event: RemoteEvent, content: EventContent, known?: LinkRow): Promise<void> {
  const series = seriesOf(on, event);
  // Its series is deleted here, or can't be shown.
  if (event.seriesId !== null && series?.event_id == null) return;
  const start =
    series === undefined || event.originalStart === null ? null : startHere(on, series, event.originalStart);
  const mine = series?.event_id == null ? undefined : unsentAt(on, series.event_id, start);
  if (mine !== undefined && series !== undefined) {
    // Both sides have taken it out of the series: they changed what the series says of it.
    const base = series.base && occurrenceContent(series.base, event.originalStart ?? '');
    const met = { event_id: mine.id, base, local_version: 0, cancelled: false };
    const link = known === undefined ? await addLink(on, event, met) : await change(on, known, met);
    return applyKnown(on, event, content, link, mine);
  }
  const eventId = await add(on, {
    content,
    seriesId: series?.event_id ?? null,
    replaces: start,
    takenOut: takenOutOf(on, event.id),
  });
  const linked = { event_id: eventId, base: content, local_version: 1, cancelled: false };
  if (known === undefined) await addLink(on, event, linked);
  else {
    const seen = { remote_id: event.id, etag: event.etag, private: event.isPrivate };
    await change(on, known, { ...linked, ...seen, sending: null, problem: null });
  }
  if (series !== undefined && start !== null) await leaveOut(on, series, start);
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
  await moveUnsent(on, local, gapBetween(mine.when.start_local, merged.when.start_local));
  const after = isSameContent(merged, mine) ? local : await write(on, local, merged, takenOutOf(on, event.id));
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
  // What the series itself leaves out needs no link.
  const named = partsOf(on, event.id).filter(
    ({ cancelled, original_start: start }) => cancelled && content.when.excluded.includes(start ?? ''),
  );
  await drop(on, ...named);
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

async function applyRemoval(on: Applying, removal: RemoteRemoval): Promise<boolean> {
  const { id, seriesId, originalStart } = removal;
  const link = linkOf(on, removal);
  const series = seriesOf(on, removal);
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
    await leaveOut(on, series, startHere(on, series, originalStart));
    return true;
  }
  const local = localOf(on, link);
  const parts = partsOf(on, id);
  if (local === undefined) {
    await drop(on, link, ...parts);
    return false;
  }
  if (isUnsent(on, link, local)) {
    // A change here is worth more: the event is written there again.
    await drop(on, link, ...parts);
    await tellKept(on, local.title, 'here', 'Deleted at the provider');
    return true;
  }
  await remove(on, local);
  // The series still leaves its start out.
  if (link.original_start !== null) await change(on, link, { event_id: null, cancelled: true });
  else await drop(on, link, ...partsOf(on, id));
  return true;
}

/** Links of the events that differ from a series or that it left out, of which a read of all of it tells nothing. */
const unseenOf = (on: Applying, seriesId: string, found: readonly RemoteEvent[]): LinkRow[] => {
  const seen = new Set(found.filter((one) => one.seriesId === seriesId).map(({ originalStart: start }) => start));
  return partsOf(on, seriesId).filter((link) => link.remote_id !== null && !seen.has(link.original_start));
};

/** What was taken out of a series that was read whole, and isn't any more: it was left out since, or follows the rule again. */
async function applyWhole(on: Applying, { events: found, whole }: RemoteChanges): Promise<number> {
  let count = 0;
  for (const { id: seriesId, when } of found.filter(({ id }) => whole.has(id))) {
    for (const link of unseenOf(on, seriesId, found)) {
      const { remote_id: id, original_start: originalStart } = link;
      if (id === null || originalStart === null) continue;
      if (when.excluded.includes(originalStart)) {
        count += Number(await applyRemoval(on, { id, seriesId, originalStart }));
        continue;
      }
      const local = localOf(on, link);
      const isKept = local !== undefined && isUnsent(on, link, local);
      await drop(on, link);
      if (isKept) continue;
      if (local !== undefined) await remove(on, local);
      const series = seriesOf(on, { seriesId });
      if (series !== undefined) await putBack(on, series, startHere(on, series, originalStart));
      count += 1;
    }
  }
  return count;
}

const seriesFirst = (a: Pick<RemoteRemoval, 'seriesId'>, b: Pick<RemoteRemoval, 'seriesId'>): number =>
  Number(a.seriesId !== null) - Number(b.seriesId !== null);

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
  // A series before what was taken out of it.
  const found = changes.events.toSorted(seriesFirst);
  for (const event of found) count += Number(await applyEvent(on, event));
  count += await applyWhole(on, changes);
  const removals = [...changes.removed, ...(changes.isFull ? missingFrom(on, changes, span) : [])];
  for (const removal of removals.toSorted(seriesFirst)) count += Number(await applyRemoval(on, removal));
  await sql.saveCursor(tx, calendar.id, changes.cursor, changes.isFull ? now : null);
  const [first] = on.touched;
  if (first !== undefined) {
    const people = [row.user_id, ...(await ancestorsOf(tx, row.user_id))];
    await tellChange(tx, row.account_id, events, first, new Set(people.map(userStream)));
  }
  return count;
}
