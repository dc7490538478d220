import { filter, map, type Observable } from 'rxjs';
import type { Cable } from '../../realtime/cable.ts';
import { observePhoneBroadcasts } from '../../realtime/phone.stream.ts';

const TELLING = ['minutes.changed', 'minutes.requested', 'minutes.answered', 'stream.positioned', 'stream.lost'];

/** Tells that minutes, or requests for some, may be others by now than what was loaded. Never errors. */
export const observeMinutesStaleness = (cable: Cable): Observable<void> =>
  observePhoneBroadcasts(cable).pipe(
    filter(({ type }) => TELLING.includes(type)),
    map(() => undefined),
  );
