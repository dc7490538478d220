import * as z from 'zod/mini';
import { Id } from '../_wire.contract.ts';
import { BulkJob } from '../bulk.contract.ts';

// ---- broadcasts (channel "JobsChannel") --------------------------------------
// Streams: `bulk:<id>` for {bulk_job_id}, `live:<user id>` for {audience: 'downline'}, else `user:<user id>`.

export const BulkBroadcast = z.discriminatedUnion('type', [
  /** A chunk has been committed. */
  z.object({ type: z.literal('bulk.progressed'), job: BulkJob }),
  /** The state changed. */
  z.object({ type: z.literal('bulk.changed'), job: BulkJob }),
]);
export type BulkBroadcast = z.output<typeof BulkBroadcast>;

export const JobsChannelParams = z.object({
  bulk_job_id: z.optional(Id),
  print_job_id: z.optional(Id),
  verification_run_id: z.optional(Id),
  broadcast_id: z.optional(Id),
  dry_run_id: z.optional(Id),
  audience: z.optional(z.enum(['own', 'downline'])),
});
