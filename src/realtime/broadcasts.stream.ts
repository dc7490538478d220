import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { BroadcastFact } from '#contract/broadcasts/events.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/**
 * Parsed facts about texts and e-mails to many contacts: about one with `broadcast_id`, about the downline with the
 * audience, otherwise about the user's own. Cold, over a hot source without replay; never errors. After
 * `stream.positioned` and `stream.lost`, earlier data may be stale: reload.
 */
export const observeBroadcastFacts = (
  cable: Cable,
  params: { readonly broadcast_id?: number; readonly audience?: 'downline' },
): Observable<BroadcastFact | StreamBroadcast> => parsedBroadcasts(cable, 'JobsChannel', params, BroadcastFact);
