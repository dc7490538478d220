import * as z from 'zod/mini';
import { Id, Instant, ListMeta, PageNumber, PathId } from './_wire.contract.ts';
import {
  BulkChange,
  choice,
  JobChange,
  optOutChannels,
  optOutSource,
  TAG_MODES,
  tagIds,
} from './bulk/changes.contract.ts';
import { BULK_REASONS, type BulkReason } from './bulk/reasons.contract.ts';
import { ContactSelection, ContactsScope, MAX_SELECTED } from './contacts/scope.contract.ts';
import { endpoint } from './endpoint.ts';

export { BULK_REASONS, BulkChange, type BulkReason, JobChange, TAG_MODES };
export { type BulkAction, OPT_OUT_CHANNELS, type OptOutChannel, type TagMode } from './bulk/changes.contract.ts';

// ---- schemas ---------------------------------------------------------------

/**
 * Status of a bulk job.
 *
 *   queued → processing → done | failed;  processing → cancelling → cancelled
 *   done | cancelled | failed → undoing → undone
 *
 * `cancelling` lasts until the current chunk has ended.
 */
export const BULK_STATUSES = [
  'queued',
  'processing',
  'cancelling',
  'cancelled',
  'done',
  'failed',
  'undoing',
  'undone',
] as const;
export type BulkStatus = (typeof BULK_STATUSES)[number];

export const BulkCounts = z.object({
  changed: z.int(),
  /** So already. */
  unchanged: z.int(),
  refused: z.int(),
});
export type BulkCounts = z.output<typeof BulkCounts>;

/** Preview of a change. */
export const BulkCheck = z.object({
  total: z.int(),
  counts: BulkCounts,
  /** Contacts that get an opt-out; `null` when the change records none. */
  opt_outs: z.nullable(z.int()),
  /** The sum is `counts.refused`. */
  by_reason: z.array(z.object({ reason: z.enum(BULK_REASONS), contacts: z.int() })),
});
export type BulkCheck = z.output<typeof BulkCheck>;

export const BulkJob = z.object({
  id: Id,
  change: JobChange,
  /** Names of the tags, or of the one choice, as they were at the start. */
  names: z.array(z.string()),
  /** Label of the selection: `Mine, state TX`. Empty: contacts were chosen one by one. */
  sentence: z.string(),
  status: z.enum(BULK_STATUSES),
  /** One sentence; `null` unless failed. */
  failure: z.nullable(z.string()),
  /** Owner of the job. */
  user: z.object({ id: Id, name: z.string() }),
  /** Exact once the job has begun. */
  total: z.int(),
  /** changed + unchanged + refused = done, at every moment. */
  done: z.int(),
  counts: BulkCounts,
  /** `null` unless undone: contacts restored, and contacts skipped because someone changed them since. */
  undo: z.nullable(z.object({ put_back: z.int(), kept: z.int() })),
  /** Contacts per second over the last seconds of work; 0 when idle. */
  rate: z.number(),
  /** Milliseconds of work so far. */
  active_ms: z.int(),
  created_at: Instant,
  started_at: z.nullable(Instant),
  finished_at: z.nullable(Instant),
  /** `null` while it has not ended. */
  undo_until: z.nullable(Instant),
  /** Counts changes: of two copies the higher one is newer. */
  version: z.int(),
});
export type BulkJob = z.output<typeof BulkJob>;

/** A contact skipped by a job or its undo. */
export const RefusedRow = z.object({
  /** Place in the selection, from 1. */
  position: z.int(),
  /** `null`: not theirs to see. */
  contact: z.nullable(z.object({ id: Id, number: Id, name: z.string() })),
  reason: z.enum(BULK_REASONS),
});
export type RefusedRow = z.output<typeof RefusedRow>;

const PickedRow = z.object({ id: Id, number: Id, name: z.string() });
export type PickedRow = z.output<typeof PickedRow>;

/** A selection as it is sent. */
export type SelectionInput = z.input<typeof ContactSelection>;

const [These, OfScope] = ContactSelection.def.options;

/** A selection with what is to be done to it; with `dry_run` it is only counted. */
const selecting = <Extra extends Record<string, z.ZodMiniType>>(extra: Extra) => {
  const more = { ...extra, dry_run: z.optional(z.boolean()) };
  return z.union([z.extend(These, more), z.extend(OfScope, more)]);
};

/** The body of deleting and of restoring. */
export const SelectionBody = selecting({});

/** Reply of every bulk call. */
export const BulkReply = z.object({
  data: z.object({
    /** Ids that changed. `null`: a dry run, or more contacts than one request handles. */
    ids: z.nullable(z.array(Id)),
    /** `null`: a dry run. Already ended when `ids` is present. */
    job: z.nullable(BulkJob),
    /** `null` unless a dry run. */
    check: z.nullable(BulkCheck),
  }),
});
export type BulkReply = z.output<typeof BulkReply>;

const JobParams = z.strictObject({ id: PathId });
const JobReply = z.object({ data: BulkJob });
const page = {
  page: PageNumber,
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
};

const read = { effect: 'read', access: 'contacts.read', idempotent: false, rate: 'read', audit: null } as const;
const write = { effect: 'write', access: 'contacts.write', idempotent: true, rate: 'bulk' } as const;
/** A change of the selected contacts. */
const change = { ...write, method: 'PATCH', reply: BulkReply } as const;

// ---- endpoints -------------------------------------------------------------

export const deleteContacts = endpoint({
  name: 'deleteContacts',
  method: 'DELETE',
  path: '/v1/contacts/destroy_all',
  summary: 'Move the selected contacts to the group deleted; more than 200 need a recent proof of identity',
  effect: 'write',
  access: 'contacts.delete',
  idempotent: true,
  rate: 'bulk',
  audit: 'contacts.deleted',
  body: SelectionBody,
  reply: BulkReply,
});

export const restoreContacts = endpoint({
  name: 'restoreContacts',
  method: 'PUT',
  path: '/v1/contacts/restore',
  summary: 'Restore the selected deleted contacts',
  effect: 'write',
  access: 'contacts.delete',
  idempotent: true,
  rate: 'bulk',
  audit: 'contacts.restored',
  body: SelectionBody,
  reply: BulkReply,
});

export const readSelectedItems = endpoint({
  ...read,
  name: 'readSelectedItems',
  method: 'POST',
  path: '/v1/contacts/selected_items',
  summary: 'Preview a selection: sentence, count, first contacts and the effect of a change',
  body: z.strictObject({
    selection: ContactSelection,
    /** Each is counted without effect. */
    changes: z._default(z.array(BulkChange).check(z.maxLength(8)), []),
  }),
  reply: z.object({
    data: z.object({
      sentence: z.string(),
      count: z.int(),
      first: z.array(PickedRow),
      checks: z.array(BulkCheck),
    }),
  }),
});

export const selectFirstLast = endpoint({
  ...read,
  name: 'selectFirstLast',
  method: 'PATCH',
  path: '/v1/contacts/select_first_last',
  summary: 'Count the first or last n contacts of a scope and name the contacts at its ends',
  body: z.strictObject({
    contacts_scope: ContactsScope,
    select_n: z.int().check(z.minimum(1), z.maximum(MAX_SELECTED)),
    from_end: z._default(z.boolean(), false),
  }),
  reply: z.object({
    /** `null`: the scope is empty. */
    data: z.object({ count: z.int(), first: z.nullable(PickedRow), last: z.nullable(PickedRow) }),
  }),
});

export const updateTagsOfGroup = endpoint({
  ...change,
  name: 'updateTagsOfGroup',
  path: '/v1/contacts/update_tags_group',
  summary: 'Add tags to the selected contacts, take them away, or replace all their tags',
  audit: 'contacts.tagged',
  body: selecting({
    tag_ids: tagIds,
    mode: z._default(z.enum(TAG_MODES), 'add'),
    do_not_call: z.optional(z.boolean()),
  }),
});

export const updateGroupOfContacts = endpoint({
  ...change,
  name: 'updateGroupOfContacts',
  path: '/v1/contacts/update_group',
  summary: 'Put the selected contacts into a group, or into none',
  audit: 'contacts.grouped',
  body: selecting({ group_id: choice }),
});

/** Not among the 404 specified calls, like `update_pool_group`: the spec names statuses of a single contact only. */
export const updateStatusOfGroup = endpoint({
  ...change,
  name: 'updateStatusOfGroup',
  path: '/v1/contacts/update_status_group',
  summary: 'Set or clear the status or agentflow status of the selected contacts',
  audit: 'contacts.status_changed',
  body: z.union([selecting({ status_id: choice }), selecting({ agentflow_status_id: choice })]),
});

export const updatePoolOfGroup = endpoint({
  ...change,
  name: 'updatePoolOfGroup',
  path: '/v1/contacts/update_pool_group',
  summary: 'Move the selected contacts to a pool the current user holds, or to none',
  audit: 'contacts.pooled',
  body: selecting({ pool_id: choice }),
});

/** Not among the 404 specified calls. */
export const recordDoNotCallOfGroup = endpoint({
  ...change,
  name: 'recordDoNotCallOfGroup',
  path: '/v1/contacts/do_not_call_group',
  summary: 'Record Do Not Call for calls and texts, or an opt-out of marketing e-mail, for the selected contacts',
  feature: 'compliance',
  audit: 'contacts.opted_out',
  body: selecting({
    channels: optOutChannels,
    source: z._default(optOutSource, 'other'),
    evidence: z.string().check(z.trim(), z.minLength(3, 'Say in a few words how it is known.'), z.maxLength(1000)),
  }),
});

/** Not among the 404 specified calls. */
export const startSequenceOfGroup = endpoint({
  ...change,
  name: 'startSequenceOfGroup',
  path: '/v1/contacts/start_campaign_group',
  summary: 'Start a campaign trigger for the selected contacts; each step asks again whether it may be sent',
  audit: 'contacts.campaign_started',
  body: selecting({ campaign_trigger_id: Id }),
});

/** Not among the 404 specified calls. */
export const startWorkflowOfGroup = endpoint({
  ...change,
  name: 'startWorkflowOfGroup',
  path: '/v1/contacts/start_workflow_group',
  summary: 'Start a workflow that is on for the selected contacts; each message asks again whether it may be sent',
  feature: 'workflows',
  audit: 'contacts.workflow_started',
  body: selecting({ workflow_id: Id }),
});

export const listBulkJobs = endpoint({
  ...read,
  name: 'listBulkJobs',
  method: 'GET',
  path: '/v1/contacts/bulk_jobs',
  summary: 'Bulk jobs of the current user, newest first',
  query: z.strictObject({ ...page, running: z.optional(z.literal('true')) }),
  reply: z.object({ data: z.array(BulkJob), meta: ListMeta }),
});

export const readBulkJob = endpoint({
  ...read,
  name: 'readBulkJob',
  method: 'GET',
  path: '/v1/contacts/bulk_jobs/:id/read',
  summary: 'One bulk job',
  params: JobParams,
  reply: JobReply,
});

export const cancelBulkJob = endpoint({
  ...write,
  name: 'cancelBulkJob',
  method: 'POST',
  path: '/v1/contacts/bulk_jobs/:id/cancel',
  summary: 'Cancel after the current chunk; changes made so far are kept',
  audit: 'bulk_job.cancelled',
  params: JobParams,
  reply: JobReply,
});

/**
 * Also requires the permission for the undo's own effect: `contacts.delete` to delete and restore, else
 * `contacts.write`.
 */
export const undoBulkJob = endpoint({
  ...write,
  access: 'contacts.read',
  name: 'undoBulkJob',
  method: 'POST',
  path: '/v1/contacts/bulk_jobs/:id/undo',
  summary: 'Undo a bulk job; contacts changed since are skipped and listed',
  audit: 'bulk_job.undone',
  params: JobParams,
  reply: JobReply,
});

export const listRefusedRows = endpoint({
  ...read,
  name: 'listRefusedRows',
  method: 'GET',
  path: '/v1/contacts/bulk_jobs/:id/list_refused_rows',
  summary: 'Contacts a bulk job skipped, or with `of=undo` its undo, with the reason',
  params: JobParams,
  query: z.strictObject({ ...page, of: z._default(z.enum(['job', 'undo']), 'job') }),
  reply: z.object({ data: z.array(RefusedRow), meta: ListMeta }),
});

// ---- constants -------------------------------------------------------------

/** Contacts of one chunk, which is one transaction. Source: promise P18, as in a transfer. */
export const BULK_CHUNK_ROWS = 2_000;
/**
 * Maximum contacts changed within the request; more become a job. Deleting more requires re-authentication. Our choice.
 */
export const BULK_AT_ONCE = 200;
/** Days after its end in which a bulk job can be undone. Ours: as for an import. */
export const BULK_UNDO_DAYS = 7;
