import { type Answered, type Came, openProvider, type ProviderStandIn } from './provider-stand-in.ts';

export type GoogleItem = Record<string, unknown> & { readonly id: string };

interface Stored {
  item: GoogleItem;
  seq: number;
}

export interface GoogleStandIn extends ProviderStandIn {
  /** Writes an event as its owner would in Google; a known id is changed. */
  edit(item: GoogleItem, calendar?: string): void;
  remove(id: string, calendar?: string): void;
  /** Events that aren't deleted. */
  events(calendar?: string): GoogleItem[];
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

  const one = (came: Came, calendar: string, id: string): Answered => {
    const known = eventsOf(calendar).get(id);
    if (known === undefined) return missing;
    const { item } = known;
    if (came.method === 'GET') return { status: 200, body: item };
    if (item['status'] === 'cancelled') return gone;
    const match = came.headers['if-match'];
    if (match !== undefined && match !== item['etag'])
      return { status: 412, body: { error: { code: 412, message: 'Precondition Failed' } } };
    if (came.method === 'DELETE') {
      write(calendar, { ...item, status: 'cancelled' });
      return { status: 204 };
    }
    return { status: 200, body: write(calendar, { ...item, ...(came.body as object) }) };
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
    const [, calendar = '', id] = /^\/calendars\/([^/]+)\/events(?:\/([^/]+))?$/.exec(path) ?? [];
    if (!calendars.has(calendar)) return missing;
    if (id === 'watch') return { status: 200, body: { resourceId: 'resource', ...(body as object) } };
    if (id !== undefined) return one(came, calendar, id);
    if (method === 'GET') return list(calendar, query);
    const item = body as GoogleItem;
    if (eventsOf(calendar).has(item.id)) return { status: 409, body: { error: { code: 409, message: 'Duplicate' } } };
    return { status: 200, body: write(calendar, item) };
  };

  const provider = await openProvider(serve);
  const main = 'ava@gmail.example';
  return Object.assign(provider, {
    edit: (item: GoogleItem, calendar = main) => {
      const known = eventsOf(calendar).get(item.id)?.item ?? {};
      write(calendar, { ...known, ...item });
    },
    remove: (id: string, calendar = main) => {
      const known = eventsOf(calendar).get(id);
      if (known !== undefined) write(calendar, { ...known.item, status: 'cancelled' });
    },
    events: (calendar = main) =>
      [...eventsOf(calendar).values()].map(({ item }) => item).filter((item) => item['status'] !== 'cancelled'),
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
