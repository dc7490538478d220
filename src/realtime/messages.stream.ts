import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { TextsBroadcast } from '#contract/messages/broadcasts.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/**
 * Parsed facts about texts: of one conversation, or about all that the user answers. Cold, over a hot source without
 * replay; never errors. After `stream.positioned` and `stream.lost`, earlier data may be stale: reload.
 */
export const observeTexts = (
  cable: Cable,
  params: { readonly conversation_id?: number } = {},
): Observable<TextsBroadcast | StreamBroadcast> => parsedBroadcasts(cable, 'SmsChannel', params, TextsBroadcast);
