import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber, PathId } from './_wire.contract.ts';
import { RECURRENCES, TRIGGER_TYPES } from './campaign-triggers.contract.ts';
import { Decision } from './compliance.contract.ts';
import { TEMPLATE_FORMATS } from './email-templates.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- schemas ---------------------------------------------------------------

const pace = { recurrence: z.enum(RECURRENCES) };

/** What a version of a trigger sends. */
export const SequenceContent = z.object({
  name: z.string(),
  channel: z.enum(TRIGGER_TYPES),
  ...pace,
  /** In their order; a text has no subject. */
  parts: z.array(
    z.object({
      ...pace,
      /** The wait before it, as in `step_delays`; absent: the pace. */
      delay: z.optional(z.string()),
      subject: z.string(),
      body: z.string(),
      format: z.enum(TEMPLATE_FORMATS),
      /** What goes along; absent: nothing. Its bytes never change. */
      file: z.optional(z.object({ id: Id, name: z.string() })),
    }),
  ),
});
export type SequenceContent = z.output<typeof SequenceContent>;

export const ENROLLMENT_STATES = ['waiting', 'held', 'done', 'ended'] as const;
export const END_REASONS = ['opted_out', 'not_allowed', 'stopped', 'deleted', 'missed', 'merged', 'contacted'] as const;
export type EndReason = (typeof END_REASONS)[number];

const Contact = z.object({ id: Id, number: z.int(), name: z.string() });

/** A contact in the sequence of a trigger. */
export const Enrollment = z.object({
  id: Id,
  contact: Contact,
  /** Of the trigger's content, from 1; `null`: no step was due yet. */
  version_number: z.nullable(z.int()),
  status: z.enum(ENROLLMENT_STATES),
  /** Steps that were sent, and those of the version; `null`: no step was due yet. */
  sent: z.int(),
  steps: z.nullable(z.int()),
  next_at: z.nullable(Instant),
  /** Why it ended; empty: it has not. */
  reason: z.union([z.enum(END_REASONS), z.literal('')]),
  /** One sentence on why it is held or has ended. */
  note: z.string(),
  /** Decision of the last step that was sent; `null`: none was. */
  decision: z.nullable(Decision),
  started_at: Instant,
});
export type Enrollment = z.output<typeof Enrollment>;

/** What a contact would get within the next 30 days. */
export const PlannedSend = z.object({
  contact: Contact,
  /** From 1. */
  step: z.int(),
  at: Instant,
  outcome: z.enum(['sends', 'held', 'ends']),
  /** One sentence; empty when it is sent. */
  note: z.string(),
  /** The contact is in the sequence already. */
  enrolled: z.boolean(),
});
export type PlannedSend = z.output<typeof PlannedSend>;

/** Days that a dry run looks ahead. */
export const DRY_RUN_DAYS = 30;

// ---- endpoints -------------------------------------------------------------

const limit = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_LIMIT)), 25);
const reads = { access: 'reference.manage', effect: 'read', idempotent: false, rate: 'read', audit: null } as const;

/** Not among the 404 specified calls. */
export const readEnrollments = endpoint({
  ...reads,
  name: 'readEnrollments',
  method: 'GET',
  path: '/v1/admin/campaign_triggers/:id/read_enrollments',
  summary: 'Contacts in the sequence of a campaign trigger, the last to begin first',
  params: z.strictObject({ id: PathId }),
  query: z.strictObject({ page: PageNumber, limit }),
  reply: z.object({ data: z.array(Enrollment), meta: ListMeta }),
});

/** Not among the 404 specified calls. */
export const dryRunTrigger = endpoint({
  ...reads,
  name: 'dryRunTrigger',
  method: 'POST',
  path: '/v1/admin/campaign_triggers/:id/dry_run',
  summary: 'What a campaign trigger would send in the next 30 days, and what compliance holds back; nothing is sent',
  params: z.strictObject({ id: PathId }),
  body: z.strictObject({ page: PageNumber, limit }),
  reply: z.object({ data: z.array(PlannedSend), meta: ListMeta }),
});

/** Not among the 404 specified calls. */
export const stopEnrollment = endpoint({
  name: 'stopEnrollment',
  method: 'POST',
  path: '/v1/admin/sequence_enrollments/:id/stop',
  summary: 'Stop the sequence of a campaign trigger for one contact; what was sent stays sent',
  effect: 'write',
  access: 'reference.manage',
  idempotent: true,
  rate: 'write',
  audit: 'sequence.stopped',
  params: z.strictObject({ id: PathId }),
  reply: z.object({ data: Enrollment }),
});

/** Not among the 404 specified calls. */
export const startSequence = endpoint({
  name: 'startSequence',
  method: 'POST',
  path: '/v1/contacts/:id/start_campaign',
  summary: 'Start a campaign trigger for a contact; each step asks again whether it may be sent',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'sequence.started',
  params: z.strictObject({ id: PathId }),
  body: z.strictObject({ campaign_trigger_id: Id }),
  reply: null,
});

/** Not among the 404 specified calls. */
export const fillCampaignText = endpoint({
  name: 'fillCampaignText',
  method: 'GET',
  path: '/v1/contacts/:id/fill_text',
  summary: 'Fill in the text of a campaign trigger for a contact; nothing is sent or stored',
  feature: 'messages',
  effect: 'read',
  access: 'contacts.write',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: z.strictObject({ id: PathId }),
  query: z.strictObject({ campaign_trigger_id: PathId }),
  reply: z.object({
    data: z.object({
      id: Id,
      name: z.string(),
      text: z.string(),
      /** Labels of the fields that the contact lacks; such a text must be corrected before it is sent. */
      empty: z.array(z.string()),
    }),
  }),
});
