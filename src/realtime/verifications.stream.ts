import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { VerificationBroadcast } from '#contract/verifications.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/**
 * Parsed facts about verification runs: about one with `verification_run_id`, about the downline with the audience,
 * otherwise about the user's own. Cold, over a hot source without replay; never errors. After `stream.positioned` and `stream.lost`, earlier data may be stale: reload.
 */
export const observeVerificationBroadcasts = (
  cable: Cable,
  params: { readonly verification_run_id?: number; readonly audience?: 'downline' },
): Observable<VerificationBroadcast | StreamBroadcast> =>
  parsedBroadcasts(cable, 'JobsChannel', params, VerificationBroadcast);
