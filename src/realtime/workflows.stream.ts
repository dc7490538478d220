import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { DryRunBroadcast } from '#contract/workflows/dry-runs.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/**
 * Parsed facts about dry runs of workflows: about one with `dry_run_id`, otherwise about the user's own. Cold, over a hot source
 * without replay; never errors. After `stream.positioned` and `stream.lost`, earlier data may be stale: reload.
 */
export const observeDryRunBroadcasts = (
  cable: Cable,
  params: { readonly dry_run_id?: number },
): Observable<DryRunBroadcast | StreamBroadcast> => parsedBroadcasts(cable, 'JobsChannel', params, DryRunBroadcast);
