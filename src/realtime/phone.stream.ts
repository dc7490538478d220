import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { PhoneBroadcast } from '#contract/phone.contract.ts';
import type { PhoneChannelParams } from '#contract/phone/call.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/**
 * Facts about the person's calls, minutes and devices, parsed; with `audience: 'downline'` about the calls below. Cold here, hot and without replay below; never errors.
 * After `stream.positioned` and `stream.lost` what was read before may be older: read anew.
 */
export const observePhoneBroadcasts = (
  cable: Cable,
  params: PhoneChannelParams = {},
): Observable<PhoneBroadcast | StreamBroadcast> =>
  parsedBroadcasts(cable, 'ConvergeOneChannel', params, PhoneBroadcast);
