import * as z from 'zod/mini';
import { PURPOSES, RECORDING_MODES } from '../compliance.contract.ts';
import { RuleCited } from '../compliance/rule-cited.contract.ts';
import { Id, Instant, PlainDate } from '../_wire.contract.ts';

// ---- schemas ---------------------------------------------------------------

/** E.164, such as `+15125550142`. */
export const PhoneNumber = z.string().check(z.regex(/^\+[1-9]\d{7,14}$/));

/**
 * Status of one side of a call.
 *
 *   starting → ringing → active → ended;  starting | ringing → ended
 */
export const CALL_STATUSES = ['starting', 'ringing', 'active', 'ended'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** Outcome of a call; labels are in `src/views/phone/calls/call-words.ts`. */
export const CALL_OUTCOMES = [
  /** The parties were connected. */
  'completed',
  /** No one answered in time; inbound: missed. */
  'no_answer',
  'busy',
  /** The other side declined; inbound: this side did. */
  'rejected',
  /** The caller hung up first; inbound: missed. */
  'cancelled',
  /** Unreachable: no device is registered, or no carrier reaches the number. */
  'unavailable',
  /** The line broke, the voice service stopped, or the carrier gave up. */
  'failed',
] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** Endings of inbound calls that no one here answered: missed calls. */
export const MISSED_OUTCOMES: readonly CallOutcome[] = ['no_answer', 'busy', 'cancelled', 'unavailable'];
/** Filters of a call list. */
export const CALL_RESULTS = [...CALL_OUTCOMES, 'missed'] as const;
export type CallResult = (typeof CALL_RESULTS)[number];

export const DISPOSITIONS = ['interested', 'call_back', 'not_now', 'wrong_number', 'do_not_call'] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/**
 * Recording status. `announcing`: the disclaimer is playing; `asking`: it has played, and the agent enters the answer;
 * `kept`: a file exists.
 */
export const RECORDING_STATES = ['off', 'announcing', 'asking', 'recording', 'paused', 'kept', 'failed'] as const;
export type RecordingState = (typeof RECORDING_STATES)[number];

const Person = z.object({ id: Id, name: z.string() });
const ContactNamed = z.object({ id: Id, number: Id, name: z.string() });

/** Owner of a number within the agency; for a group, its name is the label. */
const Inside = z.object({ kind: z.enum(['colleague', 'group', 'echo']), name: z.string() });
export type Inside = z.output<typeof Inside>;

export const CallRecording = z.object({
  state: z.enum(RECORDING_STATES),
  /** The account's recording rule. */
  mode: z.enum(RECORDING_MODES),
  /** True when the other party must consent first, even if recording is locked on. */
  asks: z.boolean(),
  /** `null`: the other party has not answered the question. */
  agreed: z.nullable(z.boolean()),
  /** The row that requires this mode; `null` when none does, and recordings are announced. */
  rule: z.nullable(RuleCited),
  /** Reason why it can't be stopped or paused, as a sentence; `null` when it can. */
  locked: z.nullable(z.string()),
  /** Whole seconds recorded so far. */
  seconds: z.int(),
  /** The file on the contact's tab of call files; `null`: none yet, or the call is of no contact. */
  file_id: z.nullable(Id),
  /** Earliest day on which it may be deleted; `null` when no rule applies. */
  keep_until: z.nullable(PlainDate),
});
export type CallRecording = z.output<typeof CallRecording>;
export type RecordingMode = CallRecording['mode'];

/** One side of a call, as its agent sees it. */
export const Call = z.object({
  id: Id,
  /** The line's id: `CA` and 32 hexadecimal digits; `null` when it never reached the line. */
  sid: z.nullable(z.string()),
  line: z.enum(['embedded', 'twilio']),
  call_direction: z.enum(['inbound', 'outbound']),
  call_from: z.string(),
  call_to: z.string(),
  /** From the contact, else from the other party's number; empty when unknown. */
  caller_city: z.string(),
  caller_state: z.string(),
  created_at: Instant,
  status: z.enum(CALL_STATUSES),
  /** `null` until it has ended. */
  outcome: z.nullable(z.enum(CALL_OUTCOMES)),
  answered_at: z.nullable(Instant),
  ended_at: z.nullable(Instant),
  /** Whole seconds talked. */
  seconds: z.int(),
  held: z.boolean(),
  /**
   * Milliseconds that the other party had waited for the agent when this copy was made: their page was closed, and may
   * rejoin. `null`: they don't wait, or the embedded line says so itself.
   */
  away_ms: z.nullable(z.int()),
  /** User who called or answered; `null`: it rings for several, or no one answered. */
  user: z.nullable(Person),
  /** Contact of the call; `null`: unknown, or several match and none was chosen. */
  contact: z.nullable(ContactNamed),
  /** This side's current number, which changes when it is transferred. */
  other_number: z.string(),
  /** User in this agency with that number; `null`: an outside number. */
  inside: z.nullable(Inside),
  /** Of the contact's number that was called: its digits follow the answer. `null`: none. */
  extension: z.nullable(z.string()),
  /** The echo line answers in place of the number: no carrier is connected. */
  echo_instead: z.boolean(),
  /**
   * Transfer by either side. `outcome`: `completed` once someone answered, otherwise the reason no one did; `null`:
   * pending. `null`: no transfer.
   */
  passed_on: z.nullable(
    z.object({
      by: z.enum(['agent', 'other']),
      to: z.string(),
      /** Owner of that number within the agency; empty: unknown. */
      name: z.string(),
      outcome: z.nullable(z.enum(CALL_OUTCOMES)),
      /** No one answered, and the other party came back to this agent. */
      returned: z.boolean(),
    }),
  ),
  purpose: z.enum(PURPOSES),
  recording: CallRecording,
  note: z.string(),
  disposition: z.nullable(z.enum(DISPOSITIONS)),
  /** Counts changes: of two copies the higher one is newer. */
  version: z.int(),
});
export type Call = z.output<typeof Call>;

/** One line of "what happened". */
export const CallLogEntry = z.object({
  id: Id,
  at: Instant,
  /** asked, refused, dialled, ringing, answered, held, resumed, digits, announced, agreed, declined, recording, paused, stopped, kept, quality, reconnecting, reconnected, transferred, noted, linked, ended, … */
  kind: z.string(),
  /** In plain words, one sentence. */
  text: z.string(),
  /** User who did it; `null`: the line, or the other party. */
  user: z.nullable(Person),
});
export type CallLogEntry = z.output<typeof CallLogEntry>;

/** A contact that has a number. */
export const MatchedContact = z.object({
  id: Id,
  number: Id,
  name: z.string(),
  city: z.string(),
  state: z.string(),
  /** Phone type as recorded on the contact; `null`: not recorded. */
  phone_type: z.nullable(z.string()),
  /** `null`: never. */
  last_talked_at: z.nullable(Instant),
  /** May they be called now, to sell? The reason in a sentence. */
  may_be_called: z.object({ allowed: z.boolean(), reason: z.string() }),
});
export type MatchedContact = z.output<typeof MatchedContact>;

/** Minutes left this month. */
export const Minutes = z.object({
  /** Payer: with `enabled` the dialer is switched on for this user and minutes are not counted. */
  source: z.enum(['manager', 'self', 'company', 'enabled']),
  /** Whole minutes; every call counts up to its next one. */
  used: z.int(),
  /** `null`: without a limit. */
  allocation: z.nullable(z.int()),
  /** License of a manager-paid user; true for all others. */
  paid: z.boolean(),
  /** The first day on which they start again. */
  renews_on: PlainDate,
  /** Manager who can grant more; `null`: none. */
  manager: z.nullable(Person),
  /** Requested minutes without an answer; `null`: none. */
  requested: z.nullable(z.int()),
});
export type Minutes = z.output<typeof Minutes>;

/** A user in the downline requests minutes. */
export const MinutesRequest = z.object({
  id: Id,
  user: Person,
  minutes: z.int(),
  note: z.string(),
  status: z.enum(['open', 'granted', 'declined']),
  created_at: Instant,
});
export type MinutesRequest = z.output<typeof MinutesRequest>;

/** The user's own calls, or the fact that a downline user's call changed. */
export const PhoneChannelParams = z.object({ audience: z.optional(z.enum(['own', 'downline'])) });
export type PhoneChannelParams = z.output<typeof PhoneChannelParams>;

// ---- constants -------------------------------------------------------------

/** Minimum characters of a dialable number. Source: core §9. */
export const MIN_DIALLED = 9;
export const MAX_DIALLED = 16;
/** Milliseconds an outbound call rings. Source: core §9. */
export const RING_TIMEOUT_MS = 60_000;
/** Milliseconds that an answered call waits for its page. Our choice: a reload takes a few seconds. */
export const REJOIN_MS = 30_000;
/** Milliseconds from mount to the start of the dialer. Source: core §9. */
export const DIALER_START_MS = 500;
/** Milliseconds in which a second incoming call or text of one number counts as the first. Source: core §9. */
export const DEDUPE_MS = 500;
/** Share of the minutes from which the panel warns. Ours. */
export const MINUTES_WARNING = 0.9;
/** Default minutes of a request. Our choice, following the mock. */
export const REQUESTED_MINUTES = 200;
