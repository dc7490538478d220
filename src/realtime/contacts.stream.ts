import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { ContactBroadcast } from '#contract/contacts/broadcasts.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/** Facts about one displayed contact. Over a hot source without replay; never errors. */
export const observeContact = (cable: Cable, contactId: number): Observable<ContactBroadcast | StreamBroadcast> =>
  parsedBroadcasts(cable, 'NotificationsChannel', { contact_id: contactId }, ContactBroadcast);
