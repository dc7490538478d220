import {
  asyncScheduler,
  EMPTY,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  partition,
  share,
  type SchedulerLike,
  throttleTime,
} from 'rxjs';
import type { Cable } from '../../realtime/cable.ts';
import { observeNotifications, observeResources } from '../../realtime/notifications.stream.ts';
import type { Named } from '../_resource.actors.ts';

/** Minimum milliseconds between two loads caused by realtime events. Our choice: an import reports every chunk. */
export const LOAD_AGAIN_MS = 1_000;

/** Queries that each fact makes stale, by name: the start of the app need not load all contracts. */
const STALE_BY_CONTACTS: readonly Named[] = [
  { name: 'listContacts' },
  { name: 'readContact' },
  { name: 'readDashboard' },
  { name: 'readQuickFilter' },
  { name: 'readContactability' },
  { name: 'listConsents' },
  { name: 'readTimeline' },
];

const STALE_BY_EXPORTS: readonly Named[] = [{ name: 'listExports' }];

/**
 * Endpoints with stale replies, reported immediately and then at most once a second. A gap in the stream and its first
 * message count as a change: earlier data may be older. Never errors.
 */
export function observeStaleness(
  cable: Cable,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<readonly Named[]> {
  const facts$ = observeNotifications(cable).pipe(share());
  const [contacts$, others$] = partition(facts$, ({ type }) => type === 'contacts.changed');
  const [exports$, gaps$] = partition(others$, ({ type }) => type === 'exports.changed');
  const often = <Fact>() => throttleTime<Fact>(LOAD_AGAIN_MS, scheduler, { leading: true, trailing: true });
  return merge(
    contacts$.pipe(
      often(),
      map(() => STALE_BY_CONTACTS),
    ),
    exports$.pipe(
      often(),
      map(() => STALE_BY_EXPORTS),
    ),
    gaps$.pipe(map(() => [...STALE_BY_CONTACTS, ...STALE_BY_EXPORTS])),
  );
}

/**
 * Names of the calls whose results have changed: the event itself names them, so a page of a new resource needs no line
 * here. `null` after a loss: all of them. Never errors.
 */
export const observeResourceChanges = (cable: Cable): Observable<readonly Named[] | null> =>
  observeResources(cable).pipe(
    mergeMap((fact) => {
      if (fact.type === 'resource.changed') return of(fact.reads.map((name) => ({ name })));
      return fact.type === 'stream.lost' ? of(null) : EMPTY;
    }),
  );
