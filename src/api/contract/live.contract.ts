import * as z from 'zod/mini';
import { Id, Instant } from './_wire.contract.ts';
import { ROLES } from './access.contract.ts';
import { Broadcast } from './broadcasts/broadcast.contract.ts';
import { BulkJob } from './bulk.contract.ts';
import { endpoint } from './endpoint.ts';
import { ImportAttempt } from './imports.contract.ts';
import { PrintJob } from './printing.contract.ts';
import { TransferAttempt } from './transfers.contract.ts';
import { VerificationRun } from './verifications.contract.ts';

// ---- schemas ---------------------------------------------------------------

export const LivePerson = z.object({
  id: Id,
  name: z.string(),
  role: z.enum(ROLES),
  /** Has a session with a request or an open tab in the last minutes. */
  signed_in: z.boolean(),
  /** `null`: never signed in. */
  last_seen_at: z.nullable(Instant),
  /** When the call was answered that they are on now; `null`: they are on none. */
  on_call_since: z.nullable(Instant),
  /** Calls made and taken since midnight in the viewer's zone. */
  calls: z.int(),
  /** Of these, talked; that of a call under way included. */
  talk_seconds: z.int(),
  /** Policies of their contacts written since then, without quotes and imports. */
  policies: z.int(),
});
export type LivePerson = z.output<typeof LivePerson>;

export const LiveOverview = z.object({
  /** Checking, queued, processing, pausing, paused, canceling, undoing. Newest first. */
  running: z.array(ImportAttempt),
  /** Bulk changes of contacts under way, newest first, at most 500. */
  changes: z.array(BulkJob),
  /** Transfers of contacts and their reverts under way, newest first, at most 500. */
  transfers: z.array(TransferAttempt),
  /** Letters and labels under way, newest first, at most 500. */
  prints: z.array(PrintJob),
  /** Broadcasts that are sent or paused, newest first, at most 500. */
  broadcasts: z.array(Broadcast),
  /** Phone verifications that run or are paused, newest first, at most 500. */
  verifications: z.array(VerificationRun),
  /** Ended since midnight in the viewer's zone, newest first, at most 50. */
  finished_today: z.array(ImportAttempt),
  people: z.array(LivePerson),
  /** Rows imported per second by the downline, one point every 15 s over the last 15 minutes, oldest first. */
  throughput: z.array(z.object({ at: Instant, rows_per_second: z.number() })),
  finished_count: z.int(),
  finished_rows: z.int(),
  problem_rows: z.int(),
});
export type LiveOverview = z.output<typeof LiveOverview>;

// ---- endpoints -------------------------------------------------------------

/** Not among the 404 specified calls: work in progress in the current user's downline. */
export const readLiveOverview = endpoint({
  name: 'readLiveOverview',
  method: 'GET',
  path: '/v1/live/overview/read',
  summary: "Running jobs and signed-in users in the current user's downline",
  effect: 'read',
  access: 'live.watch',
  feature: 'live',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: LiveOverview }),
});
