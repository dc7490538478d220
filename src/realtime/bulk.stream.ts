import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { BulkBroadcast } from '#contract/bulk.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/**
 * Facts about bulk jobs, parsed: of one with `bulk_job_id`, of everybody below with the audience, else the
 * person's own. Cold here, hot and without replay
 * below; never errors. After `stream.positioned` and `stream.lost` what was read before may be older: read anew.
 */
export const observeBulkBroadcasts = (
  cable: Cable,
  params: { readonly bulk_job_id?: number; readonly audience?: 'downline' },
): Observable<BulkBroadcast | StreamBroadcast> => parsedBroadcasts(cable, 'JobsChannel', params, BulkBroadcast);
