import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber, PathId } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';

// ---- constants -------------------------------------------------------------

/** Contacts of one dry run at most. Ours: a few minutes of work. */
export const MAX_DRY_RUN = 20_000;
/** Days back and ahead in which a trigger looks for its contacts. Ours. */
export const DRY_RUN_DAYS = 30;
/** Contacts between two reports of progress. Ours. */
export const DRY_RUN_CHUNK = 20;

// ---- schemas ---------------------------------------------------------------

/** Status of a dry run: queued → working → complete | failed; queued | working → cancelled. */
export const DRY_RUN_STATUSES = ['queued', 'working', 'cancelled', 'complete', 'failed'] as const;

/**
 * What would become of a contact at a step. `later`: it is done once a rule allows it. `held`: it waits until someone
 * corrects something. `skipped`: it is left out, and the workflow continues. `ended`: the workflow ends there. `failed`: it
 * couldn't be tried, and the contact counts nowhere else.
 */
export const DRY_OUTCOMES = ['done', 'later', 'held', 'skipped', 'ended', 'failed'] as const;
export type DryOutcome = (typeof DRY_OUTCOMES)[number];

/** One line of the result, which lists its contacts. */
export const DryRunRow = z.object({
  /** Empty: the end of the workflow. */
  step_id: z.string(),
  /** "Step 3, Send text" */
  step: z.string(),
  outcome: z.enum(DRY_OUTCOMES),
  /** One sentence, the same for all its contacts; empty: there is nothing to say. */
  reason: z.string(),
  contacts: z.int(),
  first_at: Instant,
  last_at: Instant,
});
export type DryRunRow = z.output<typeof DryRunRow>;

/** The contacts whom a trigger would take, led through the draft of a workflow. Nothing is sent or changed. */
export const FlowDryRun = z.object({
  id: Id,
  flow: z.object({ id: Id, name: z.string() }),
  user: z.object({ id: Id, name: z.string() }),
  /** "Contacts with the tag turning 65" */
  sentence: z.string(),
  /** Contacts are supposed to reply where the workflow waits for it. */
  replies: z.boolean(),
  status: z.enum(DRY_RUN_STATUSES),
  /** One sentence, with failed. */
  failure: z.nullable(z.string()),
  total: z.int(),
  done: z.int(),
  /** In the order of the steps; it grows while contacts are led through. */
  rows: z.array(DryRunRow),
  created_at: Instant,
  finished_at: z.nullable(Instant),
  /** Counts changes: of two copies the higher one is newer. */
  version: z.int(),
});
export type FlowDryRun = z.output<typeof FlowDryRun>;

export const DryRunContact = z.object({
  id: Id,
  /** `null`: the current user can't see this contact. */
  contact: z.nullable(z.object({ id: Id, number: z.int(), name: z.string() })),
  at: Instant,
  /** One sentence. */
  message: z.string(),
});
export type DryRunContact = z.output<typeof DryRunContact>;

// ---- endpoints (not among the 404 specified calls) ----------------------------

const family = { access: 'contacts.write', feature: 'workflows' } as const;
const READ = { ...family, effect: 'read', idempotent: false, rate: 'read', audit: null } as const;
/** Everyone's list of running work reads them: open without the feature, and never more than one's own. */
const READ_RUNS = { access: 'contacts.read', effect: 'read', idempotent: false, rate: 'read', audit: null } as const;
const WRITE = { ...family, effect: 'write', idempotent: true } as const;
const Params = z.strictObject({ id: PathId });
const page = {
  page: PageNumber,
  limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_PAGE_LIMIT)), 50),
};

export const startDryRun = endpoint({
  ...WRITE,
  name: 'startWorkflowDryRun',
  method: 'POST',
  path: '/v1/workflow/wf_flows/:id/dry_runs',
  summary: 'Lead the contacts whom the trigger of a draft would take through its steps; nothing is sent or changed',
  rate: 'bulk',
  audit: 'workflow.dry_run',
  params: Params,
  body: z.strictObject({ replies: z._default(z.boolean(), false) }),
  reply: z.object({ data: FlowDryRun }),
});

export const listDryRuns = endpoint({
  ...READ_RUNS,
  name: 'listWorkflowDryRuns',
  method: 'GET',
  path: '/v1/workflow/wf_dry_runs',
  summary: 'List the dry runs of the current user, the last first',
  query: z.strictObject({ ...page, running: z.optional(z.literal('true')), flow_id: z.optional(PathId) }),
  reply: z.object({ data: z.array(FlowDryRun), meta: ListMeta }),
});

export const readDryRun = endpoint({
  ...READ_RUNS,
  name: 'readWorkflowDryRun',
  method: 'GET',
  path: '/v1/workflow/wf_dry_runs/:id',
  summary: 'Show a dry run, with its contacts counted by step, outcome and reason',
  params: Params,
  reply: z.object({ data: FlowDryRun }),
});

export const listDryRunContacts = endpoint({
  ...READ,
  name: 'listWorkflowDryRunContacts',
  method: 'GET',
  path: '/v1/workflow/wf_dry_runs/:id/contacts',
  summary: 'List the contacts behind a number of a dry run, each with its time',
  params: Params,
  query: z.strictObject({
    ...page,
    /** As `step_id` of the row. */
    step: z._default(z.string().check(z.maxLength(16)), ''),
    outcome: z.enum(DRY_OUTCOMES),
    reason: z._default(z.string().check(z.maxLength(500)), ''),
  }),
  reply: z.object({ data: z.array(DryRunContact), meta: ListMeta }),
});

export const cancelDryRun = endpoint({
  ...WRITE,
  name: 'cancelWorkflowDryRun',
  method: 'POST',
  path: '/v1/workflow/wf_dry_runs/:id/cancel',
  summary: 'Stop a dry run; what it found so far stays',
  rate: 'write',
  audit: 'workflow.dry_run_cancelled',
  params: Params,
  reply: z.object({ data: FlowDryRun }),
});

// ---- broadcasts (channel "JobsChannel") --------------------------------------
// Streams: `dry_run:<id>` for {dry_run_id}, else `user:<user id>`.

export const DryRunBroadcast = z.discriminatedUnion('type', [
  z.object({ type: z.literal('dry_run.progressed'), dry_run: FlowDryRun }),
  z.object({ type: z.literal('dry_run.changed'), dry_run: FlowDryRun }),
]);
export type DryRunBroadcast = z.output<typeof DryRunBroadcast>;
