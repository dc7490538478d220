import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { TransferBroadcast } from '#contract/transfers.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/**
 * Parsed facts about transfers: about one with `transfer_attempt_id`, about the downline with `audience: 'downline'`,
 * otherwise about the user's own. Cold, over a hot source without replay; never errors. After `stream.positioned` and
 * `stream.lost`, earlier data may be stale: reload.
 */
export const observeTransferBroadcasts = (
  cable: Cable,
  params: { readonly transfer_attempt_id?: number; readonly audience?: 'own' | 'downline' },
): Observable<TransferBroadcast | StreamBroadcast> =>
  parsedBroadcasts(cable, 'ContactsTransferChannel', params, TransferBroadcast);
