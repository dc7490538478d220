import { type EventContent, isSameContent } from '#rules/integrations/event-content.ts';
import type { RemoteRemoval } from '../../adapters/calendars/calendar-port.ts';
import type { Tx } from '../../db/tx.ts';
import { deleteEvents, insertChange, insertEvent, keepRows, updateEvent } from '../events/event-rows.ts';
import { instantOf, shifted } from '../events/recurrence.ts';
import type { AuthorizationRow } from './integrations.sql.ts';
import * as sql from './links.sql.ts';
import type { CalendarRow, LinkRow, LocalRow } from './links.sql.ts';
import { columnsOf, contentOf, derivedOf } from './remote-values.ts';

/** Changes of a calendar while they are applied, in one transaction. */
export interface Applying {
  readonly tx: Tx;
  readonly row: AuthorizationRow;
  readonly calendar: CalendarRow;
  readonly now: Date;
  readonly links: Map<number, LinkRow>;
  readonly locals: Map<number, LocalRow>;
  /** Events here that were written. */
  readonly touched: Set<number>;
}

type Named = RemoteRemoval & { readonly token?: string | null };

/** By id, by the token of an addition whose answer was lost, or by its place in a series. */
export const linkOf = (
  { links }: Applying,
  { id, token = null, seriesId, originalStart }: Named,
): LinkRow | undefined => {
  const all = [...links.values()];
  return (
    all.find((link) => link.remote_id === id) ??
    all.find((link) => link.remote_id === null && token !== null && link.token === token) ??
    all.find((link) => seriesId !== null && link.series_remote_id === seriesId && link.original_start === originalStart)
  );
};

export const localOf = ({ locals }: Applying, link: LinkRow): LocalRow | undefined =>
  link.event_id === null ? undefined : locals.get(link.event_id);

/** Links of the events that differ from a series, or that it leaves out. */
export const partsOf = ({ links }: Applying, seriesId: string): LinkRow[] =>
  [...links.values()].filter(({ series_remote_id: series }) => series === seriesId);

/** Events here that differ from a series, of which the provider knows nothing. */
const unsentOf = ({ links, locals }: Applying, seriesEventId: number): LocalRow[] => {
  const linked = new Set([...links.values()].map(({ event_id: id }) => id));
  return [...locals.values()].filter(({ id, series_id: series }) => series === seriesEventId && !linked.has(id));
};

export const unsentAt = (on: Applying, seriesEventId: number, start: string | null): LocalRow | undefined =>
  unsentOf(on, seriesEventId).find(({ series_start: replaced }) => replaced === start);

/** Events that differ from a series, of which the provider knows nothing, move the starts that they replace along with it. */
export async function moveUnsent(on: Applying, series: LocalRow, by: number): Promise<void> {
  for (const part of by === 0 ? [] : unsentOf(on, series.id)) {
    const next = { ...part, series_start: part.series_start && shifted(part.series_start, by) };
    await updateEvent(on.tx, next, derivedOf(next), on.now);
    on.locals.set(part.id, { ...next, version: part.version + 1 });
  }
}

/** Starts of a series that are events of their own, or left out without a word in its rule. */
export function takenOutOf(on: Applying, seriesId: string): string[] {
  const eventId = linkOf(on, { id: seriesId, seriesId: null, originalStart: null })?.event_id ?? null;
  return [
    ...partsOf(on, seriesId).map(({ original_start: start }) => start),
    ...(eventId === null ? [] : unsentOf(on, eventId).map(({ series_start: start }) => start)),
  ].filter((start) => start !== null);
}

export async function change(on: Applying, link: LinkRow, to: Parameters<typeof sql.updateLink>[2]): Promise<LinkRow> {
  const next = await sql.updateLink(on.tx, link, to);
  on.links.set(next.id, next);
  return next;
}

export async function drop(on: Applying, ...links: readonly LinkRow[]): Promise<void> {
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
export async function write(on: Applying, local: LocalRow, content: EventContent, takenOut: readonly string[]) {
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
export async function add(on: Applying, { content, seriesId, replaces, takenOut }: Added) {
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

/** True: the provider doesn't have what this event says. */
export const isUnsent = (on: Applying, link: LinkRow | undefined, local: LocalRow): boolean =>
  link?.base == null ||
  !isSameContent(link.base, contentOf(local, link.remote_id === null ? [] : takenOutOf(on, link.remote_id)));

/** An event that differs from its series stays without it. */
async function detach(on: Applying, local: LocalRow, link: LinkRow | undefined): Promise<void> {
  const alone = { ...local, series_id: null, series_start: null };
  await updateEvent(on.tx, alone, derivedOf(alone), on.now);
  on.locals.set(local.id, { ...alone, version: local.version + 1 });
  if (link !== undefined) await drop(on, link);
}

/** Deletes an event here, with those taken out of it. One of them that the provider doesn't have yet stays. */
export async function remove(on: Applying, local: LocalRow): Promise<void> {
  const ids = [local.id];
  for (const part of [...on.locals.values()].filter(({ series_id: series }) => series === local.id)) {
    const link = [...on.links.values()].find(({ event_id: id }) => id === part.id);
    if (isUnsent(on, link, part)) await detach(on, part, link);
    else ids.push(part.id);
  }
  const before = (await keepRows(on.tx, ids)).map(({ row }) => row);
  await deleteEvents(on.tx, ids);
  const after = Object.fromEntries(ids.map((id) => [id, 0]));
  await remember(on, { action: 'deleted', local, to: null, before, after });
  for (const id of ids) {
    on.locals.delete(id);
    on.touched.add(id);
  }
}

/** Writes what a series leaves out. Both sides still say the same of the series itself. */
async function writeExcluded(on: Applying, series: LinkRow, local: LocalRow, excluded: readonly string[]) {
  const next = { ...local, excluded: excluded.toSorted() };
  await updateEvent(on.tx, next, derivedOf(next), on.now);
  const version = local.version + 1;
  on.locals.set(local.id, { ...next, version });
  on.touched.add(local.id);
  if (series.local_version === local.version) await change(on, series, { local_version: version });
}

/** A series here leaves out what is an event of its own, or isn't there, at the provider. */
export async function leaveOut(on: Applying, series: LinkRow, start: string): Promise<void> {
  const local = localOf(on, series);
  if (local === undefined || local.rule === '' || local.excluded.includes(start)) return;
  await writeExcluded(on, series, local, [...local.excluded, start]);
}

/** A series here has an event again where the provider has. */
export async function putBack(on: Applying, series: LinkRow, start: string): Promise<void> {
  const local = localOf(on, series);
  if (local === undefined || !local.excluded.includes(start)) return;
  await writeExcluded(
    on,
    series,
    local,
    local.excluded.filter((one) => one !== start),
  );
}
