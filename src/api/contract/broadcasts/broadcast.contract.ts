import * as z from 'zod/mini';
import { Id, Instant, PlainDate } from '../_wire.contract.ts';
import { RECURRENCES } from '../campaign-triggers.contract.ts';
import { Decision } from '../compliance.contract.ts';
import { TEMPLATE_FORMATS } from '../email-templates.contract.ts';
import { FILE_TYPES } from '../files.contract.ts';

// ---- constants -------------------------------------------------------------

/** Contacts that one broadcast may match. Ours: five books of an agency. */
export const MAX_BROADCAST_CONTACTS = 250_000;
/** Recipients that a dry run and the counts of merge fields look at; beyond that they are estimates. Ours. */
export const MAX_DRY_RUN = 20_000;
/** Days that a broadcast may be planned ahead. Ours: enrollment periods are known a quarter before. */
export const MAX_DAYS_AHEAD = 92;
/** Types of a picture of a text. */
export const BROADCAST_PICTURE_TYPES = ['png', 'jpg', 'gif'] as const;
/** Bytes of a picture at most. Source: Twilio, media of a message. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

// ---- schemas ---------------------------------------------------------------

export const BROADCAST_CHANNELS = ['text', 'mail'] as const;
export type BroadcastChannel = (typeof BROADCAST_CHANNELS)[number];

/**
 * Status of a broadcast.
 *
 *   draft ⇄ scheduled → sending ⇄ paused → done | stopped | failed
 *
 * Only a draft can be edited and deleted. A broadcast that starts immediately skips `scheduled`. The transitions and who
 * offers which command are in `src/rules/broadcasts/broadcast-status.ts`.
 */
export const BROADCAST_STATUSES = ['draft', 'scheduled', 'sending', 'paused', 'done', 'stopped', 'failed'] as const;
export type BroadcastStatus = (typeof BROADCAST_STATUSES)[number];

/**
 * Why a contact gets nothing. A contact counts once, at the first reason in this order; the first twelve are found when the
 * audience is frozen, and all of them again for each person at the moment of sending.
 */
export const RECIPIENT_REASONS = [
  /** Unknown, or not theirs to see (any more). */
  'not_seen',
  'deleted',
  /** They have died. */
  'deceased',
  /** No phone number, or no e-mail address. */
  'no_address',
  /** E-mail to this address bounces. */
  'address_invalid',
  /** A look-up says that the number takes no texts. */
  'landline',
  'number_invalid',
  /** They asked not to be texted, or e-mailed. */
  'withdrawn',
  'do_not_call',
  /** No consent to automated messages. */
  'no_consent',
  /** Consent that ran out. */
  'expired',
  /** Another recipient has the same number or address: one message a household. */
  'duplicate',
  /** A merge field is empty; `field` names it. */
  'empty_field',
  /** Too many characters once it is merged. */
  'too_long',
  /** The number or address is no longer the one that was frozen. */
  'address_changed',
  /** Its day was over where they live before it could go. */
  'too_late',
  /** They got as many messages of campaigns that day as a rule allows. */
  'daily_limit',
  /** A user canceled this one message. */
  'canceled',
] as const;
export type RecipientReason = (typeof RECIPIENT_REASONS)[number];

/**
 * What became of a contact that matches.
 *
 *   left_out;  waiting → sending → sent → delivered | failed;  waiting, sending → held_back | stopped
 *
 * `left_out`: when the audience was frozen; `held_back`: at the moment of sending; `stopped`: a user stopped the broadcast
 * first. E-mail ends at `sent`.
 */
export const RECIPIENT_OUTCOMES = [
  'left_out',
  'waiting',
  'sending',
  'sent',
  'delivered',
  'failed',
  'held_back',
  'stopped',
] as const;
export type RecipientOutcome = (typeof RECIPIENT_OUTCOMES)[number];

const Person = z.object({ id: Id, name: z.string() });

/**
 * The subtraction: `matched` minus the sum of `left_out` is `recipients`, the number on the button
 * (`src/rules/broadcasts/audience.ts`).
 */
export const Audience = z.object({
  matched: z.int(),
  /** In the order of `RECIPIENT_REASONS`, without those that hold back no one. */
  left_out: z.array(z.object({ reason: z.enum(RECIPIENT_REASONS), contacts: z.int() })),
  recipients: z.int(),
  frozen_at: Instant,
});
export type Audience = z.output<typeof Audience>;

/** Recipients by what became of them; the first seven add up to `audience.recipients`. */
export const Progress = z.object({
  waiting: z.int(),
  sending: z.int(),
  sent: z.int(),
  delivered: z.int(),
  failed: z.int(),
  held_back: z.int(),
  stopped: z.int(),
  /** Recipients who wrote back within a week, among the ones above; also those that opted out. */
  replied: z.int(),
  opted_out: z.int(),
  /** Segments of the texts handed over, of which a picture message has one; 0 for e-mail. */
  segments: z.int(),
});
export type Progress = z.output<typeof Progress>;

/** `10:00` on the recipient's clock. */
const ClockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 10:00.'));

/**
 * When a broadcast goes. Texts always wait for the legal hours where the recipient lives, whatever is chosen here.
 * `local`: at the same hour for everyone, in their own time zone; who is not reached by `until` is held back (`too_late`).
 */
export const Schedule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('now') }),
  z.strictObject({ kind: z.literal('at'), send_at: Instant }),
  z.strictObject({ kind: z.literal('local'), day: PlainDate, from: ClockTime, until: ClockTime }),
]);
export type Schedule = z.output<typeof Schedule>;

/** What is sent, with merge fields. */
export const Content = z.object({
  /** Of e-mail; empty for texts. */
  subject: z.string(),
  /** Texts: without the opt-out line, which `withOptOutLine` adds. Empty in a new draft. */
  body: z.string(),
  /** `text` for texts. */
  format: z.enum(TEMPLATE_FORMATS),
  /** The SMS trigger, or the e-mail template, that it came from; `null`: written by hand, or deleted. */
  template: z.nullable(Person),
  /** The e-mail trigger that it was chosen by; `null`: none. */
  email_trigger: z.nullable(Person),
  /** What goes along: with a text as MMS, else attached. It came with the trigger, or was uploaded. `null`: nothing. */
  file: z.nullable(z.object({ id: Id, name: z.string(), type: z.enum(FILE_TYPES), bytes: z.int() })),
});
export type Content = z.output<typeof Content>;

export const Broadcast = z.object({
  id: Id,
  channel: z.enum(BROADCAST_CHANNELS),
  name: z.string(),
  status: z.enum(BROADCAST_STATUSES),
  /** One sentence; `null` unless failed. */
  failure: z.nullable(z.string()),
  /** Sender; replies go to the owner of each contact. */
  user: Person,
  /** Label of the selection: `Mine, state TX`. Empty: contacts were chosen one by one. */
  sentence: z.string(),
  content: Content,
  /** `null` in a draft without one. */
  schedule: z.nullable(Schedule),
  /** `null`: still being counted, as above 50,000 contacts, which an event ends; or a later run of a recurring broadcast,
   * which is counted when it begins. */
  audience: z.nullable(Audience),
  progress: Progress,
  /** After it is done, the next run is scheduled; `null`: once. */
  recurrence: z.nullable(z.object({ trigger_id: Id, name: z.string(), every: z.enum(RECURRENCES) })),
  /** The run that this one follows; `null`: the first. */
  follows_id: z.nullable(Id),
  /** The first instant at which anything goes; `null` in a draft. */
  starts_at: z.nullable(Instant),
  /** While nothing goes though recipients wait: when the next one may; `null`: now, or no one waits. */
  next_at: z.nullable(Instant),
  /** Messages a second over the last seconds; 0 unless sending. */
  rate: z.number(),
  /** A draft's last change of content or schedule. */
  updated_at: Instant,
  created_at: Instant,
  started_at: z.nullable(Instant),
  finished_at: z.nullable(Instant),
  /** Counts changes: of two copies the higher one is newer. */
  version: z.int(),
});
export type Broadcast = z.output<typeof Broadcast>;

/** A contact of a broadcast. */
export const Recipient = z.object({
  /** Place in the broadcast, from 1; left-out contacts have one, too. */
  position: z.int(),
  /** `null`: not theirs to see (any more). */
  contact: z.nullable(z.object({ id: Id, number: Id, name: z.string(), city: z.string(), state: z.string() })),
  /** The number (E.164) or e-mail address that was frozen; empty where `contact` is `null`, or there is none. */
  address: z.string(),
  outcome: z.enum(RECIPIENT_OUTCOMES),
  /** With `left_out` and `held_back`. */
  reason: z.nullable(z.enum(RECIPIENT_REASONS)),
  /** Label of the merge field, with `empty_field`; else empty. */
  field: z.string(),
  /** One sentence where the outcome alone does not say it: the carrier's error, until when it waits. Else empty. */
  detail: z.string(),
  /** `waiting`: not before; `null`: as soon as its turn comes. */
  not_before: z.nullable(Instant),
  segments: z.int(),
  /** What they wrote back first, at most 160 characters; `null`: nothing yet. */
  reply: z.nullable(z.object({ body: z.string(), at: Instant })),
  /** They opted out after it was sent; `null`: they have not. */
  opted_out_at: z.nullable(Instant),
  /** The last decision whether they may be reached; `null`: not asked yet. */
  decision: z.nullable(Decision),
  /** When the outcome was reached; `null` while they wait. */
  at: z.nullable(Instant),
});
export type Recipient = z.output<typeof Recipient>;

/** One person's message, merged, as they would get it. */
export const RecipientPreview = z.object({
  recipient: Recipient,
  /** Place among those who will get it, from 1, and how many they are. */
  index: z.int(),
  total: z.int(),
  /** Positions for the arrows; `null` at the ends. */
  previous: z.nullable(z.int()),
  next: z.nullable(z.int()),
  /** With empty merge fields as empty; the opt-out line is there. */
  subject: z.string(),
  text: z.string(),
  /** Sanitized; `null`: plain text. */
  html: z.nullable(z.string()),
  /** Labels of merge fields without a value: this person is held back. */
  empty: z.array(z.string()),
  /** Of a text, after merging; 0 for e-mail. */
  segments: z.int(),
  /** Characters that make a text need more segments. */
  special: z.array(z.string()),
  /** IANA zones where they may be, the most likely first. */
  zones: z.array(z.string()),
  /** When it would go to them by the schedule and the hours where they live; `null`: never on that day. */
  would_go_at: z.nullable(Instant),
});
export type RecipientPreview = z.output<typeof RecipientPreview>;

/** What sending would come to. Nothing is sent or stored. */
export const DryRun = z.object({
  at: Instant,
  recipients: z.int(),
  /** False: more than `MAX_DRY_RUN` recipients, so numbers below are estimated from the first of them. */
  exact: z.boolean(),
  /** By time zone, the earliest first; add up to `recipients` less those whom merging holds back. */
  zones: z.array(
    z.object({
      /** IANA. */
      zone: z.string(),
      recipients: z.int(),
      segments: z.int(),
      /** The first and the last that would go, by hours, schedule and pace; `null`: never on that day. */
      starts_at: z.nullable(Instant),
      ends_at: z.nullable(Instant),
    }),
  ),
  /** May go immediately; the others wait for their hours. */
  now: z.int(),
  /** Held back since their day is over first. */
  too_late: z.int(),
  /** Merge fields that are empty, with the number of people whom each holds back. */
  empty_fields: z.array(z.object({ name: z.string(), label: z.string(), recipients: z.int() })),
  /** Recipients by number of segments, fewest first; empty for e-mail. */
  by_segments: z.array(z.object({ segments: z.int(), recipients: z.int() })),
  /** Fewest and most characters once merged. */
  characters: z.object({ least: z.int(), most: z.int() }),
  segments: z.int(),
  /** US dollars; `null`: no price is set, or e-mail. */
  cost: z.nullable(z.number()),
  /** US dollars of one segment, or of one picture message; `null` as above. */
  price: z.nullable(z.number()),
  /** Messages a second that the lanes allow; `null`: not limited. */
  pace: z.nullable(z.number()),
  /** Why it can't be scheduled yet, one sentence each; empty: it can. */
  faults: z.array(z.string()),
});
export type DryRun = z.output<typeof DryRun>;
