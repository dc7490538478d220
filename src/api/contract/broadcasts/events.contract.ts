import * as z from 'zod/mini';
import { Broadcast } from './broadcast.contract.ts';

// ---- broadcasts (channel "JobsChannel") --------------------------------------
// Streams: `broadcast:<id>` for {broadcast_id}, `live:<user id>` for {audience: 'downline'}, else `user:<user id>`.

export const BroadcastFact = z.discriminatedUnion('type', [
  /** A chunk has been committed, or reports of carriers came in. At most about one a second. */
  z.object({ type: z.literal('broadcast.progressed'), broadcast: Broadcast }),
  /** The status, the content or the audience changed. */
  z.object({ type: z.literal('broadcast.changed'), broadcast: Broadcast }),
]);
export type BroadcastFact = z.output<typeof BroadcastFact>;
