import { parseDate } from '@internationalized/date';
import * as z from 'zod/mini';
import type { ContentField, EventContent, EventTimes } from '#rules/integrations/event-content.ts';
import {
  type CalendarAccount,
  type ReadSpan,
  type RemoteChanges,
  type RemoteEvent,
  RemoteFault,
  type RemoteRemoval,
  type Written,
} from './calendar-port.ts';
import { readRecurrence, writeRecurrence } from './google-recurrence.ts';
import { instantOf, knownZone, localOf } from './local-time.ts';
import { type Asked, askProvider } from './provider-rest.ts';

/** Scopes: events of all calendars, and their list. */
export const GOOGLE_SCOPES =
  'https://www.googleapis.com/auth/calendar.events https://www.googleapis.com/auth/calendar.calendarlist.readonly';

/** Entries of a page, and pages at most. Source of the first: Calendar API, events.list. */
const PAGE = 2_500;
const MOST_PAGES = 20;

const Moment = z.object({
  date: z.optional(z.nullable(z.string())),
  dateTime: z.optional(z.nullable(z.string())),
  timeZone: z.optional(z.nullable(z.string())),
});
type Moment = z.output<typeof Moment>;

const Item = z.object({
  id: z.string(),
  status: z.optional(z.string()),
  etag: z.optional(z.string()),
  iCalUID: z.optional(z.string()),
  updated: z.optional(z.string()),
  summary: z.optional(z.string()),
  description: z.optional(z.string()),
  location: z.optional(z.string()),
  visibility: z.optional(z.string()),
  start: z.optional(Moment),
  end: z.optional(Moment),
  recurrence: z.optional(z.array(z.string())),
  recurringEventId: z.optional(z.string()),
  originalStartTime: z.optional(Moment),
  extendedProperties: z.optional(z.object({ private: z.optional(z.record(z.string(), z.string())) })),
});
type Item = z.output<typeof Item>;

const Page = z.object({
  items: z._default(z.array(z.unknown()), []),
  nextPageToken: z.optional(z.string()),
  nextSyncToken: z.optional(z.string()),
});
const Calendars = z.object({
  items: z._default(
    z.array(
      z.object({
        id: z.string(),
        summary: z.optional(z.string()),
        summaryOverride: z.optional(z.string()),
        primary: z.optional(z.boolean()),
        accessRole: z.optional(z.string()),
      }),
    ),
    [],
  ),
  nextPageToken: z.optional(z.string()),
});

/** What an answer has to look like. @throws {RemoteFault} `away` where it doesn't. */
export function readAs<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const read = schema.safeParse(body);
  if (read.success) return read.data as z.output<Schema>;
  throw new RemoteFault('away', "An answer that can't be read.");
}

function localOfMoment({ date, dateTime }: Moment, zone: string): string {
  if (date != null) return `${date}T00:00`;
  const text = dateTime ?? '';
  return /(Z|[+-]\d\d:\d\d)$/.test(text) ? localOf(new Date(text), zone) : text.slice(0, 16);
}

function timesOf({ start = {}, end = {}, recurrence = [] }: Item, zone: string): EventTimes {
  const own = { all_day: start.date != null, zone: knownZone(start.timeZone, zone) };
  const start_local = localOfMoment(start, own.zone);
  const ends = localOfMoment(end, own.zone);
  // A day is as long as one here, also where Google leaves its end out.
  const end_local =
    own.all_day && ends <= start_local
      ? `${parseDate(start_local.slice(0, 10)).add({ days: 1 }).toString()}T00:00`
      : ends;
  return { ...own, start_local, end_local, ...readRecurrence(recurrence, { ...own, start_local }) };
}

const originalStartOf = ({ originalStartTime: original }: Item, zone: string): string | null =>
  original === undefined ? null : localOfMoment(original, knownZone(original.timeZone, zone));

const eventOf = (item: Item, zone: string): RemoteEvent => ({
  id: item.id,
  icalUid: item.iCalUID ?? '',
  etag: item.etag ?? '',
  token: item.extendedProperties?.private?.['bellwether'] ?? null,
  changedAt: new Date(item.updated ?? 0),
  isPrivate: item.visibility === 'private' || item.visibility === 'confidential',
  seriesId: item.recurringEventId ?? null,
  originalStart: originalStartOf(item, zone),
  title: item.summary ?? '',
  place: item.location ?? '',
  notes: item.description ?? '',
  when: timesOf(item, zone),
});

const momentOf = (local: string, { all_day: isAllDay, zone }: EventTimes): Moment =>
  isAllDay
    ? { date: local.slice(0, 10), dateTime: null, timeZone: null }
    : { date: null, dateTime: `${local}:00`, timeZone: zone };

/** Fields of an event as Google takes them. */
const bodyOf = ({ title, place, notes, when }: EventContent, fields: readonly ContentField[], isPart: boolean) => ({
  ...(fields.includes('title') && { summary: title }),
  ...(fields.includes('place') && { location: place }),
  ...(fields.includes('notes') && { description: notes }),
  ...(fields.includes('when') && {
    start: momentOf(when.start_local, when),
    end: momentOf(when.end_local, when),
    ...(!isPart && { recurrence: writeRecurrence(when) }),
  }),
});

const writtenOf = (body: unknown): Written => {
  const { id, iCalUID = '', etag = '' } = readAs(Item, body);
  return { id, icalUid: iCalUID, etag };
};

/** A person's Google Calendar, by REST. */
export function googleCalendar(apiUrl: string, token: string): CalendarAccount {
  const ask = (path: string, asked?: Asked) => askProvider(`${apiUrl}${path}`, token, asked);
  const eventsOf = (calendar: string) => `/calendars/${encodeURIComponent(calendar)}/events`;
  const eventAt = (calendar: string, id: string) => `${eventsOf(calendar)}/${encodeURIComponent(id)}`;

  return {
    whoami: async () => {
      const { id } = readAs(z.object({ id: z.string() }), await ask('/calendars/primary'));
      return { id, name: id };
    },
    calendars: async () => {
      const { items } = readAs(Calendars, await ask('/users/me/calendarList?maxResults=250'));
      return items.map(({ id, summary, summaryOverride, primary, accessRole }) => ({
        id,
        name: summaryOverride ?? summary ?? id,
        isPrimary: primary === true,
        isWritable: accessRole === 'owner' || accessRole === 'writer',
      }));
    },
    changes: (calendar, cursor, span) => readChanges((query) => ask(`${eventsOf(calendar)}?${query}`), cursor, span),
    insert: async (calendar, own, content) => {
      const body = {
        id: own,
        ...bodyOf(content, ['title', 'place', 'notes', 'when'], false),
        extendedProperties: { private: { bellwether: own } },
      };
      try {
        return writtenOf(await ask(`${eventsOf(calendar)}?sendUpdates=none`, { method: 'POST', body }));
      } catch (error) {
        // It was written before, and its answer was lost.
        if (!(error instanceof RemoteFault) || error.kind !== 'changed') throw error;
        const known = await ask(eventAt(calendar, own));
        // Google keeps the id of a deleted event, and still answers it.
        if (readAs(Item, known).status === 'cancelled') throw new RemoteFault('missing', 'The event was deleted.');
        return writtenOf(known);
      }
    },
    instance: async (calendar, { seriesId, originalStart, zone, isAllDay }) => {
      const start = isAllDay ? originalStart.slice(0, 10) : instantOf(originalStart, zone).toISOString();
      const query = new URLSearchParams({ originalStart: start });
      const { items } = readAs(Page, await ask(`${eventAt(calendar, seriesId)}/instances?${query}`));
      const found = items.map((raw) => readAs(Item, raw)).find(({ status }) => status !== 'cancelled');
      return found === undefined ? null : { id: found.id, etag: found.etag ?? '' };
    },
    update: async (calendar, { id, etag, isPart }, content, fields) =>
      writtenOf(
        await ask(`${eventAt(calendar, id)}?sendUpdates=none`, {
          method: 'PATCH',
          body: bodyOf(content, fields, isPart),
          headers: { 'if-match': etag },
        }),
      ),
    remove: async (calendar, { id, token: own }) => {
      try {
        await ask(`${eventAt(calendar, id ?? own)}?sendUpdates=none`, { method: 'DELETE' });
      } catch (error) {
        if (!(error instanceof RemoteFault && (error.kind === 'missing' || error.kind === 'cursor_gone'))) throw error;
      }
    },
    watch: async (calendar, { id, secret, url, until }) => {
      const body = { id, type: 'web_hook', address: url, token: secret, expiration: String(until.getTime()) };
      const made = readAs(
        z.object({ resourceId: z.string(), expiration: z.optional(z.coerce.number()) }),
        await ask(`${eventsOf(calendar)}/watch`, { method: 'POST', body }),
      );
      return { id, resource: made.resourceId, until: new Date(made.expiration ?? until) };
    },
    unwatch: async ({ id, resource }) => {
      await ask('/channels/stop', { method: 'POST', body: { id, resourceId: resource } });
    },
  };
}

async function readChanges(
  ask: (query: URLSearchParams) => Promise<unknown>,
  cursor: string | null,
  { from, zone }: ReadSpan,
): Promise<RemoteChanges> {
  const events: RemoteEvent[] = [];
  const removed: RemoteRemoval[] = [];
  const span: Record<string, string> = cursor === null ? { timeMin: from.toISOString() } : { syncToken: cursor };
  const query: Record<string, string> = { maxResults: String(PAGE), ...span };
  for (let pages = 0, page = ''; pages < MOST_PAGES; pages += 1) {
    const read = readAs(Page, await ask(new URLSearchParams({ ...query, ...(page !== '' && { pageToken: page }) })));
    for (const raw of read.items) {
      const item = Item.safeParse(raw);
      if (!item.success) continue;
      const { id, status, recurringEventId: seriesId = null } = item.data;
      if (status === 'cancelled') removed.push({ id, seriesId, originalStart: originalStartOf(item.data, zone) });
      else if (item.data.start !== undefined) events.push(eventOf(item.data, zone));
    }
    if (read.nextPageToken === undefined)
      return { events, removed, cursor: read.nextSyncToken ?? null, isFull: cursor === null, whole: new Set() };
    page = read.nextPageToken;
  }
  throw new RemoteFault('refused', 'This calendar has more events than can be synced.');
}
