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
import { readAs } from './google-calendar.ts';
import { instantOf, knownZone, localOf, outlookZone } from './local-time.ts';
import { GraphRecurrence, readGraphRule, writeGraphRule } from './outlook-recurrence.ts';
import { type Asked, askProvider } from './provider-rest.ts';

export const OUTLOOK_SCOPES = 'offline_access User.Read Calendars.ReadWrite';

const PAGE = 200;
const MOST_PAGES = 100;
/** Source: Microsoft Graph, "Subscription lifetime" of Outlook events: under 7 days. */
const WATCH_MS = 6 * 86_400_000;

const Moment = z.object({ dateTime: z.string(), timeZone: z.optional(z.nullable(z.string())) });
const Item = z.object({
  id: z.string(),
  '@odata.etag': z.optional(z.string()),
  '@removed': z.optional(z.unknown()),
  iCalUId: z.optional(z.string()),
  transactionId: z.optional(z.nullable(z.string())),
  lastModifiedDateTime: z.optional(z.string()),
  type: z.optional(z.string()),
  seriesMasterId: z.optional(z.nullable(z.string())),
  originalStart: z.optional(z.nullable(z.string())),
  originalStartTimeZone: z.optional(z.nullable(z.string())),
  subject: z.optional(z.nullable(z.string())),
  body: z.optional(z.object({ content: z.optional(z.nullable(z.string())) })),
  location: z.optional(z.object({ displayName: z.optional(z.nullable(z.string())) })),
  sensitivity: z.optional(z.string()),
  isAllDay: z.optional(z.boolean()),
  start: z.optional(Moment),
  end: z.optional(Moment),
  recurrence: z.optional(z.nullable(GraphRecurrence)),
  cancelledOccurrences: z.optional(z.array(z.string())),
  exceptionOccurrences: z.optional(z.array(z.unknown())),
});
type Item = z.output<typeof Item>;

const Page = z.object({
  value: z.array(z.unknown()),
  '@odata.nextLink': z.optional(z.string()),
  '@odata.deltaLink': z.optional(z.string()),
});
const Calendars = z.object({
  value: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      isDefaultCalendar: z.optional(z.boolean()),
      canEdit: z.optional(z.boolean()),
    }),
  ),
});

/** Times come in UTC, and bodies as text. */
const PREFER = { prefer: `outlook.timezone="UTC", outlook.body-content-type="text", odata.maxpagesize=${PAGE}` };
const WHOLE =
  '$expand=exceptionOccurrences&$select=subject,body,location,sensitivity,isAllDay,start,end,recurrence,type,iCalUId,transactionId,lastModifiedDateTime,originalStartTimeZone,cancelledOccurrences';

/** Graph's `2027-03-01T14:00:00.0000000` in UTC. */
const utc = (text: string): Date => new Date(`${text.slice(0, 19)}Z`);

function timesOf(item: Item, zone: string): EventTimes {
  const { start, end, isAllDay = false, recurrence } = item;
  const own = knownZone(recurrence?.range.recurrenceTimeZone ?? item.originalStartTimeZone, zone);
  const localOfMoment = (text: string) => (isAllDay ? `${text.slice(0, 10)}T00:00` : localOf(utc(text), own));
  const start_local = localOfMoment(start?.dateTime ?? '');
  const times = {
    all_day: isAllDay,
    zone: own,
    start_local,
    end_local: localOfMoment(end?.dateTime ?? start?.dateTime ?? ''),
    rule: '',
    repeat_until: null,
    excluded: [],
  };
  if (recurrence == null) return times;
  // The id of an occurrence that was canceled ends with its day.
  const days = (item.cancelledOccurrences ?? []).map((id) => /(\d{4}-\d\d-\d\d)$/.exec(id)?.[1] ?? '');
  const excluded = days.filter((day) => day !== '').map((day) => `${day}${start_local.slice(10)}`);
  return { ...times, ...readGraphRule(recurrence), excluded: excluded.toSorted() };
}

function eventOf(item: Item, zone: string, series: RemoteEvent | null = null): RemoteEvent {
  const when = timesOf(item, zone);
  const { originalStart } = item;
  return {
    id: item.id,
    icalUid: item.iCalUId ?? '',
    etag: item['@odata.etag'] ?? '',
    token: series === null ? (item.transactionId ?? null) : null,
    changedAt: new Date(item.lastModifiedDateTime ?? 0),
    isPrivate: item.sensitivity === 'private' || item.sensitivity === 'confidential',
    seriesId: series?.id ?? null,
    originalStart:
      series === null || originalStart == null
        ? null
        : series.when.all_day
          ? `${originalStart.slice(0, 10)}T00:00`
          : localOf(utc(originalStart), series.when.zone),
    title: item.subject ?? '',
    place: item.location?.displayName ?? '',
    notes: (item.body?.content ?? '').replaceAll('\r\n', '\n'),
    when,
  };
}

const momentOf = (local: string, { all_day: isAllDay, zone }: EventTimes) => ({
  dateTime: `${local}:00`,
  timeZone: isAllDay ? 'UTC' : outlookZone(zone),
});

const bodyOf = ({ title, place, notes, when }: EventContent, fields: readonly ContentField[], isPart: boolean) => ({
  ...(fields.includes('title') && { subject: title }),
  ...(fields.includes('place') && { location: { displayName: place } }),
  ...(fields.includes('notes') && { body: { contentType: 'text', content: notes } }),
  ...(fields.includes('when') && {
    isAllDay: when.all_day,
    start: momentOf(when.start_local, when),
    end: momentOf(when.end_local, when),
    // An event of a series has no rule of its own.
    ...(isPart ? {} : { recurrence: writeGraphRule(when) }),
  }),
});

const writtenOf = (body: unknown): Written => {
  const { id, iCalUId = '', '@odata.etag': etag = '' } = readAs(Item, body);
  return { id, icalUid: iCalUId, etag };
};

/** A person's Outlook calendar, by Microsoft Graph. */
export function outlookCalendar(apiUrl: string, token: string): CalendarAccount {
  const ask = (path: string, { headers, ...asked }: Asked = {}) =>
    askProvider(path.startsWith('https:') || path.startsWith('http:') ? path : `${apiUrl}${path}`, token, {
      ...asked,
      headers: { ...PREFER, ...headers },
    });
  const event = (id: string) => `/me/events/${encodeURIComponent(id)}`;

  /** A series has no list of what it leaves out: each of those is an event to be deleted. */
  const leaveOut = async (written: Written, { when }: EventContent): Promise<Written> => {
    if (when.rule === '' || when.excluded.length === 0) return written;
    for (const local of when.excluded) {
      const from = instantOf(local, when.zone);
      const span = `startDateTime=${from.toISOString()}&endDateTime=${new Date(from.getTime() + 60_000).toISOString()}`;
      const found = readAs(Page, await ask(`${event(written.id)}/instances?${span}`));
      for (const raw of found.value) {
        const item = readAs(Item, raw);
        if (item.type !== 'exception') await ask(event(item.id), { method: 'DELETE' });
      }
    }
    return writtenOf(await ask(event(written.id)));
  };

  return {
    whoami: async () => {
      const me = readAs(
        z.object({ id: z.string(), mail: z.nullish(z.string()), userPrincipalName: z.nullish(z.string()) }),
        await ask('/me'),
      );
      return { id: me.id, name: me.mail ?? me.userPrincipalName ?? 'Outlook' };
    },
    calendars: async () => {
      const { value } = readAs(Calendars, await ask('/me/calendars?$top=250'));
      return value.map(({ id, name, isDefaultCalendar, canEdit }) => ({
        id,
        name,
        isPrimary: isDefaultCalendar === true,
        isWritable: canEdit !== false,
      }));
    },
    changes: (calendar, cursor, span) => readChanges({ apiUrl, ask, event }, calendar, cursor, span),
    insert: async (calendar, own, content) => {
      const body = { ...bodyOf(content, ['title', 'place', 'notes', 'when'], false), transactionId: own };
      const path = `/me/calendars/${encodeURIComponent(calendar)}/events`;
      return leaveOut(writtenOf(await ask(path, { method: 'POST', body })), content);
    },
    instance: (_calendar, part) => findInstance({ apiUrl, ask, event }, part),
    update: async (_calendar, { id, etag, isPart }, content, fields) => {
      const body = bodyOf(content, fields, isPart);
      const written = writtenOf(await ask(event(id), { method: 'PATCH', body, headers: { 'if-match': etag } }));
      return fields.includes('when') && !isPart ? leaveOut(written, content) : written;
    },
    remove: async (_calendar, { id }) => {
      if (id === null) return;
      try {
        await ask(event(id), { method: 'DELETE' });
      } catch (error) {
        if (!(error instanceof RemoteFault && error.kind === 'missing')) throw error;
      }
    },
    watch: async (calendar, { secret, url, until }) => {
      const body = {
        changeType: 'created,updated,deleted',
        notificationUrl: url,
        lifecycleNotificationUrl: url,
        resource: `/me/calendars/${calendar}/events`,
        expirationDateTime: new Date(Math.min(until.getTime(), Date.now() + WATCH_MS)).toISOString(),
        clientState: secret,
      };
      const made = readAs(
        z.object({ id: z.string(), expirationDateTime: z.string() }),
        await ask('/subscriptions', { method: 'POST', body }),
      );
      return { id: made.id, resource: '', until: new Date(made.expirationDateTime) };
    },
    unwatch: async ({ id }) => {
      await ask(`/subscriptions/${encodeURIComponent(id)}`, { method: 'DELETE' });
    },
  };
}

interface Graph {
  readonly apiUrl: string;
  readonly ask: (path: string) => Promise<unknown>;
  readonly event: (id: string) => string;
}

/** The event of a series that replaces a start, or that start's own. `null`: it is left out. */
async function findInstance({ ask, event }: Graph, part: Parameters<CalendarAccount['instance']>[1]) {
  const { seriesId, originalStart, zone, isAllDay } = part;
  // One that differs from the rule may be at another time by now.
  const [, ...parts] = await readSeries(ask, event(seriesId), zone);
  const known = parts.find((one) => one.originalStart === originalStart);
  if (known !== undefined) return { id: known.id, etag: known.etag };
  const from = isAllDay ? utc(`${originalStart}:00`) : instantOf(originalStart, zone);
  const span = `startDateTime=${from.toISOString()}&endDateTime=${new Date(from.getTime() + 60_000).toISOString()}`;
  const { value } = readAs(Page, await ask(`${event(seriesId)}/instances?${span}`));
  const found = value
    .map((raw) => readAs(Item, raw))
    .find(({ type, start }) => type === 'occurrence' && start !== undefined && +utc(start.dateTime) === +from);
  return found === undefined ? null : { id: found.id, etag: found['@odata.etag'] ?? '' };
}

/**
 * Reads a view's changes. It names each event of a series on its own, so a series of which anything was named is read
 * whole, with the events that differ from its rule.
 */
async function readChanges(
  { apiUrl, ask, event }: Graph,
  calendar: string,
  cursor: string | null,
  { from, to, zone }: ReadSpan,
): Promise<RemoteChanges> {
  if (cursor !== null && !cursor.startsWith(apiUrl))
    throw new RemoteFault('cursor_gone', 'A cursor of another address.');
  const events: RemoteEvent[] = [];
  const removed: RemoteRemoval[] = [];
  const series = new Set<string>();
  const span = `startDateTime=${from.toISOString()}&endDateTime=${to.toISOString()}`;
  let next = cursor ?? `/me/calendars/${encodeURIComponent(calendar)}/calendarView/delta?${span}`;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = readAs(Page, await ask(next));
    for (const raw of page.value) {
      const item = Item.safeParse(raw).data;
      if (item === undefined) continue;
      if (item['@removed'] !== undefined) removed.push({ id: item.id, seriesId: null, originalStart: null });
      else if (item.type === 'seriesMaster') series.add(item.id);
      else if (item.seriesMasterId != null) series.add(item.seriesMasterId);
      else if (item.start !== undefined) events.push(eventOf(item, zone));
    }
    const { '@odata.nextLink': more, '@odata.deltaLink': delta } = page;
    if (more === undefined) {
      for (const id of series) events.push(...(await readSeries(ask, event(id), zone)));
      return { events, removed, cursor: delta ?? null, isFull: cursor === null, whole: series };
    }
    if (!more.startsWith(apiUrl)) throw new RemoteFault('away', "An answer that can't be read.");
    next = more;
  }
  throw new RemoteFault('refused', 'This calendar has more events than can be synced.');
}

async function readSeries(ask: Graph['ask'], path: string, zone: string): Promise<RemoteEvent[]> {
  try {
    const item = readAs(Item, await ask(`${path}?${WHOLE}`));
    const whole = eventOf(item, zone);
    const parts = (item.exceptionOccurrences ?? []).map((raw) => eventOf(readAs(Item, raw), zone, whole));
    return [whole, ...parts];
  } catch (error) {
    // It was deleted since.
    if (error instanceof RemoteFault && error.kind === 'missing') return [];
    throw error;
  }
}
