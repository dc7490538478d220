import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { ChatBroadcast } from '#contract/chat.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/**
 * Facts about the person's conversations with MAX, in every tab; parsed. Cold here, hot and without replay below; never
 * errors. After `stream.positioned` and `stream.lost` what was read before may be older: read anew.
 */
export const observeChatBroadcasts = (cable: Cable): Observable<ChatBroadcast | StreamBroadcast> =>
  parsedBroadcasts(cable, 'ChatChannel', {}, ChatBroadcast);
