import { instantOf, localOf, localOfBasic } from '../../server/adapters/calendars/local-time.ts';
import { type Answered, type Came, openProvider, type ProviderStandIn } from './provider-stand-in.ts';
import { seriesStarts } from './series-starts.ts';

export type GoogleItem = Record<string, unknown> & { readonly id: string };

interface Stored {
  item: GoogleItem;
  seq: number;
}

export interface GoogleStandIn extends ProviderStandIn {
  /** Writes an event as its owner would in Google; a known id is changed. */
  edit(item: GoogleItem, calendar?: string): void;
  remove(id: string, calendar?: string): void;
  find(id: string): GoogleItem | undefined;
  /** Events that aren't deleted. */
  events(calendar?: string): GoogleItem[];
  /** Each event as its owner sees it: a series as its events. */
  shown(calendar?: string): GoogleItem[];
  /** `03-01 09:00 Plan review` of each timed event, in order. */
  agenda(): string[];
  /** Cursors given so far aren't taken any more. */
  forgetCursors(): void;
  /** Forgets all events. */
  clear(): void;
  /** Entries of a page from now on. */
  setPageSize(entries: number): void;
}

const missing: Answered = { status: 404, body: { error: { code: 404, message: 'Not Found' } } };
const gone: Answered = {
  status: 410,
  body: { error: { code: 410, message: 'Gone', errors: [{ reason: 'deleted' }] } },
};

interface GoogleMoment {
  readonly date?: string | null;
  readonly dateTime?: string | null;
  readonly timeZone?: string | null;
}

const ZONE = 'America/New_York';
const momentsOf = (item: GoogleItem) => [item['start'], item['end']] as [GoogleMoment, GoogleMoment];
/** Times without an offset are those of the zone that is named. */
const instantAt = ({ dateTime, timeZone }: GoogleMoment): number =>
  /(Z|[+-]\d\d:\d\d)$/.test(dateTime ?? '')
    ? Date.parse(dateTime ?? '')
    : instantOf(dateTime?.slice(0, 16) ?? '', timeZone ?? ZONE).getTime();

/** Instants at which a series has events, without those that it leaves out. Timed series only. */
function startsOf(series: GoogleItem): string[] {
  const lines = (series['recurrence'] as string[] | undefined) ?? [];
  const rule = lines.find((line) => line.startsWith('RRULE'));
  const [start] = momentsOf(series);
  if (rule === undefined || start.dateTime == null) return [];
  const left = lines
    .filter((line) => line.startsWith('EXDATE'))
    .flatMap((line) => (line.split(':')[1] ?? '').split(','));
  const local = localOf(new Date(instantAt(start)), ZONE);
  return seriesStarts(local, ZONE, rule).filter(
    (one) => !left.some((basic) => localOfBasic(basic) === localOf(new Date(one), ZONE)),
  );
}

/** The event of a series by its rule. Source: Calendar API, "Recurring events", "Working with instances". */
function instanceOf(series: GoogleItem, start: string): GoogleItem {
  const [from, to] = momentsOf(series);
  const lasts = instantAt(to) - instantAt(from);
  const { recurrence: _, ...words } = series;
  const at = (ms: number) => ({ dateTime: new Date(ms).toISOString(), timeZone: ZONE });
  return {
    ...words,
    id: `${series.id}_${start.replaceAll(/[-:]|\.000/g, '')}`,
    recurringEventId: series.id,
    originalStartTime: at(Date.parse(start)),
    start: at(Date.parse(start)),
    end: at(Date.parse(start) + lasts),
  };
}

/** Speaks Google Calendar's API version 3, as far as the app uses it. */
export async function openGoogle(now: () => Date): Promise<GoogleStandIn> {
  const calendars = new Map<string, Map<string, Stored>>([
    ['ava@gmail.example', new Map()],
    ['holidays', new Map()],
  ]);
  const state = { seq: 0, epoch: 0, pageSize: 100 };
  const eventsOf = (calendar: string) => calendars.get(calendar) ?? new Map<string, Stored>();

  const write = (calendar: string, item: GoogleItem): GoogleItem => {
    state.seq += 1;
    const stored = {
      status: 'confirmed',
      iCalUID: `${item.id}@google.com`,
      ...item,
      etag: `"${state.seq}"`,
      updated: now().toISOString(),
    };
    eventsOf(calendar).set(item.id, { item: stored, seq: state.seq });
    return stored;
  };

  const partsOf = (calendar: string, seriesId: string) =>
    [...eventsOf(calendar).values()].map(({ item }) => item).filter((item) => item['recurringEventId'] === seriesId);
  const originOf = (part: GoogleItem) => new Date(instantAt(part['originalStartTime'] as GoogleMoment)).toISOString();

  /** Events of a series as they are: by its rule, or on their own. */
  const instances = (calendar: string, series: GoogleItem): GoogleItem[] => {
    const parts = new Map(partsOf(calendar, series.id).map((part) => [originOf(part), part]));
    return startsOf(series).map((start) => parts.get(start) ?? instanceOf(series, start));
  };

  /** What a changed or deleted series no longer has. */
  const settle = (calendar: string, id: string): void => {
    const series = eventsOf(calendar).get(id)?.item;
    if (series === undefined || series['recurringEventId'] !== undefined) return;
    const starts = series['status'] === 'cancelled' ? [] : startsOf(series);
    for (const part of partsOf(calendar, id))
      if (part['status'] !== 'cancelled' && !starts.includes(originOf(part)))
        write(calendar, { ...part, status: 'cancelled' });
  };

  const list = (calendar: string, query: URLSearchParams): Answered => {
    const token = query.get('syncToken');
    const [epoch, since] = token === null ? [state.epoch, 0] : token.split('.').map(Number);
    if (epoch !== state.epoch)
      return { status: 410, body: { error: { code: 410, message: 'Sync token is no longer valid.' } } };
    const all = [...eventsOf(calendar).values()]
      .filter(
        ({ item, seq }) =>
          seq > (since ?? 0) &&
          (token !== null || item['status'] !== 'cancelled' || item['recurringEventId'] !== undefined),
      )
      .toSorted((a, b) => a.seq - b.seq);
    const from = Number(query.get('pageToken') ?? 0);
    const page = all.slice(from, from + state.pageSize).map(({ item }) => item);
    const isLast = from + state.pageSize >= all.length;
    return {
      status: 200,
      body: {
        items: page,
        ...(isLast
          ? { nextSyncToken: `${state.epoch}.${state.seq}` }
          : { nextPageToken: String(from + state.pageSize) }),
      },
    };
  };

  /** An event of a series that follows its rule. */
  const ruled = (calendar: string, id: string): GoogleItem | undefined => {
    const series = eventsOf(calendar).get(id.slice(0, id.lastIndexOf('_')))?.item;
    return series === undefined || series['status'] === 'cancelled'
      ? undefined
      : instances(calendar, series).find((instance) => instance.id === id);
  };

  const one = (came: Came, calendar: string, id: string): Answered => {
    const item = eventsOf(calendar).get(id)?.item ?? ruled(calendar, id);
    if (item === undefined) return missing;
    if (came.method === 'GET') return { status: 200, body: item };
    if (item['status'] === 'cancelled') return gone;
    const match = came.headers['if-match'];
    if (match !== undefined && match !== item['etag'])
      return { status: 412, body: { error: { code: 412, message: 'Precondition Failed' } } };
    if (came.method === 'DELETE') {
      write(calendar, { ...item, status: 'cancelled' });
      settle(calendar, id);
      return { status: 204 };
    }
    if (item['recurringEventId'] !== undefined && 'recurrence' in (came.body as object))
      return { status: 400, body: { error: { code: 400, message: 'An instance has no recurrence.' } } };
    const written = write(calendar, { ...item, ...(came.body as object) });
    settle(calendar, id);
    return { status: 200, body: written };
  };

  const serve = (came: Came): Answered => {
    const { method, path, query, body } = came;
    if (path === '/calendars/primary') return { status: 200, body: { id: 'ava@gmail.example' } };
    if (path === '/users/me/calendarList')
      return {
        status: 200,
        body: {
          items: [
            { id: 'ava@gmail.example', summary: 'ava@gmail.example', primary: true, accessRole: 'owner' },
            { id: 'holidays', summary: 'Holidays', accessRole: 'reader' },
          ],
        },
      };
    if (path === '/channels/stop') return { status: 204 };
    const [, calendar = '', id] = /^\/calendars\/([^/]+)\/events(?:\/([^/]+?)(?:\/instances)?)?$/.exec(path) ?? [];
    if (!calendars.has(calendar)) return missing;
    if (id === 'watch') return { status: 200, body: { resourceId: 'resource', ...(body as object) } };
    const [, seriesId] = /\/events\/([^/]+)\/instances$/.exec(path) ?? [];
    if (seriesId !== undefined) {
      const series = eventsOf(calendar).get(seriesId)?.item;
      if (series === undefined || series['status'] === 'cancelled') return missing;
      const start = query.get('originalStart');
      const items = instances(calendar, series).filter(
        (instance) =>
          instance['status'] !== 'cancelled' &&
          (start === null || originOf(instance) === new Date(start).toISOString()),
      );
      return { status: 200, body: { items } };
    }
    if (id !== undefined) return one(came, calendar, id);
    if (method === 'GET') return list(calendar, query);
    const item = body as GoogleItem;
    if (eventsOf(calendar).has(item.id)) return { status: 409, body: { error: { code: 409, message: 'Duplicate' } } };
    return { status: 200, body: write(calendar, item) };
  };

  const provider = await openProvider(serve);
  const main = 'ava@gmail.example';
  const shown = (calendar = main) =>
    [...eventsOf(calendar).values()]
      .map(({ item }) => item)
      .flatMap((item) => {
        if (item['status'] === 'cancelled' || item['recurringEventId'] !== undefined) return [];
        return ((item['recurrence'] as unknown[] | undefined) ?? []).length === 0 ? [item] : instances(calendar, item);
      })
      .filter((item) => item['status'] !== 'cancelled');
  return Object.assign(provider, {
    edit: (item: GoogleItem, calendar = main) => {
      const known = eventsOf(calendar).get(item.id)?.item ?? ruled(calendar, item.id) ?? {};
      write(calendar, { ...known, ...item });
      settle(calendar, item.id);
    },
    remove: (id: string, calendar = main) => {
      const known = eventsOf(calendar).get(id)?.item ?? ruled(calendar, id);
      if (known === undefined) return;
      write(calendar, { ...known, status: 'cancelled' });
      settle(calendar, id);
    },
    find: (id: string) => eventsOf(main).get(id)?.item ?? ruled(main, id),
    events: (calendar = main) =>
      [...eventsOf(calendar).values()].map(({ item }) => item).filter((item) => item['status'] !== 'cancelled'),
    shown,
    agenda: () =>
      shown()
        .map((item) => {
          const local = localOf(new Date(instantAt(momentsOf(item)[0])), ZONE);
          return `${local.slice(5).replace('T', ' ')} ${String(item['summary'])}`;
        })
        .toSorted(),
    forgetCursors: () => void (state.epoch += 1),
    clear: () => {
      for (const events of calendars.values()) events.clear();
    },
    setPageSize: (entries: number) => void (state.pageSize = entries),
  });
}

/** A timed event of Google. */
export const googleEvent = (id: string, more: Partial<Record<string, unknown>> = {}): GoogleItem => ({
  id,
  summary: 'Plan review',
  start: { dateTime: '2027-03-01T09:00:00-05:00', timeZone: 'America/New_York' },
  end: { dateTime: '2027-03-01T10:00:00-05:00', timeZone: 'America/New_York' },
  ...more,
});
