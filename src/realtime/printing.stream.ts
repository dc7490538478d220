import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { PrintBroadcast } from '#contract/printing.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/**
 * Parsed facts about print jobs: about one with `print_job_id`, about the downline with the audience, otherwise about
 * the user's own. Cold, over a hot source without replay; never errors. After `stream.positioned` and `stream.lost`,
 * earlier data may be stale: reload.
 */
export const observePrintBroadcasts = (
  cable: Cable,
  params: { readonly print_job_id?: number; readonly audience?: 'downline' },
): Observable<PrintBroadcast | StreamBroadcast> => parsedBroadcasts(cable, 'JobsChannel', params, PrintBroadcast);
