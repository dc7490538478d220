import * as z from 'zod/mini';
import { Id, Instant, KnownVersion, ListMeta, MAX_INT, MAX_PAGE_LIMIT, PageNumber, PathId } from './_wire.contract.ts';
import {
  Broadcast,
  BROADCAST_CHANNELS,
  BROADCAST_STATUSES,
  DryRun,
  MAX_PICTURE_BYTES,
  Recipient,
  RECIPIENT_OUTCOMES,
  RECIPIENT_REASONS,
  RecipientPreview,
  Schedule,
} from './broadcasts/broadcast.contract.ts';
import { MAX_TRIGGER_BODY } from './campaign-triggers.contract.ts';
import { ContactSelection, ContactsScope } from './contacts/scope.contract.ts';
import { MAX_TEMPLATE_BODY, TEMPLATE_FORMATS } from './email-templates.contract.ts';
import { endpoint } from './endpoint.ts';
import { SUBJECT_MAX } from './timeline/emails.contract.ts';

// ---- schemas ---------------------------------------------------------------

const read = {
  access: 'contacts.read',
  feature: 'broadcasts',
  effect: 'read',
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;
const write = {
  access: 'broadcasts.send',
  feature: 'broadcasts',
  effect: 'write',
  idempotent: true,
  rate: 'write',
} as const;
/** Texts need the feature of messages as well as its plan. */
const writeTexts = { ...write, feature: 'messages' } as const;

const OfBroadcast = z.strictObject({ id: PathId });
const BroadcastReply = z.object({ data: Broadcast });

const page = {
  page: PageNumber,
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_LIMIT)), 50),
};

/**
 * A new draft for a selection, or a draft whose audience is counted again: `broadcast_id` alone takes its stored selection
 * again, with `selection` another one. One of both is needed.
 */
const Group = z.strictObject({
  broadcast_id: z.optional(Id),
  selection: z.optional(ContactSelection),
});

/** A test goes to the caller's own phone number or e-mail address, merged for one recipient. */
const Test = z.strictObject({
  broadcast_id: Id,
  /** Position of the recipient whose fields are filled in; absent: the first one. */
  position: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_INT))),
});

/**
 * Schedules the draft `broadcast_id`; or makes one of `ids`, or of `contacts_scope` with `all`, and schedules it in the same
 * change. When it goes: `send_now`, `send_at`, or `schedule`; absent: the draft's own.
 */
const sendFields = {
  broadcast_id: z.optional(Id),
  send_now: z.optional(z.boolean()),
  send_at: z.optional(Instant),
  schedule: z.optional(Schedule),
  ids: z.optional(z.array(Id).check(z.minLength(1, 'Choose at least one contact.'), z.maxLength(10_000))),
  all: z.optional(z.boolean()),
  contacts_scope: z.optional(ContactsScope),
  /** The number on the button: with another number of recipients nothing is scheduled (409). */
  recipients: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_INT))),
};

// ---- endpoints: named by the specification -----------------------------------

export const openMailingGroup = endpoint({
  ...write,
  name: 'openMailingGroup',
  method: 'POST',
  path: '/v1/contacts/mailing_group',
  summary: 'Draft an e-mail broadcast to contacts: who gets it, and who is left out for which reason',
  rate: 'bulk',
  audit: ['broadcast.drafted', 'broadcast.counted'],
  body: Group,
  reply: BroadcastReply,
});

export const openSmsGroup = endpoint({
  ...writeTexts,
  name: 'openSmsGroup',
  method: 'POST',
  path: '/v1/contacts/sms_group',
  summary: 'Draft a text broadcast to contacts: who gets it, and who is left out for which reason',
  rate: 'bulk',
  audit: ['broadcast.drafted', 'broadcast.counted'],
  body: Group,
  reply: BroadcastReply,
});

export const sendTestEmail = endpoint({
  ...write,
  name: 'sendTestEmail',
  method: 'POST',
  path: '/v1/contacts/send_test_email',
  summary: "Send a draft to the current user's own e-mail address, as one recipient would get it",
  audit: 'broadcast.tested',
  body: Test,
  reply: z.object({ data: z.object({ to: z.string() }) }),
});

export const sendTestSms = endpoint({
  ...writeTexts,
  name: 'sendTestSms',
  method: 'POST',
  path: '/v1/contacts/send_test_sms',
  summary: "Send a draft to the current user's own phone number, as one recipient would get it",
  audit: 'broadcast.tested',
  body: Test,
  reply: z.object({ data: z.object({ to: z.string(), segments: z.int() }) }),
});

export const sendBroadcastEmail = endpoint({
  ...write,
  name: 'sendBroadcastEmail',
  method: 'POST',
  path: '/v1/contacts/send_broadcast_email',
  summary: 'Send an e-mail broadcast, now or later',
  rate: 'bulk',
  audit: 'broadcast.scheduled',
  body: z.strictObject({
    ...sendFields,
    /** Of a draft: absent keeps its content. */
    email_id: z.optional(Id),
    /** Its first active template, unless `email_id` names one of them. */
    email_campaign_trigger_id: z.optional(Id),
  }),
  reply: BroadcastReply,
});

export const sendBroadcastSms = endpoint({
  ...writeTexts,
  name: 'sendBroadcastSms',
  method: 'POST',
  path: '/v1/contacts/send_broadcast_sms',
  summary: 'Send a text broadcast, now or later, once or by the recurrence of a trigger',
  rate: 'bulk',
  audit: 'broadcast.scheduled',
  body: z.strictObject({
    ...sendFields,
    /** Of a draft: absent keeps its content. */
    campaign_trigger_id: z.optional(Id),
    /** Repeats it as often as this SMS trigger says, with its text unless another is given. */
    recurrence_campaign_trigger_id: z.optional(Id),
  }),
  reply: BroadcastReply,
});

// ---- endpoints: not among the 404 specified calls ----------------------------

export const listBroadcasts = endpoint({
  ...read,
  name: 'listBroadcasts',
  method: 'GET',
  path: '/v1/contacts/broadcasts',
  summary: 'Broadcasts of the current user and their downline, newest first',
  query: z.strictObject({
    ...page,
    /** Only the current user's own. */
    mine: z.optional(z.literal('true')),
    /** Scheduled, sending or paused. */
    running: z.optional(z.literal('true')),
    channel: z.optional(z.enum(BROADCAST_CHANNELS)),
    status: z.optional(z.enum(BROADCAST_STATUSES)),
    /** Part of the name. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  }),
  reply: z.object({ data: z.array(Broadcast), meta: ListMeta }),
});

export const readBroadcast = endpoint({
  ...read,
  name: 'readBroadcast',
  method: 'GET',
  path: '/v1/contacts/broadcasts/:id',
  summary: 'A broadcast with its audience and progress',
  params: OfBroadcast,
  reply: BroadcastReply,
});

export const listRecipients = endpoint({
  ...read,
  name: 'listRecipients',
  method: 'GET',
  path: '/v1/contacts/broadcasts/:id/list_recipients',
  summary: 'Contacts of a broadcast with what became of each',
  params: OfBroadcast,
  query: z.strictObject({
    ...page,
    /** `gets_it`: everyone who is not left out. Absent: all that match. */
    outcome: z.optional(z.enum([...RECIPIENT_OUTCOMES, 'gets_it'])),
    reason: z.optional(z.enum(RECIPIENT_REASONS)),
    /** What they did afterwards. */
    answered: z.optional(z.enum(['replied', 'opted_out'])),
    /** `recent`: the latest outcome first; else as they are sent. */
    order: z._default(z.enum(['position', 'recent']), 'position'),
  }),
  reply: z.object({ data: z.array(Recipient), meta: ListMeta }),
});

export const findRecipient = endpoint({
  ...read,
  name: 'findRecipient',
  method: 'GET',
  path: '/v1/contacts/broadcasts/:id/find_recipient',
  summary: 'Is this person in it? Contacts of the current user by name, number or address, and where each stands',
  params: OfBroadcast,
  query: z.strictObject({ q: z.string().check(z.trim(), z.minLength(2), z.maxLength(100)) }),
  reply: z.object({
    /** At most five. */
    data: z.array(
      z.object({
        contact: z.object({ id: Id, number: Id, name: z.string(), city: z.string(), state: z.string() }),
        /** `null`: the selection does not match them. */
        recipient: z.nullable(Recipient),
      }),
    ),
  }),
});

export const previewRecipient = endpoint({
  ...read,
  name: 'previewRecipient',
  method: 'GET',
  path: '/v1/contacts/broadcasts/:id/preview_recipient',
  summary: 'A broadcast as one of its recipients gets it, and who comes before and after them',
  params: OfBroadcast,
  /** Absent: the first who will get it. */
  query: z.strictObject({ position: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_INT))) }),
  /** `null`: no one will get it. */
  reply: z.object({ data: z.nullable(RecipientPreview) }),
});

export const dryRunBroadcast = endpoint({
  ...read,
  name: 'dryRunBroadcast',
  method: 'GET',
  path: '/v1/contacts/broadcasts/:id/dry_run',
  summary: 'What sending a broadcast would come to: when, how many segments, what it costs. Nothing is sent',
  rate: 'check',
  params: OfBroadcast,
  reply: z.object({ data: DryRun }),
});

export const updateBroadcast = endpoint({
  ...write,
  name: 'updateBroadcast',
  method: 'PATCH',
  path: '/v1/contacts/broadcasts/:id',
  summary: 'Change the name, the content or the schedule of a draft',
  audit: 'broadcast.updated',
  params: OfBroadcast,
  body: z.strictObject({
    /** The version that the change is based on: a newer one is a conflict (409). Absent: the last change counts. */
    version: z.optional(KnownVersion),
    name: z.optional(z.string().check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(120))),
    /** Copies its content; later changes of the template don't reach the draft. */
    campaign_trigger_id: z.optional(Id),
    email_id: z.optional(Id),
    email_campaign_trigger_id: z.optional(Id),
    subject: z.optional(
      z
        .string()
        .check(
          z.regex(/^[^\r\n]*$/, 'Enter the subject on one line.'),
          z.maxLength(SUBJECT_MAX, `Use at most ${SUBJECT_MAX} characters.`),
        ),
    ),
    /** Texts have at most 1,600 characters with the opt-out line. */
    body: z.optional(z.string().check(z.maxLength(Math.max(MAX_TEMPLATE_BODY, MAX_TRIGGER_BODY)))),
    /** Of e-mail. */
    format: z.optional(z.enum(TEMPLATE_FORMATS)),
    schedule: z.optional(z.nullable(Schedule)),
    /** Removes the file that goes along. */
    remove_file: z.optional(z.boolean()),
    /** `null`: once. */
    recurrence_campaign_trigger_id: z.optional(z.nullable(Id)),
  }),
  reply: BroadcastReply,
});

export const attachBroadcastPicture = endpoint({
  ...writeTexts,
  name: 'attachBroadcastPicture',
  method: 'POST',
  path: '/v1/contacts/broadcasts/:id/attach_picture',
  summary: 'Give the draft of a text a picture, checked like every file; each person gets it as MMS',
  rate: 'upload',
  audit: 'broadcast.updated',
  params: OfBroadcast,
  upload: { field: 'file', maxBytes: MAX_PICTURE_BYTES, required: true },
  reply: BroadcastReply,
});

export const unscheduleBroadcast = endpoint({
  ...write,
  name: 'unscheduleBroadcast',
  method: 'POST',
  path: '/v1/contacts/broadcasts/:id/unschedule',
  summary: 'Turn a scheduled broadcast that has not begun back into a draft',
  audit: 'broadcast.unscheduled',
  params: OfBroadcast,
  reply: BroadcastReply,
});

export const pauseBroadcast = endpoint({
  ...write,
  name: 'pauseBroadcast',
  method: 'POST',
  path: '/v1/contacts/broadcasts/:id/pause',
  summary: 'Pause a broadcast: within a second nothing leaves until it is resumed',
  audit: 'broadcast.paused',
  params: OfBroadcast,
  reply: BroadcastReply,
});

export const resumeBroadcast = endpoint({
  ...write,
  name: 'resumeBroadcast',
  method: 'POST',
  path: '/v1/contacts/broadcasts/:id/resume',
  summary: 'Continue a paused broadcast with those that are to go',
  audit: 'broadcast.resumed',
  params: OfBroadcast,
  reply: BroadcastReply,
});

export const stopBroadcast = endpoint({
  ...write,
  name: 'stopBroadcast',
  method: 'POST',
  path: '/v1/contacts/broadcasts/:id/stop',
  summary: 'End a broadcast for good: what was sent stays sent, the rest is canceled',
  audit: 'broadcast.stopped',
  params: OfBroadcast,
  reply: BroadcastReply,
});

export const deleteBroadcast = endpoint({
  ...write,
  name: 'deleteBroadcast',
  method: 'DELETE',
  path: '/v1/contacts/broadcasts/:id',
  summary: 'Delete a draft',
  audit: 'broadcast.deleted',
  params: OfBroadcast,
  reply: null,
});
