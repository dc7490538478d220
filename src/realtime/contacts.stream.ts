import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { ContactBroadcast } from '#contract/contacts.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/** What happens to one contact that somebody looks at. Hot below, replays nothing, never errors. */
export const observeContact = (cable: Cable, contactId: number): Observable<ContactBroadcast | StreamBroadcast> =>
  parsedBroadcasts(cable, 'NotificationsChannel', { contact_id: contactId }, ContactBroadcast);
