import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- constants -------------------------------------------------------------

/** Kinds of background jobs; their labels are in `src/views/failed-jobs/job-words.ts`. */
export const JOB_KINDS = [
  'imports.read',
  'imports.check',
  'imports.run',
  'imports.undo',
  'broadcasts.run',
  'bulk.run',
  'bulk.undo',
  'phone.fetchRecording',
  'printing.run',
  'verifications.run',
  'workflows.dryRun',
  'duplicates.check',
  'transfers.run',
  'transfers.revert',
  'files.check',
  'files.attach',
  'records.writeRxWords',
  'reference.rename',
  'erasures.run',
  'messages.send',
  'messages.sendCode',
  'mail.read',
  'texts.send',
  'webhooks.send',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** Days for which a failed job is listed. Ours: as long as the queue keeps jobs. */
export const FAILED_KEPT_DAYS = 7;

// ---- schemas ---------------------------------------------------------------

/** A background job that failed for good. */
export const FailedJob = z.object({
  id: z.uuid(),
  kind: z.enum(JOB_KINDS),
  /** What the job is about: an import, a bulk change, a message. `null`: the whole account, or a file not imported yet. */
  subject_id: z.nullable(Id),
  /** The last error, in the words of what failed. */
  reason: z.string(),
  /** Times it ran and failed. */
  attempts: z.int(),
  failed_at: Instant,
});
export type FailedJob = z.output<typeof FailedJob>;

// ---- endpoints -------------------------------------------------------------

/** Not among the 404 specified calls. */
export const listFailedJobs = endpoint({
  name: 'listFailedJobs',
  method: 'GET',
  path: '/v1/admin/failed_jobs',
  summary: "List the account's failed jobs, newest first",
  effect: 'read',
  access: 'jobs.retry',
  idempotent: false,
  rate: 'read',
  audit: null,
  query: z.strictObject({
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_LIMIT)), 50),
  }),
  reply: z.object({ data: z.array(FailedJob), meta: ListMeta }),
});

const retries = {
  method: 'POST',
  effect: 'write',
  access: 'jobs.retry',
  idempotent: true,
  rate: 'write',
  audit: 'job.retried',
} as const;

/** Not among the 404 specified calls. */
export const retryFailedJob = endpoint({
  ...retries,
  name: 'retryFailedJob',
  path: '/v1/admin/failed_jobs/:jid/retry',
  summary: 'Put a failed job back in its queue',
  params: z.strictObject({ jid: z.uuid() }),
  reply: null,
});

/** Not among the 404 specified calls. */
export const retryFailedJobs = endpoint({
  ...retries,
  name: 'retryFailedJobs',
  path: '/v1/admin/failed_jobs/retry',
  summary: "Put all of the account's failed jobs back in their queues",
  reply: z.object({ data: z.object({ retried: z.int() }) }),
});

/** E-mails and texts to contacts on their way out. Sign-in codes, links and notices to users aren't among them. */
export const WaitingSends = z.object({
  /** Not handed over yet, or held until a time: these can be stopped. */
  waiting: z.int(),
  /** Being handed over right now. */
  leaving: z.int(),
});
export type WaitingSends = z.output<typeof WaitingSends>;

/** Not among the 404 specified calls. */
export const listQuietJobs = endpoint({
  name: 'listQuietJobs',
  method: 'GET',
  path: '/v1/admin/quiet_jobs',
  summary: "Count the account's e-mails and texts to contacts that wait to be sent",
  effect: 'read',
  access: 'jobs.retry',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: WaitingSends }),
});

export const quietJobs = endpoint({
  name: 'quietJobs',
  method: 'POST',
  path: '/v1/admin/quiet_jobs',
  summary: "Stop the account's e-mails and texts to contacts that wait to be sent; what is being handed over leaves",
  effect: 'write',
  access: 'jobs.retry',
  idempotent: true,
  rate: 'write',
  audit: 'sends.stopped',
  reply: z.object({ data: z.extend(WaitingSends, { stopped: z.int() }) }),
});
