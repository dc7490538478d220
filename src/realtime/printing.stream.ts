import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { PrintBroadcast } from '#contract/printing.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/**
 * Facts about prints, parsed: of one with `print_job_id`, of everybody below with the audience, else the person's own.
 * Cold here, hot and without replay below; never errors. After `stream.positioned` and `stream.lost` what was read before
 * may be older: read anew.
 */
export const observePrintBroadcasts = (
  cable: Cable,
  params: { readonly print_job_id?: number; readonly audience?: 'downline' },
): Observable<PrintBroadcast | StreamBroadcast> => parsedBroadcasts(cable, 'JobsChannel', params, PrintBroadcast);
