import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { ContactsBroadcast } from '#contract/contacts/broadcasts.contract.ts';
import { ResourceBroadcast } from '#contract/_resource.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/** Facts for the signed-in user, on every page. Hot, without replay, never errors. */
export const observeNotifications = (cable: Cable): Observable<ContactsBroadcast | StreamBroadcast> =>
  parsedBroadcasts(cable, 'NotificationsChannel', {}, ContactsBroadcast);

/** Changes of lists and settings that the signed-in user sees. Hot, replays nothing, never errors. */
export const observeResources = (cable: Cable): Observable<ResourceBroadcast | StreamBroadcast> =>
  parsedBroadcasts(cable, 'NotificationsChannel', { audience: 'resources' }, ResourceBroadcast);
