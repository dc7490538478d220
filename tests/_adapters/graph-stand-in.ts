import { type Answered, type Came, openProvider, type ProviderStandIn } from './provider-stand-in.ts';

export type GraphItem = Record<string, unknown> & { readonly id: string };

export interface GraphStandIn extends ProviderStandIn {
  edit(item: GraphItem): void;
  remove(id: string): void;
  events(): GraphItem[];
  forgetCursors(): void;
  /** Forgets all events. */
  clear(): void;
}

interface Stored {
  item: GraphItem;
  seq: number;
  removed: boolean;
}

const missing: Answered = { status: 404, body: { error: { code: 'ErrorItemNotFound', message: 'Not found.' } } };

/** Wall times of zones that tests use, in UTC; Graph answers those. */
const HOURS: Readonly<Record<string, number>> = { 'Eastern Standard Time': 5, UTC: 0 };

function inUtc(moment: unknown): unknown {
  const { dateTime, timeZone = 'UTC' } = moment as { dateTime: string; timeZone?: string };
  const at = new Date(`${dateTime.slice(0, 19)}Z`).getTime() + (HOURS[timeZone] ?? 0) * 3_600_000;
  return { dateTime: `${new Date(at).toISOString().slice(0, 19)}.0000000`, timeZone: 'UTC' };
}

/** Speaks Microsoft Graph's calendar, as far as the app uses it. */
export async function openGraph(now: () => Date): Promise<GraphStandIn> {
  const items = new Map<string, Stored>();
  const state = { seq: 0, epoch: 0, ids: 0, url: '' };

  const write = (item: GraphItem, removed = false): GraphItem => {
    state.seq += 1;
    const start = item['start'] as { timeZone?: string } | undefined;
    const stored: GraphItem = {
      iCalUId: `uid-${item.id}`,
      type: item['recurrence'] == null ? 'singleInstance' : 'seriesMaster',
      ...item,
      ...(start !== undefined && {
        originalStartTimeZone: start.timeZone === 'UTC' ? (item['originalStartTimeZone'] ?? 'UTC') : start.timeZone,
        start: inUtc(start),
        end: inUtc(item['end']),
      }),
      '@odata.etag': `W/"${state.seq}"`,
      lastModifiedDateTime: now().toISOString(),
    };
    items.set(item.id, { item: stored, seq: state.seq, removed });
    return stored;
  };

  const delta = (query: URLSearchParams): Answered => {
    const [epoch, since] = query.get('$deltatoken')?.split('.').map(Number) ?? [state.epoch, -1];
    if (epoch !== state.epoch) return { status: 410, body: { error: { code: 'SyncStateNotFound', message: 'Gone.' } } };
    const isFirst = since === -1;
    const value = [...items.values()]
      .filter(({ seq, removed }) => seq > (since ?? 0) && !(isFirst && removed))
      .map(({ item, removed }) => (removed ? { id: item.id, '@removed': { reason: 'deleted' } } : item));
    const next = `${state.url}/me/calendars/main/calendarView/delta?$deltatoken=${state.epoch}.${state.seq}`;
    return { status: 200, body: { value, '@odata.deltaLink': next } };
  };

  const occurrence = (id: string, { method }: Came): Answered => {
    const [, master = '', day = ''] = /^(.+)\.(\d{4}-\d\d-\d\d)$/.exec(id) ?? [];
    const known = items.get(master);
    if (known === undefined || method !== 'DELETE') return missing;
    const before = (known.item['cancelledOccurrences'] as string[] | undefined) ?? [];
    write({ ...known.item, cancelledOccurrences: [...before, `OID.${master}.${day}`] });
    return { status: 204 };
  };

  const one = (came: Came, id: string): Answered => {
    const known = items.get(id);
    if (known === undefined || known.removed) return occurrence(id, came);
    const { item } = known;
    if (came.method === 'GET') return { status: 200, body: item };
    const match = came.headers['if-match'];
    if (match !== undefined && match !== item['@odata.etag'])
      return { status: 412, body: { error: { code: 'ErrorIrresolvableConflict', message: 'Changed.' } } };
    if (came.method === 'DELETE') {
      write(item, true);
      return { status: 204 };
    }
    return { status: 200, body: write({ ...item, ...(came.body as object) }) };
  };

  const instances = (id: string, query: URLSearchParams): Answered => {
    const item = items.get(id)?.item;
    const day = query.get('startDateTime')?.slice(0, 10) ?? '';
    const left = (item?.['cancelledOccurrences'] as string[] | undefined) ?? [];
    const isLeft = left.some((one_) => one_.endsWith(day));
    return { status: 200, body: { value: isLeft ? [] : [{ id: `${id}.${day}`, type: 'occurrence' }] } };
  };

  const serve = (came: Came): Answered => {
    const { method, path, query, body } = came;
    if (path === '/me') return { status: 200, body: { id: 'u1', mail: 'ava@outlook.example' } };
    if (path === '/me/calendars')
      return {
        status: 200,
        body: { value: [{ id: 'main', name: 'Calendar', isDefaultCalendar: true, canEdit: true }] },
      };
    if (path === '/me/calendars/main/calendarView/delta') return delta(query);
    if (path === '/subscriptions' && method === 'POST')
      return { status: 201, body: { id: 'sub', ...(body as object) } };
    if (path === '/me/calendars/main/events' && method === 'POST') {
      const asked = body as { transactionId?: string };
      const known = [...items.values()].find(({ item }) => item['transactionId'] === asked.transactionId);
      if (known !== undefined) return { status: 201, body: known.item };
      state.ids += 1;
      return { status: 201, body: write({ ...asked, id: `AAMk${state.ids}` }) };
    }
    const [, id, sub] = /^\/me\/events\/([^/]+)(\/instances)?$/.exec(path) ?? [];
    if (id === undefined) return missing;
    return sub === undefined ? one(came, id) : instances(id, query);
  };

  const provider = await openProvider(serve);
  state.url = provider.url;
  return Object.assign(provider, {
    edit: (item: GraphItem) => void write({ ...items.get(item.id)?.item, ...item }),
    remove: (id: string) => {
      const known = items.get(id);
      if (known !== undefined) write(known.item, true);
    },
    events: () => [...items.values()].filter(({ removed }) => !removed).map(({ item }) => item),
    forgetCursors: () => void (state.epoch += 1),
    clear: () => items.clear(),
  });
}
