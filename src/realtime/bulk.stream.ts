import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { BulkBroadcast } from '#contract/bulk/broadcasts.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/**
 * Parsed facts about bulk jobs: about one with `bulk_job_id`, about the downline with the audience, otherwise about the
 * user's own. Cold, over a hot source without replay; never errors. After `stream.positioned` and `stream.lost`,
 * earlier data may be stale: reload.
 */
export const observeBulkBroadcasts = (
  cable: Cable,
  params: { readonly bulk_job_id?: number; readonly audience?: 'downline' },
): Observable<BulkBroadcast | StreamBroadcast> => parsedBroadcasts(cable, 'JobsChannel', params, BulkBroadcast);
