import { asyncScheduler, map, merge, type Observable, partition, type SchedulerLike, throttleTime } from 'rxjs';
import type { Cable } from '../realtime/cable.ts';
import { observeContact } from '../realtime/contacts.stream.ts';
import { LOAD_AGAIN_MS } from './notifications.actors.ts';

/**
 * Stale parts of one contact: everything after a change or a gap in the stream, reported immediately and then at most
 * once a second; after the first message only the contact itself, because earlier data may be older. Never errors.
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
