import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber, PathId } from './_wire.contract.ts';
import {
  CONSENT_CHANNELS,
  CONSENT_KINDS,
  CONSENT_PURPOSES,
  CONSENT_SOURCES,
} from './compliance/consent-kinds.contract.ts';
import { endpoint } from './endpoint.ts';
import { SOA_EVENTS } from './soa.contract.ts';
import { EVENT_CHANGES, EVENT_TYPES } from './events.contract.ts';
import { TEXT_DIRECTIONS, TEXT_STATUSES } from './messages/text.contract.ts';
import { CALL_OUTCOMES, DISPOSITIONS } from './phone/call.contract.ts';
import { ACTIVITY_DIRECTIONS, ACTIVITY_TYPES } from './timeline/activities.contract.ts';
import { EMAIL_DIRECTIONS, EMAIL_STATES } from './timeline/emails.contract.ts';

// ---- schemas ---------------------------------------------------------------

/** Filters of a timeline. */
export const TIMELINE_KINDS = [
  'notes',
  'calls',
  'texts',
  'mails',
  'meetings',
  'files',
  'policies',
  'workflows',
  'changes',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

const Person = z.object({ id: Id, name: z.string() });

/** A field's values before and after a change; of a choice, its name then. Empty: none. */
const FieldChange = z.object({ field: z.string(), from: z.string(), to: z.string() });

/** An entry of the ledger of consents, as `ConsentEntry` has it. */
const TimelineConsent = z.object({
  kind: z.enum(CONSENT_KINDS),
  channel: z.enum(CONSENT_CHANNELS),
  purpose: z.enum(CONSENT_PURPOSES),
});
export type TimelineConsent = z.output<typeof TimelineConsent>;

/** An entry with its displayed details. */
const What = z.discriminatedUnion('of', [
  z.object({ of: z.literal('note'), id: Id, body: z.string(), edited: z.boolean(), pinned: z.boolean() }),
  z.object({
    of: z.literal('activity'),
    id: Id,
    type: z.enum(ACTIVITY_TYPES),
    body: z.string(),
    direction: z.nullable(z.enum(ACTIVITY_DIRECTIONS)),
  }),
  z.object({
    of: z.literal('mail'),
    id: Id,
    direction: z.enum(EMAIL_DIRECTIONS),
    subject: z.string(),
    body: z.string(),
    status: z.enum(EMAIL_STATES),
    reason: z.string(),
    /** False: nothing proves that a received one is from the address it names. */
    sender_verified: z.optional(z.nullable(z.boolean())),
  }),
  z.object({ of: z.literal('owner'), from: z.string(), to: z.string(), reason: z.string() }),
  /** Origin of the contact. `null`: created manually. */
  z.object({
    of: z.literal('origin'),
    import: z.nullable(z.object({ id: Id, file_name: z.string(), row_number: z.int() })),
  }),
  z.object({
    of: z.literal('import'),
    id: Id,
    file_name: z.string(),
    row_number: z.int(),
    /** The import was undone since. */
    undone: z.boolean(),
    /** Values that it replaced; sensitive numbers and custom fields have none. */
    changes: z.array(FieldChange),
  }),
  /** One change of many contacts, by the action of `bulk.contract.ts`. */
  z.object({
    of: z.literal('bulk'),
    id: Id,
    action: z.string(),
    /** Of tags: `add`, `remove` or `replace`; otherwise `null`. */
    mode: z.nullable(z.string()),
    /** Tags or the choice, as they were called then. Empty: removed. */
    names: z.array(z.string()),
    /** False: it already had the tags or the choice; only `consents` are new. */
    changed: z.boolean(),
    consents: z.array(TimelineConsent),
    /** Only this contact was selected. */
    alone: z.boolean(),
    undone: z.boolean(),
  }),
  /** A call. `outcome` null: in progress; `note` is its entry among the contact's notes. */
  z.object({
    of: z.literal('call'),
    id: Id,
    direction: z.enum(['inbound', 'outbound']),
    outcome: z.nullable(z.enum(CALL_OUTCOMES)),
    /** Whole seconds talked. */
    seconds: z.int(),
    /** The echo line answered in place of the contact: no carrier is connected. */
    echo_instead: z.boolean(),
    note: z.string(),
    disposition: z.nullable(z.enum(DISPOSITIONS)),
    /** The recording among the files of the contact; `null`: none. */
    file_id: z.nullable(Id),
  }),
  /** A text; its conversation shows it with its attachments. */
  z.object({
    of: z.literal('text'),
    id: Id,
    direction: z.enum(TEXT_DIRECTIONS),
    status: z.enum(TEXT_STATUSES),
    reason: z.string(),
    body: z.string(),
    /** The answer to a keyword such as STOP. */
    automatic: z.boolean(),
  }),
  /** An opt-out, opt-in or do-not-call request between the lines of a thread; a timeline tells of it by other entries. */
  z.object({
    of: z.literal('consent'),
    ...TimelineConsent.shape,
    source: z.enum(CONSENT_SOURCES),
    evidence: z.string(),
    /** It was entered in error. */
    retracted: z.boolean(),
  }),
  /** A step of a scope of appointment; no one did it but the person where no actor is named. */
  z.object({
    of: z.literal('soa'),
    id: Id,
    action: z.enum(SOA_EVENTS),
    way: z.string(),
    /** In which the person signed; else empty. */
    language: z.string(),
  }),
  /** A request through the agent's public page, with the boxes that were checked. */
  z.object({
    of: z.literal('lead'),
    id: Id,
    topic: z.string(),
    message: z.string(),
    agreed: z.array(z.string()),
    proven: z.boolean(),
    /** Of the page: `en` or `es`. */
    language: z.string(),
  }),
  /** A change of an event in a calendar. */
  z.object({
    of: z.literal('event'),
    id: Id,
    action: z.enum(EVENT_CHANGES),
    type: z.enum(EVENT_TYPES),
    title: z.string(),
    /** Start before and after it; `null`: none. */
    from_at: z.nullable(Instant),
    to_at: z.nullable(Instant),
  }),
  /** A letter or label was printed; `kind` as in `printing.contract.ts`. */
  z.object({ of: z.literal('print'), id: Id, jid: z.string(), kind: z.string() }),
  z.object({
    of: z.literal('workflow'),
    workflow: z.string(),
    step: z.string(),
    status: z.string(),
    message: z.string(),
  }),
  /**
   * A row of the audit log: its action and the names of the fields that it changed. `changes` are the values of those
   * that were typed or chosen; sensitive numbers, custom fields and other child records have none.
   */
  z.object({
    of: z.literal('action'),
    action: z.string(),
    fields: z.array(z.string()),
    changes: z.array(FieldChange),
    /** The entry that was recorded or retracted; `null`: none. */
    consent: z.nullable(TimelineConsent),
    /** Name of the policy or security; empty: the contact itself. */
    about: z.string(),
  }),
]);

export const TimelineEntry = z.object({
  /** Unique in the timeline. */
  key: z.string(),
  at: Instant,
  kind: z.enum(TIMELINE_KINDS),
  /** User who signed in. `null`: unknown, as in the demo world. */
  actor: z.nullable(Person),
  /** User they had logged in as; `null`: themselves. */
  acting_as: z.nullable(Person),
  what: What,
});
export type TimelineEntry = z.output<typeof TimelineEntry>;

export const WorkflowLog = z.object({
  id: Id,
  workflow_name: z.string(),
  step: z.string(),
  status: z.enum(['done', 'waiting', 'skipped', 'failed']),
  message: z.string(),
  at: Instant,
});
export type WorkflowLog = z.output<typeof WorkflowLog>;

export const OwnerChange = z.object({
  /** Unique among those of one reason. */
  id: Id,
  at: Instant,
  from: Person,
  to: Person,
  actor: Person,
  /** `null`: as themselves. */
  acting_as: z.nullable(Person),
  /** `assigned`, `returned`: manually; `transferred`, `put_back`: by a transfer and its revert, with its id. */
  reason: z.string(),
});
export type OwnerChange = z.output<typeof OwnerChange>;

const ContactParams = z.strictObject({ id: PathId });
const page = PageNumber;
const limitOf = (usual: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_LIMIT)), usual);

// ---- endpoints -------------------------------------------------------------

/** Not among the 404 specified calls. */
export const readTimeline = endpoint({
  name: 'readTimeline',
  method: 'GET',
  path: '/v1/contacts/:id/read_timeline',
  summary: 'Timeline of a contact, with actors; newest first',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: ContactParams,
  query: z.strictObject({
    /** Absent: everything. */
    kind: z.optional(z.enum(TIMELINE_KINDS)),
    /** Opaque, from `meta.next_cursor`. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: limitOf(50),
  }),
  reply: z.object({
    data: z.array(TimelineEntry),
    /** `next_cursor` is `null` at the beginning of the contact. */
    meta: z.object({ limit: z.int(), next_cursor: z.nullable(z.string()) }),
  }),
});

export const listWorkflowLogs = endpoint({
  name: 'listWorkflowLogs',
  method: 'GET',
  path: '/v1/contacts/:id/workflow_logs',
  summary: 'What workflows did with a contact, newest first; 5 unless `limit` says more',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: ContactParams,
  query: z.strictObject({ page, limit: limitOf(5) }),
  reply: z.object({ data: z.array(WorkflowLog), meta: ListMeta }),
});

export const listTransferHistory = endpoint({
  name: 'listTransferHistory',
  method: 'GET',
  path: '/v1/contacts/:id/transfer_history',
  summary: 'Owner changes of a contact, newest first',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: ContactParams,
  query: z.strictObject({ page, limit: limitOf(50) }),
  reply: z.object({ data: z.array(OwnerChange), meta: ListMeta }),
});
