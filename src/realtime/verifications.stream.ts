import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { VerificationBroadcast } from '#contract/verifications.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/**
 * Parsed facts about verification runs: about one with `verification_run_id`, otherwise about the user's own. Cold, over a
 * hot source without replay; never errors. After `stream.positioned` and `stream.lost`, earlier data may be stale: reload.
 */
export const observeVerificationBroadcasts = (
  cable: Cable,
  params: { readonly verification_run_id?: number },
): Observable<VerificationBroadcast | StreamBroadcast> =>
  parsedBroadcasts(cable, 'JobsChannel', params, VerificationBroadcast);
