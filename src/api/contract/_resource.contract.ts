import * as z from 'zod/mini';
import { Id } from './_wire.contract.ts';

// ---- broadcasts (channel "NotificationsChannel" with {audience: 'resources'}) --------
// Streams `account:<id>`, `unit:<id>`, `units:<account id>` and `user:<id>`, for those who see the row.

export const ResourceBroadcast = z.discriminatedUnion('type', [
  /** A row was created, changed or removed. */
  z.object({
    type: z.literal('resource.changed'),
    subject: z.string(),
    id: Id,
    /** Names of the calls whose results have changed. */
    reads: z.array(z.string()),
  }),
]);
export type ResourceBroadcast = z.output<typeof ResourceBroadcast>;
