import { instantOf, knownZone, localOf } from '../../server/adapters/calendars/local-time.ts';
import { GraphRecurrence, readGraphRule } from '../../server/adapters/calendars/outlook-recurrence.ts';
import { type Answered, type Came, openProvider, type ProviderStandIn } from './provider-stand-in.ts';
import { seriesStarts } from './series-starts.ts';

export type GraphItem = Record<string, unknown> & { readonly id: string };

export interface GraphStandIn extends ProviderStandIn {
  edit(item: GraphItem): void;
  remove(id: string): void;
  /** Each event as its owner sees it: a series as its events. */
  shown(): GraphItem[];
  find(id: string): GraphItem | undefined;
  /** Changes or deletes an event, a series or one of its events as its owner would in Outlook. */
  change(id: string, item: Omit<GraphItem, 'id'>): void;
  drop(id: string): void;
  events(): GraphItem[];
  /** `03-01 09:00 Plan review` of each timed event in New York, series as their events, in order. */
  agenda(): string[];
  forgetCursors(): void;
  /** Forgets all events. */
  clear(): void;
}

interface Stored {
  item: GraphItem;
  seq: number;
  removed: boolean;
}

const changed: Answered = { status: 412, body: { error: { code: 'ErrorIrresolvableConflict', message: 'Changed.' } } };
const missing: Answered = { status: 404, body: { error: { code: 'ErrorItemNotFound', message: 'Not found.' } } };

/** What clocks of a zone show, in UTC; Graph answers that. */
function inUtc(moment: unknown): unknown {
  const { dateTime, timeZone = 'UTC' } = moment as { dateTime: string; timeZone?: string };
  return utcAt(instantOf(dateTime.slice(0, 16), knownZone(timeZone, 'UTC')).getTime());
}

const instantAt = (moment: unknown): number => Date.parse(`${(moment as { dateTime: string }).dateTime.slice(0, 19)}Z`);
const utcAt = (at: number) => ({ dateTime: `${new Date(at).toISOString().slice(0, 19)}.0000000`, timeZone: 'UTC' });

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

  const listOf = <Entry>(item: GraphItem, name: string) => (item[name] as Entry[] | undefined) ?? [];
  const exceptionsOf = (item: GraphItem) => listOf<GraphItem>(item, 'exceptionOccurrences');

  /** Events of a series as they are. Source: Microsoft Graph, "List instances" and "event resource type". */
  const instancesOf = (series: GraphItem): GraphItem[] => {
    const { rule, repeat_until: until } = readGraphRule(GraphRecurrence.parse(series['recurrence']));
    const zone = knownZone(series['originalStartTimeZone'] as string, 'UTC');
    const [from, to] = [instantAt(series['start']), instantAt(series['end'])];
    const line = `RRULE:${rule}${until === null ? '' : `;UNTIL=${until.replaceAll('-', '')}T235959Z`}`;
    const left = listOf<string>(series, 'cancelledOccurrences');
    return seriesStarts(localOf(new Date(from), zone), zone, line).flatMap((start) => {
      const day = localOf(new Date(start), zone).slice(0, 10);
      if (left.some((one_) => one_.endsWith(day))) return [];
      const own = exceptionsOf(series).find(
        ({ originalStart }) => Date.parse(String(originalStart)) === Date.parse(start),
      );
      const { recurrence: _, exceptionOccurrences: __, cancelledOccurrences: ___, ...words } = series;
      const id = `${series.id}.${day}`;
      const ends = Date.parse(start) + to - from;
      const ruled = { ...words, id, type: 'occurrence', seriesMasterId: series.id, originalStart: start };
      return [own ?? { ...ruled, start: utcAt(Date.parse(start)), end: utcAt(ends) }];
    });
  };

  /** An event of a series by its id, with the series. */
  const partAt = (id: string): [GraphItem, GraphItem] | null => {
    for (const { item, removed } of items.values()) {
      if (removed || item['recurrence'] == null) continue;
      const part =
        exceptionsOf(item).find((one_) => one_.id === id) ?? instancesOf(item).find((one_) => one_.id === id);
      if (part !== undefined) return [item, part];
    }
    return null;
  };

  const onePart = ({ method, body, headers }: Came, [series, part]: [GraphItem, GraphItem]): Answered => {
    const others = exceptionsOf(series).filter(({ id }) => id !== part.id);
    if (method === 'GET') return { status: 200, body: part };
    if (headers['if-match'] !== undefined && headers['if-match'] !== part['@odata.etag']) return changed;
    const zone = knownZone(series['originalStartTimeZone'] as string, 'UTC');
    if (method === 'DELETE') {
      const day = localOf(new Date(String(part['originalStart'])), zone).slice(0, 10);
      const left = [...listOf<string>(series, 'cancelledOccurrences'), `OID.${series.id}.${day}`];
      write({ ...series, exceptionOccurrences: others, cancelledOccurrences: left });
      return { status: 204 };
    }
    const given = body as GraphItem;
    if ('recurrence' in given)
      return {
        status: 400,
        body: { error: { code: 'ErrorInvalidRequest', message: 'An occurrence has no recurrence.' } },
      };
    state.ids += 1;
    const next: GraphItem = {
      ...part,
      ...given,
      ...(given['start'] !== undefined && { start: inUtc(given['start']), end: inUtc(given['end']) }),
      id: part['type'] === 'exception' ? part.id : `AAMkX${state.ids}`,
      type: 'exception',
      '@odata.etag': `W/"x${state.ids}"`,
      lastModifiedDateTime: now().toISOString(),
    };
    write({ ...series, exceptionOccurrences: [...others, next] });
    return { status: 200, body: next };
  };

  const one = (came: Came, id: string): Answered => {
    const known = items.get(id);
    if (known === undefined || known.removed) {
      const part = partAt(id);
      return part === null ? missing : onePart(came, part);
    }
    const { item } = known;
    if (came.method === 'GET') return { status: 200, body: item };
    const match = came.headers['if-match'];
    if (match !== undefined && match !== item['@odata.etag']) return changed;
    if (came.method === 'DELETE') {
      write(item, true);
      return { status: 204 };
    }
    // Outlook forgets what differs from a series when its times change.
    const isMoved =
      'recurrence' in (came.body as object) || (item['recurrence'] != null && 'start' in (came.body as object));
    const resets = isMoved && { exceptionOccurrences: [], cancelledOccurrences: [] };
    return { status: 200, body: write({ ...item, ...(came.body as object), ...resets }) };
  };

  const instances = (id: string, query: URLSearchParams): Answered => {
    const item = items.get(id)?.item;
    if (item?.['recurrence'] == null) return missing;
    const [from, to] = [query.get('startDateTime'), query.get('endDateTime')].map((text) => Date.parse(text ?? ''));
    const value = instancesOf(item).filter(
      ({ start, end }) => instantAt(start) < (to ?? 0) && instantAt(end) > (from ?? 0),
    );
    return { status: 200, body: { value } };
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
      const known = [...items.values()].find(
        ({ item, removed }) => !removed && item['transactionId'] === asked.transactionId,
      );
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
  const byOwner = (method: string, id: string, body: unknown = null) =>
    one({ method, path: '', query: new URLSearchParams(), headers: {}, body }, id);
  const shown = () =>
    [...items.values()]
      .filter(({ removed }) => !removed)
      .flatMap(({ item }) => (item['recurrence'] == null ? [item] : instancesOf(item)));
  return Object.assign(provider, {
    edit: (item: GraphItem) => void write({ ...items.get(item.id)?.item, ...item }),
    remove: (id: string) => {
      const known = items.get(id);
      if (known !== undefined) write(known.item, true);
    },
    shown,
    find: (id: string) => items.get(id)?.item ?? partAt(id)?.[1],
    change: (id: string, item: object) => void byOwner('PATCH', id, item),
    drop: (id: string) => void byOwner('DELETE', id),
    events: () => [...items.values()].filter(({ removed }) => !removed).map(({ item }) => item),
    agenda: () =>
      shown()
        .map(({ start, subject }) => {
          const local = localOf(new Date(instantAt(start)), 'America/New_York');
          return `${local.slice(5).replace('T', ' ')} ${String(subject)}`;
        })
        .toSorted(),
    forgetCursors: () => void (state.epoch += 1),
    clear: () => items.clear(),
  });
}
