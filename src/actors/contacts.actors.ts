import { asyncScheduler, map, merge, type Observable, partition, type SchedulerLike, throttleTime } from 'rxjs';
import type { Cable } from '../realtime/cable.ts';
import { observeContact } from '../realtime/contacts.stream.ts';
import { LOAD_AGAIN_MS } from './notifications.actors.ts';

/**
 * What of one contact is out of date: everything after a change of it or a hole in what was heard, told at once and then
 * at most once a second; the contact itself after the first word, since what was loaded before may be older. Never errors.
 */
export function observeContactStaleness(
  cable: Cable,
  contactId: number,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<'contact' | 'everything'> {
  const [places$, changes$] = partition(observeContact(cable, contactId), ({ type }) => type === 'stream.positioned');
  return merge(
    places$.pipe(map(() => 'contact' as const)),
    changes$.pipe(
      throttleTime(LOAD_AGAIN_MS, scheduler, { leading: true, trailing: true }),
      map(() => 'everything' as const),
    ),
  );
}
