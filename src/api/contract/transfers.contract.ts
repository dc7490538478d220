import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_INT, MAX_PAGE_LIMIT, PageNumber, PathId } from './_wire.contract.ts';
import { RuleCited } from './compliance/rule-cited.contract.ts';
import { ContactSelection } from './contacts/scope.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- limits of the schemas ---------------------------------------------------

/** People that one transfer goes to. Ours: a team. */
export const MAX_TRANSFER_TARGETS = 50;
/** Letters from which an attestation is a sentence. Ours. */
export const ATTESTED_FROM = 10;

// ---- schemas ---------------------------------------------------------------

/**
 * Status of a transfer.
 *
 *   queued → processing → complete | failed;  queued | processing → cancelling → cancelled;  failed | cancelled →
 * queued
 *
 * A revert doesn't change it: `revert` is true while one is running, `reverted` once everything possible is reverted.
 */
export const TRANSFER_STATUSES = ['queued', 'processing', 'cancelling', 'cancelled', 'complete', 'failed'] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

/** Reason why a contact was skipped; labels are in `src/views/transfers/transfer-words.ts`. */
export const TRANSFER_REASONS = [
  /** Unknown, or not theirs to see (any more). */
  'not_seen',
  /** Visible to the caller but not theirs to transfer: in a pool, or owned by a peer. */
  'not_theirs',
  'deleted',
  /** Lacks consent to share its data, where a rule requires it. */
  'no_consent',
  /** Moved to another owner, by another transfer or manually. */
  'transferred_meanwhile',
  /** The new owner can no longer sign in, or is out of reach. */
  'owner_gone',
] as const;
export type TransferReason = (typeof TRANSFER_REASONS)[number];

/** Why a revert left a contact with its new owner. */
export const KEPT_REASONS = ['changed_since', 'deleted_since', 'transferred_since', 'owner_gone', 'not_seen'] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

const Person = z.object({ id: Id, name: z.string() });

export const TransferCounts = z.object({
  moved: z.int(),
  /** Was the new owner's already. */
  unchanged: z.int(),
  left: z.int(),
});
export type TransferCounts = z.output<typeof TransferCounts>;

const ByReason = z.array(z.object({ reason: z.enum(TRANSFER_REASONS), contacts: z.int() }));

export const TransferAttempt = z.object({
  id: Id,
  status: z.enum(TRANSFER_STATUSES),
  /** A whole revert has succeeded. */
  reverted: z.boolean(),
  /** A revert is in progress. */
  revert: z.boolean(),
  updated_at: Instant,
  /** Owner of the transfer. */
  user: Person,
  /** User who had logged in; `null`: `user` themselves. */
  actor: z.nullable(Person),
  /** New owners; the contacts go to them in turn. */
  to: z.array(Person),
  /** Label of the selection. Empty: contacts were chosen one by one. */
  sentence: z.string(),
  /** Message from the caller to the new owners. */
  note: z.string(),
  total: z.int(),
  /** moved + unchanged + left = done, at every moment. */
  done: z.int(),
  counts: TransferCounts,
  /** The sum is `counts.left`. */
  by_reason: ByReason,
  /** `null` when nothing was ever reverted. */
  put_back: z.nullable(z.object({ put_back: z.int(), kept: z.int() })),
  /** Progress of a running revert: the number of its contacts, and of those done; `null` means all. */
  revert_part: z.nullable(z.object({ asked: z.int(), done: z.int() })),
  consent: z.object({
    /** `null` when no rule requires consent. */
    rule: z.nullable(RuleCited),
    /** The caller's statement about consent on paper; `null`: contacts without consent are skipped. */
    attested: z.nullable(z.string()),
  }),
  /** One sentence; `null` unless it or its last revert failed. */
  failure: z.nullable(z.string()),
  /** Contacts per second over the last seconds of work; 0 when idle. */
  rate: z.number(),
  /** Milliseconds of work so far. */
  active_ms: z.int(),
  created_at: Instant,
  started_at: z.nullable(Instant),
  finished_at: z.nullable(Instant),
  /** Counts changes: of two copies the higher one is newer. */
  version: z.int(),
});
export type TransferAttempt = z.output<typeof TransferAttempt>;

/** Outcome for one contact. */
export const TransferRow = z.object({
  /** Place in the transfer, from 1. */
  position: z.int(),
  /** `null`: not theirs to see. */
  contact: z.nullable(z.object({ id: Id, number: Id, name: z.string() })),
  outcome: z.enum(['moved', 'unchanged', 'left']),
  reason: z.nullable(z.enum(TRANSFER_REASONS)),
  /** For `transferred_meanwhile`, the transfer that was first; `null`: assigned manually. */
  first_transfer_id: z.nullable(Id),
  from: z.nullable(Person),
  to: z.nullable(Person),
  /** `null`: no revert has come to it. */
  put_back: z.nullable(z.boolean()),
  kept: z.nullable(z.enum(KEPT_REASONS)),
});
export type TransferRow = z.output<typeof TransferRow>;

/** Preview of a transfer, counted by the code that transfers. */
export const TransferPreview = z.object({
  sentence: z.string(),
  total: z.int(),
  counts: TransferCounts,
  by_reason: ByReason,
  first: z.array(z.object({ id: Id, number: Id, name: z.string() })),
  /** Current owners of the contacts that would move, largest first, at most 20. */
  owners: z.array(z.object({ user: Person, contacts: z.int() })),
  /** Total number of owners. */
  owner_count: z.int(),
  /** Unfinished items that would move too. */
  open: z.object({
    follow_ups: z.int(),
    active_policies: z.int(),
    waiting_emails: z.int(),
    /** Contacts that an unfinished bulk change, import undo or transfer also means. */
    in_other_work: z.int(),
  }),
  /** Consent of the contacts that need it under a rule; `withdrawn` contacts refused, with or without a rule. */
  consent: z.object({
    rule: z.nullable(RuleCited),
    needed: z.int(),
    given: z.int(),
    missing: z.int(),
    withdrawn: z.int(),
  }),
});
export type TransferPreview = z.output<typeof TransferPreview>;

export const TransferLog = z.object({
  id: Id,
  at: Instant,
  /** asked, began, resumed, chunk, cancelling, cancelled, complete, failed, retried, revert_asked, put_back, reverted, revert_failed. */
  event: z.string(),
  /** User who did it; `null`: the job. */
  user: z.nullable(Person),
  /** One sentence. */
  text: z.string(),
});
export type TransferLog = z.output<typeof TransferLog>;

const AttemptParams = z.strictObject({ id: PathId });
const AttemptReply = z.object({ data: TransferAttempt });
const page = PageNumber;
const limitOf = (usual: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_LIMIT)), usual);
const targets = z
  .array(Id)
  .check(
    z.minLength(1, 'Choose a new owner.'),
    z.maxLength(MAX_TRANSFER_TARGETS, `Choose at most ${MAX_TRANSFER_TARGETS} people.`),
  );
const attested = z.optional(
  z.string().check(z.trim(), z.minLength(ATTESTED_FROM, 'Say in a sentence which consent there is.'), z.maxLength(500)),
);
/** Absent means all that can be reverted. */
const RevertBody = z.strictObject({ ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(10_000))) });

const family = { access: 'contacts.transfer', feature: 'transfers' } as const;
const read = { ...family, effect: 'read', idempotent: false, rate: 'read', audit: null } as const;
const write = { ...family, effect: 'write', idempotent: true, rate: 'bulk' } as const;

// ---- constants -------------------------------------------------------------

/** Contacts of one transfer. Source: core §9. */
export const MAX_TRANSFER_LIMIT = 250_000;
/** Attempts of a page. Source: core §9. */
export const TRANSFER_PAGE_SIZE = 15;
/** Contacts of a page of an attempt. Source: core §9. */
export const TRANSFER_DETAIL_PAGE_SIZE = 50;
/** Contacts of one chunk, which is one transaction. Source: promise P18. */
export const TRANSFER_CHUNK_ROWS = 2_000;

// ---- endpoints -------------------------------------------------------------

/** Not among the 404 specified calls. */
export const listTransferTargets = endpoint({
  ...read,
  name: 'listTransferTargets',
  method: 'GET',
  path: '/v1/contacts/transfer_attempts/list_targets',
  summary: 'Who contacts can be given to',
  query: z.strictObject({ q: z._default(z.string().check(z.maxLength(100)), '') }),
  reply: z.object({ data: z.array(z.object({ id: Id, name: z.string(), business_unit: z.string() })) }),
});

export const transferGroup = endpoint({
  ...read,
  name: 'transferGroup',
  method: 'PATCH',
  path: '/v1/contacts/transfer_group',
  summary: 'What a transfer would come to: how many, what is open, and who has consented',
  body: z.strictObject({ selection: ContactSelection, to_user_ids: targets, attested }),
  reply: z.object({ data: TransferPreview }),
});

export const updateTransferGroup = endpoint({
  ...write,
  name: 'updateTransferGroup',
  method: 'PATCH',
  path: '/v1/contacts/update_transfer_group',
  summary: 'Transfer contacts to other owners, at most 250,000',
  audit: 'transfer.asked',
  body: z.strictObject({
    selection: ContactSelection,
    to_user_ids: targets,
    /** The total that was shown; more of them by now are refused. */
    confirmed: z.int().check(z.minimum(1), z.maximum(MAX_INT)),
    attested,
    note: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
  }),
  reply: AttemptReply,
});

export const listTransferAttempts = endpoint({
  ...read,
  name: 'listTransferAttempts',
  method: 'GET',
  path: '/v1/contacts/transfer_attempts',
  summary: 'Transfers requested or received by the current user or their downline',
  query: z.strictObject({
    page,
    limit: limitOf(TRANSFER_PAGE_SIZE),
    /** In the names of those involved, the sentence and the note. */
    q: z._default(z.string().check(z.maxLength(100)), ''),
    order_field: z._default(z.enum(['created_at', 'updated_at', 'total', 'status']), 'created_at'),
    order: z._default(z.enum(['asc', 'desc']), 'desc'),
    running: z.optional(z.literal('true')),
  }),
  reply: z.object({ data: z.array(TransferAttempt), meta: ListMeta }),
});

export const readTransferAttempt = endpoint({
  ...read,
  name: 'readTransferAttempt',
  method: 'GET',
  path: '/v1/contacts/transfer_attempts/:id',
  summary: 'One transfer with a page of its contacts',
  params: AttemptParams,
  query: z.strictObject({
    page,
    limit: limitOf(TRANSFER_DETAIL_PAGE_SIZE),
    rows: z._default(z.enum(['all', 'moved', 'left', 'put_back', 'kept']), 'all'),
  }),
  reply: z.object({
    data: z.object({
      attempt: TransferAttempt,
      contacts: z.array(TransferRow),
      /** Users who may cancel or revert it: the caller and everyone above them. */
      may_change: z.boolean(),
    }),
    /** Page data of the contacts. */
    meta: ListMeta,
  }),
});

export const readTransferStatus = endpoint({
  ...read,
  name: 'readTransferStatus',
  method: 'GET',
  path: '/v1/contacts/transfer_attempts/:id/status',
  summary: 'Where a transfer stands',
  params: AttemptParams,
  reply: AttemptReply,
});

export const listTransferLogs = endpoint({
  ...read,
  name: 'listTransferLogs',
  method: 'GET',
  path: '/v1/contacts/transfer_attempts/:id/logs',
  summary: 'What happened with a transfer, newest first',
  params: AttemptParams,
  query: z.strictObject({ page, limit: limitOf(50) }),
  reply: z.object({ data: z.array(TransferLog), meta: ListMeta }),
});

export const updateTransferStatus = endpoint({
  ...write,
  name: 'updateTransferStatus',
  method: 'PATCH',
  path: '/v1/contacts/transfer_attempts/:id/status',
  summary: 'Cancel a transfer after the current chunk, resume a failed or canceled one, or confirm it is complete',
  audit: 'transfer.status_changed',
  params: AttemptParams,
  body: z.strictObject({ status: z.enum(['cancelled', 'processing', 'complete']) }),
  reply: AttemptReply,
});

export const revertTransfer = endpoint({
  ...write,
  name: 'revertTransfer',
  method: 'PATCH',
  path: '/v1/contacts/transfer_attempts/:id',
  summary: 'Give contacts back to whose they were; those changed since are left and listed',
  audit: 'transfer.revert_asked',
  params: AttemptParams,
  body: RevertBody,
  reply: AttemptReply,
});

/** The second reading of `revertTransfer`: the same operation, never a second revert. */
export const revertTransferAgain = endpoint({
  ...write,
  name: 'revertTransferAgain',
  method: 'POST',
  path: '/v1/contacts/transfer_attempts/:id',
  summary: 'The same as PATCH: give contacts back to whose they were',
  audit: 'transfer.revert_asked',
  params: AttemptParams,
  body: RevertBody,
  reply: AttemptReply,
});

// ---- broadcasts (channel "ContactsTransferChannel") --------------------------
// Streams: `transfer:<id>` for {transfer_attempt_id}, `live:<user id>` for {audience: 'downline'}, otherwise
// `user:<user id>`, also for recipients. A recipient who can't see everything that the caller sees gets
// `transfer:<id>:received`. Only the first carries rows.

export const TransferBroadcast = z.discriminatedUnion('type', [
  /** A chunk of the transfer or of its revert was committed; `rows` are its last ones, at most 20. */
  z.object({ type: z.literal('transfer.progressed'), transfer: TransferAttempt, rows: z.array(TransferRow) }),
  /** The status or a marker changed. */
  z.object({ type: z.literal('transfer.changed'), transfer: TransferAttempt }),
]);
export type TransferBroadcast = z.output<typeof TransferBroadcast>;

export const TransferChannelParams = z.object({
  transfer_attempt_id: z.optional(Id),
  audience: z.optional(z.enum(['own', 'downline'])),
});
