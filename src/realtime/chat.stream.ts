import type { Observable } from 'rxjs';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { ChatBroadcast } from '#contract/chat.contract.ts';
import type { Cable } from './cable.ts';
import { parsedBroadcasts } from './parsed-broadcasts.ts';

/**
 * Parsed facts about the user's conversations with MAX, in every tab. Cold, over a hot source without replay; never
 * errors. After `stream.positioned` and `stream.lost`, earlier data may be stale: reload.
 */
export const observeChatBroadcasts = (cable: Cable): Observable<ChatBroadcast | StreamBroadcast> =>
  parsedBroadcasts(cable, 'ChatChannel', {}, ChatBroadcast);
