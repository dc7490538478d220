import { filter, map, type Observable } from 'rxjs';
import type { Cable } from '../../realtime/cable.ts';
import { observePhoneBroadcasts } from '../../realtime/phone.stream.ts';

const TELLING = ['minutes.changed', 'minutes.requested', 'minutes.answered', 'stream.positioned', 'stream.lost'];

/** Reports that minutes or minutes requests may have changed since they were loaded. Never errors. */
export const observeMinutesStaleness = (cable: Cable): Observable<void> =>
  observePhoneBroadcasts(cable).pipe(
    filter(({ type }) => TELLING.includes(type)),
    map(() => undefined),
  );
