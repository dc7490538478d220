import { asyncScheduler, EMPTY, filter, map, merge, type Observable, type SchedulerLike, throttleTime } from 'rxjs';
import type { Cable } from '../../realtime/cable.ts';
import { observePhoneBroadcasts } from '../../realtime/phone.stream.ts';
import { LOAD_AGAIN_MS } from '../_frame/notifications.actors.ts';

const TELLING = ['call.incoming', 'call.changed', 'call.below', 'stream.positioned', 'stream.lost'];

/**
 * Emits, at most once a second, when loaded calls may be out of date: the user's own, and with `watches` the
 * downline's. Never errors.
 */
export const observeCallStaleness = (
  cable: Cable,
  watches: boolean,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<void> =>
  merge(observePhoneBroadcasts(cable), watches ? observePhoneBroadcasts(cable, { audience: 'downline' }) : EMPTY).pipe(
    filter(({ type }) => TELLING.includes(type)),
    throttleTime(LOAD_AGAIN_MS, scheduler, { leading: true, trailing: true }),
    map(() => undefined),
  );
