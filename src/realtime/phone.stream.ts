import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { PhoneBroadcast } from '#contract/phone.contract.ts';
import type { PhoneChannelParams } from '#contract/phone/call.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/**
 * Parsed facts about the user's calls, minutes and devices; with `audience: 'downline'` about the downline's calls.
 * Cold, over a hot source without replay; never errors. After `stream.positioned` and `stream.lost`, earlier data may
 * be stale: reload.
 */
export const observePhoneBroadcasts = (
  cable: Cable,
  params: PhoneChannelParams = {},
): Observable<PhoneBroadcast | StreamBroadcast> =>
  parsedBroadcasts(cable, 'ConvergeOneChannel', params, PhoneBroadcast);
