import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { TransferBroadcast } from '#contract/transfers.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/**
 * Facts about transfers, parsed: of one with `transfer_attempt_id`, of everybody below with `audience: 'downline'`,
 * else the person's own. Cold here, hot and without replay below; never errors. After `stream.positioned` and
 * `stream.lost` what was read before may be older: read anew.
 */
export const observeTransferBroadcasts = (
  cable: Cable,
  params: { readonly transfer_attempt_id?: number; readonly audience?: 'own' | 'downline' },
): Observable<TransferBroadcast | StreamBroadcast> =>
  parsedBroadcasts(cable, 'ContactsTransferChannel', params, TransferBroadcast);
