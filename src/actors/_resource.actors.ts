import {
  hashKey,
  type Query,
  type QueryCacheNotifyEvent,
  QueryClient,
  QueryObserver,
  type QueryObserverResult,
} from '@tanstack/query-core';
import {
  distinctUntilChanged,
  EMPTY,
  ignoreElements,
  map,
  merge,
  Observable,
  repeat,
  startWith,
  switchMap,
  tap,
} from 'rxjs';
import { createActor, fromObservable } from 'xstate';
import type { CallArgs, Endpoint, Reply } from '#contract/endpoint.ts';
import type { ApiClient, PlainArgs } from '../api/client.ts';
import { type ApiError, type ApiErrorKind, asApiError } from '../api/errors.ts';

/** An endpoint by its name alone, for those who need not load its contract. */
export type Named = Pick<Endpoint, 'name'>;

/** Current state of one resource. */
export interface ResourceState<Data> {
  /** `null`: nothing arrived yet. */
  readonly data: Data | null;
  /** Error of the last load; earlier data may still be available. */
  readonly error: ApiError | null;
  readonly isLoading: boolean;
}

/** One endpoint with its arguments. Loads while it has listeners; in the shape that `useSyncExternalStore` takes. */
export interface Resource<Data> {
  readonly subscribe: (onChange: () => void) => () => void;
  readonly getSnapshot: () => ResourceState<Data>;
  readonly reload: () => void;
}

/** When a resource loads besides at the start. */
export interface Pace<Data> {
  /** Milliseconds until it loads again, from what is known now. `null`: not by itself. */
  readonly reloadAfter?: ((state: ResourceState<Data>) => number | null) | undefined;
  /** Milliseconds before it loads at all: arguments that are typed pass by without a call. */
  readonly settlesAfter?: number | undefined;
}

export interface Resources {
  readonly of: <E extends Endpoint>(endpoint: E, args: PlainArgs<E>, pace?: Pace<Reply<E>>) => Resource<Reply<E>>;
  /** Loads it ahead of display, so that the view does not request it again. */
  readonly warm: <E extends Endpoint>(endpoint: E, args: PlainArgs<E>) => void;
  /** Reloads displayed resources of these endpoints; one that is loading loads again afterwards. */
  readonly invalidate: (endpoints: readonly Named[]) => void;
  /** Like `invalidate`, for every path below `path` that was requested with matching arguments. */
  readonly invalidateUnder: (path: string, isMeant: (args: PlainArgs<Endpoint>) => boolean) => void;
  /** Reloads resources that failed while the connection was down. */
  readonly reloadFailed: () => void;
  readonly clear: () => void;
}

/** Loads of a read that got no answer are repeated this often. Ours: hides a restart of the server. */
const RETRIES = 2;
/** Milliseconds for which an unused response is kept. Our choice. */
const KEPT_MS = 5 * 60_000;
/** Maximum unused responses kept per endpoint. Our choice: the way back through a list, not every page visited. */
const KEPT_REPLIES = 10;
/** Milliseconds for which what was loaded ahead counts as fresh. Ours: a slow machine's start. */
const WARM_MS = 10_000;

/** Cache of server responses, shared by all views. Cleared when the identity changes. */
export function createResources(api: ApiClient): Resources {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        gcTime: KEPT_MS,
        retry: (failures, error) => failures < RETRIES && isWorthAnotherTry(asApiError(error)),
      },
    },
  });
  const changedMidLoad = new Set<string>();
  const warmed = new Set<string>();

  client.getQueryCache().subscribe((event: QueryCacheNotifyEvent) => {
    if (event.type === 'observerRemoved') forgetOldest(event.query.queryKey[0]);
    if (event.type === 'removed') changedMidLoad.delete(event.query.queryHash);
    if (event.type !== 'updated' || (event.action.type !== 'success' && event.action.type !== 'error')) return;
    if (changedMidLoad.delete(event.query.queryHash)) void loadAnew([event.query.queryHash]);
  });

  /** Only replies without listeners; one without a reply is about to be displayed. */
  const forgetOldest = (name: unknown) => {
    const cache = client.getQueryCache();
    const idle = cache.findAll({
      predicate: ({ queryKey, state, observers }) =>
        queryKey[0] === name && state.data !== undefined && observers.length === 0,
    });
    if (idle.length <= KEPT_REPLIES) return;
    const newestFirst = idle.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
    for (const query of newestFirst.slice(KEPT_REPLIES)) cache.remove(query);
  };

  const loadAnew = (hashes: readonly string[]) =>
    client.invalidateQueries({ predicate: ({ queryHash }) => hashes.includes(queryHash) }, { cancelRefetch: false });

  const outdate = (predicate: (query: Query) => boolean) => {
    const meant = client.getQueryCache().findAll({ predicate });
    for (const query of meant) if (query.state.fetchStatus === 'fetching') changedMidLoad.add(query.queryHash);
    void loadAnew(meant.map(({ queryHash }) => queryHash));
  };

  const queryOf = <E extends Endpoint>(endpoint: E, args: PlainArgs<E>) => ({
    queryKey: [endpoint.name, args],
    meta: { path: endpoint.path },
    queryFn: ({ signal }: { signal: AbortSignal }) => api.call(endpoint, { ...args, signal } as CallArgs<E>),
  });

  const of: Resources['of'] = <E extends Endpoint>(endpoint: E, args: PlainArgs<E>, pace: Pace<Reply<E>> = {}) => {
    const observer = new QueryObserver<Reply<E>>(client, {
      ...queryOf(endpoint, args),
      staleTime: ({ queryHash }) => (warmed.has(queryHash) ? WARM_MS : 0),
    });
    return resourceOf(observer, pace);
  };

  return {
    of,
    warm: (endpoint, args) => {
      const query = queryOf(endpoint, args);
      warmed.add(hashKey(query.queryKey));
      void client.prefetchQuery(query);
    },
    invalidate: (endpoints) => {
      const names = endpoints.map(({ name }) => name);
      outdate(({ queryKey }) => names.includes(String(queryKey[0])));
    },
    invalidateUnder: (path, isMeant) =>
      outdate(({ queryKey, meta }) => {
        const isUnder = meta?.['path'] === path || String(meta?.['path']).startsWith(`${path}/`);
        return isUnder && isMeant(queryKey[1] as PlainArgs<Endpoint>);
      }),
    reloadFailed: () => void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' }),
    clear: () => client.clear(),
  };
}

function resourceOf<Data>(
  observer: QueryObserver<Data>,
  { reloadAfter, settlesAfter = 0 }: Pace<Data>,
): Resource<Data> {
  const select = remembering(keepingAnswers(stateOf<Data>));
  const results = merge(resultsOf(observer), reloadAfter ? reloadsOf(observer, reloadAfter) : EMPTY);
  const logic = fromObservable(() => (settlesAfter > 0 ? after(settlesAfter).pipe(switchMap(() => results)) : results));
  return {
    subscribe: (onChange) => {
      const actor = createActor(logic);
      actor.subscribe(onChange);
      actor.start();
      return () => actor.stop();
    },
    getSnapshot: () => select(observer.getCurrentResult()),
    reload: () => void observer.refetch(),
  };
}

/** Results of an observer; the first subscriber starts the load, the last one to leave cancels it. */
const resultsOf = <Data>(observer: QueryObserver<Data>): Observable<QueryObserverResult<Data>> =>
  new Observable((subscriber) => observer.subscribe((result) => subscriber.next(result)));

const after = (ms: number): Observable<void> =>
  new Observable((subscriber) => {
    const waiting = setTimeout(() => {
      subscriber.next();
      subscriber.complete();
    }, ms);
    return () => clearTimeout(waiting);
  });

/** Reloads at the interval that the last result requires; emits nothing. */
const reloadsOf = <Data>(observer: QueryObserver<Data>, reloadAfter: NonNullable<Pace<Data>['reloadAfter']>) =>
  resultsOf(observer).pipe(
    startWith(observer.getCurrentResult()),
    map((result) => reloadAfter(stateOf(result))),
    distinctUntilChanged(),
    switchMap((ms) => (ms === null ? EMPTY : after(ms).pipe(repeat()))),
    tap(() => void observer.refetch()),
    ignoreElements(),
  );

const stateOf = <Data>({ data, error, fetchStatus }: QueryObserverResult<Data>): ResourceState<Data> => ({
  data: data ?? null,
  error: error === null ? null : asApiError(error),
  isLoading: fetchStatus === 'fetching',
});

/** Kinds of errors that are an answer: asking again in the background doesn't take it off the page. */
const ANSWERS: ReadonlySet<ApiErrorKind> = new Set(['notFound', 'forbidden']);

/** While a resource loads again the query forgets its error, and the page would blink and drop the focus. */
function keepingAnswers<In, Data>(read: (value: In) => ResourceState<Data>): (value: In) => ResourceState<Data> {
  let answer: ApiError | null = null;
  return (value) => {
    const state = read(value);
    if (state.data === null && state.error === null && state.isLoading) return { ...state, error: answer };
    answer = state.error !== null && ANSWERS.has(state.error.kind) ? state.error : null;
    return state;
  };
}

/** Returns the same object for the same input, as React requires of a snapshot. */
function remembering<In, Out>(compute: (value: In) => Out): (value: In) => Out {
  let last: { value: In; result: Out } | null = null;
  return (value) => {
    if (last === null || last.value !== value) last = { value, result: compute(value) };
    return last.result;
  };
}

const isWorthAnotherTry = ({ kind, code }: ApiError): boolean =>
  (kind === 'offline' && code !== 'aborted') || kind === 'server';
