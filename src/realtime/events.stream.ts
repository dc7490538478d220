import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { CalendarBroadcast } from '#contract/events/calendar.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/** Facts about the calendar of the signed-in user. Hot, replays nothing, never errors. */
export const observeCalendar = (cable: Cable): Observable<CalendarBroadcast | StreamBroadcast> =>
  parsedBroadcasts(cable, 'NotificationsChannel', {}, CalendarBroadcast);
