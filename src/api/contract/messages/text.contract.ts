import * as z from 'zod/mini';
import { Id, Instant } from '../_wire.contract.ts';
import { Decision, PURPOSES } from '../compliance.contract.ts';
import { FILE_STATES, FILE_TYPES } from '../files.contract.ts';
import { CALL_OUTCOMES, PhoneNumber } from '../phone/call.contract.ts';

// ---- schemas ---------------------------------------------------------------

/**
 * Status of a text message.
 *
 *   queued → sending → sent → delivered | failed
 *   held → queued | canceled;  sending → unconfirmed → sent | failed
 *
 * `held`: waits until `held_until`; `unconfirmed`: the carrier's answer was lost, and it is never sent a second time;
 * `canceled`: by a user, by an opt-out, or because it was no longer allowed when its time came.
 */
export const TEXT_STATUSES = [
  'received',
  'held',
  'queued',
  'sending',
  'unconfirmed',
  'sent',
  'delivered',
  'failed',
  'canceled',
] as const;
export type TextStatus = (typeof TEXT_STATUSES)[number];

export const TEXT_DIRECTIONS = ['out', 'in'] as const;
export type TextDirection = (typeof TEXT_DIRECTIONS)[number];

/** Written by the product: an answer to STOP, START or HELP. */
export const AUTOMATIC_TEXTS = ['opt_out', 'opt_in', 'help'] as const;
/** What a received text asks for. `revocation`: in free words, so a person decides. */
export const TEXT_REQUESTS = ['opt_out', 'opt_in', 'help', 'revocation'] as const;
export type TextRequest = (typeof TEXT_REQUESTS)[number];

const Person = z.object({ id: Id, name: z.string() });
const ContactNamed = z.object({ id: Id, number: Id, name: z.string(), city: z.string(), state: z.string() });

export const TextAttachment = z.object({
  id: Id,
  /** With its extension; empty until it is loaded. */
  name: z.string(),
  /** `null` until it is loaded. */
  type: z.nullable(z.enum(FILE_TYPES)),
  bytes: z.int(),
  /** `loading`: on its way from the carrier; `waiting`: from an unknown sender, loaded once there is a contact. */
  state: z.enum([...FILE_STATES, 'loading', 'waiting', 'failed']),
  /** One sentence with `infected`, `refused` and `failed`, else empty. */
  failure: z.string(),
  /** Among the files of the contact, for its preview and download; `null`: not loaded. */
  file_id: z.nullable(Id),
  /** As of `ContactFile`. */
  thumb_url: z.nullable(z.string()),
});
export type TextAttachment = z.output<typeof TextAttachment>;

export const Text = z.object({
  id: Id,
  conversation_id: Id,
  direction: z.enum(TEXT_DIRECTIONS),
  status: z.enum(TEXT_STATUSES),
  /** One sentence with `held`, `unconfirmed`, `failed` and `canceled`, else empty. */
  reason: z.string(),
  /** `null`: not held. */
  held_until: z.nullable(Instant),
  /** With its merge fields filled. */
  body: z.string(),
  from: z.string(),
  to: z.string(),
  segments: z.int(),
  purpose: z.enum(PURPOSES),
  /** Author; `null`: received, or automatic. */
  user: z.nullable(Person),
  /** User who had logged in as them; `null`: they did it themselves. */
  actor: z.nullable(Person),
  automatic: z.nullable(z.enum(AUTOMATIC_TEXTS)),
  /** Of a received text; `null`: nothing. */
  asks: z.nullable(z.enum(TEXT_REQUESTS)),
  attachments: z.array(TextAttachment),
  /** The last decision on sending it; `null`: none was needed. */
  decision: z.nullable(Decision),
  /** When it was written, or received. */
  created_at: Instant,
  sent_at: z.nullable(Instant),
  delivered_at: z.nullable(Instant),
  /** Counts changes: of two copies the higher one is newer. */
  version: z.int(),
});
export type Text = z.output<typeof Text>;

/** Filters of the list. `waiting`: they have not answered the last text or e-mail; `scheduled`: a text is held. */
export const CONVERSATION_FILTERS = [
  'open',
  'unread',
  'waiting',
  'scheduled',
  'failed',
  'review',
  'opted_out',
  'closed',
] as const;
export type ConversationFilter = (typeof CONVERSATION_FILTERS)[number];

/** A call, an e-mail or what a user logged of one, as the list shows it. */
const ConversationLine = z.discriminatedUnion('of', [
  /** `outcome` null: in progress. */
  z.object({
    of: z.literal('call'),
    direction: z.enum(['inbound', 'outbound']),
    outcome: z.nullable(z.enum(CALL_OUTCOMES)),
    /** Whole seconds talked. */
    seconds: z.int(),
    at: Instant,
  }),
  z.object({
    of: z.literal('mail'),
    direction: z.enum(TEXT_DIRECTIONS),
    subject: z.string(),
    failed: z.boolean(),
    /** Why it failed, or still waits; else empty. */
    reason: z.string(),
    at: Instant,
  }),
  z.object({
    of: z.literal('activity'),
    type: z.enum(['call', 'no_answer', 'voicemail', 'do_not_call', 'mail']),
    at: Instant,
  }),
]);
export type ConversationLine = z.output<typeof ConversationLine>;

export const Conversation = z.object({
  id: Id,
  /** `null`: an unknown number. */
  contact: z.nullable(ContactNamed),
  /** The number texted last; of a contact it may differ from their current ones. Empty: they have none. */
  phone: z.union([PhoneNumber, z.literal('')]),
  /** User who answers it. */
  user: Person,
  /** Texts, answers by e-mail and missed calls since `user` last read it. */
  unread: z.int(),
  /** A call or an e-mail after the last text; `null`: the last text is the last of all. */
  line: z.nullable(ConversationLine),
  /** The last text. `null`: no text yet. */
  last: z.nullable(
    z.object({
      id: Id,
      direction: z.enum(TEXT_DIRECTIONS),
      status: z.enum(TEXT_STATUSES),
      reason: z.string(),
      /** The first 160 characters. */
      body: z.string(),
      attachments: z.int(),
      held_until: z.nullable(Instant),
      user: z.nullable(Person),
      at: Instant,
    }),
  ),
  /** Texts held for later. */
  held: z.int(),
  /** A received text that may revoke consent in free words, not decided yet; `null`: none. */
  review: z.nullable(z.object({ text_id: Id, body: z.string(), at: Instant })),
  /** Since when they have opted out by text; `null`: they have not. The composer asks `may_be_texted`. */
  opted_out_at: z.nullable(Instant),
  closed: z.boolean(),
  /** The caller's own unsent text; empty: none. */
  draft: z.string(),
  version: z.int(),
});
export type Conversation = z.output<typeof Conversation>;

const OwnNumber = z.object({ number: PhoneNumber, label: z.string() });

/** A thread with what its page needs beside the texts. */
export const ConversationShown = z.object({
  /** `null`: nothing was texted yet. */
  conversation: z.nullable(Conversation),
  contact: z.nullable(ContactNamed),
  /** Numbers that can be texted, the usual one first. `type` as of the contact: `mobile`, `home`…; `null`: unknown. */
  to: z.array(z.object({ number: PhoneNumber, type: z.nullable(z.string()) })),
  /** The caller's numbers, the usual one first. Empty: they can't text, `cannot_send` says why. */
  from: z.array(OwnNumber),
  /** One sentence; empty: nothing prevents it but `may_be_texted`. */
  cannot_send: z.string(),
  /** May they be texted for service, and for marketing, now? Empty without a number to text. */
  may_be_texted: z.array(
    z.object({
      decision: Decision,
      /** One sentence for `decision`. */
      sentence: z.string(),
      /** The first minute at which it is no longer allowed; `null`: not allowed now, or no time ends it within a day. */
      until: z.nullable(Instant),
    }),
  ),
  /** Which carrier takes texts; `embedded`: simulated phones, nothing leaves. */
  carrier: z.enum(['embedded', 'twilio']),
  /** The caller's own unsent text; empty: none. */
  draft: z.string(),
});
export type ConversationShown = z.output<typeof ConversationShown>;

/** Of each filter, at most `COUNTED_CONVERSATIONS`. */
export const ConversationCounts = z.object({
  open: z.int(),
  unread: z.int(),
  waiting: z.int(),
  scheduled: z.int(),
  failed: z.int(),
  review: z.int(),
  opted_out: z.int(),
  closed: z.int(),
});
export type ConversationCounts = z.output<typeof ConversationCounts>;

// ---- constants -------------------------------------------------------------

/** Characters of a text at most. Source: Twilio's limit of a message. */
export const TEXT_MAX = 1_600;
/** Bytes of an attachment at most. Source: what US carriers pass on of an MMS. */
export const TEXT_FILE_MAX_BYTES = 5 * 1024 * 1024;
/** Types of attachments that carriers pass on. */
export const TEXT_FILE_TYPES = ['png', 'jpg', 'gif', 'pdf', 'mp3', 'wav', 'ogg', 'm4a', 'txt', 'csv'] as const;
/** A number that is reached is shown as more than this. Ours. */
export const COUNTED_CONVERSATIONS = 1_000;
/** A second notification of one text within so long is none. Source: core §9. */
export const TEXT_DEDUPE_MS = 500;
