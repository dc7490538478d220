import * as z from 'zod/mini';
import { PURPOSES, RECORDING_MODES } from '../compliance.contract.ts';
import { RuleCited } from '../compliance/rule-cited.contract.ts';
import { Id, Instant, PlainDate } from '../_wire.contract.ts';

// ---- schemas ---------------------------------------------------------------

/** E.164, such as `+15125550142`. */
export const PhoneNumber = z.string().check(z.regex(/^\+[1-9]\d{7,14}$/));

/**
 * Where one side of a call stands.
 *
 *   starting → ringing → active → ended;  starting | ringing → ended
 */
export const CALL_STATUSES = ['starting', 'ringing', 'active', 'ended'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** How a call ended; the words stand in `src/views/phone/calls/call-words.ts`. */
export const CALL_OUTCOMES = [
  /** They talked. */
  'completed',
  /** Nobody picked up in time; inbound: missed. */
  'no_answer',
  'busy',
  /** The other side declined; inbound: this side did. */
  'rejected',
  /** Whoever called gave up; inbound: missed. */
  'cancelled',
  /** Nobody is there: no device is registered, or no carrier reaches the number. */
  'unavailable',
  /** The line broke, the voice service stopped, or the carrier gave up. */
  'failed',
] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** How inbound calls ended that nobody here took: they are missed. */
export const MISSED_OUTCOMES: readonly CallOutcome[] = ['no_answer', 'busy', 'cancelled', 'unavailable'];
/** What a list of calls can be narrowed to. */
export const CALL_RESULTS = [...CALL_OUTCOMES, 'missed'] as const;
export type CallResult = (typeof CALL_RESULTS)[number];

export const DISPOSITIONS = ['interested', 'call_back', 'not_now', 'wrong_number', 'do_not_call'] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/**
 * What is recorded. `announcing`: the disclaimer is played; `asking`: it was, and the agent says whether they agree;
 * `kept`: there is a file.
 */
export const RECORDING_STATES = ['off', 'announcing', 'asking', 'recording', 'paused', 'kept', 'failed'] as const;
export type RecordingState = (typeof RECORDING_STATES)[number];

const Person = z.object({ id: Id, name: z.string() });
const ContactNamed = z.object({ id: Id, number: Id, name: z.string() });

/** Whose number it is in the own agency; the name of a group is its label. */
const Inside = z.object({ kind: z.enum(['colleague', 'group', 'echo']), name: z.string() });
export type Inside = z.output<typeof Inside>;

export const CallRecording = z.object({
  state: z.enum(RECORDING_STATES),
  /** What the account's rule says. */
  mode: z.enum(RECORDING_MODES),
  /** Whether the other side has to agree first, also where it is locked. */
  asks: z.boolean(),
  /** `null`: whoever is on the line has not said. */
  agreed: z.nullable(z.boolean()),
  /** The row that asks for this mode; `null`: none does, it is announced. */
  rule: z.nullable(RuleCited),
  /** Why it cannot be stopped or paused, in a sentence; `null`: it can. */
  locked: z.nullable(z.string()),
  /** Whole seconds recorded so far. */
  seconds: z.int(),
  /** The file on the contact's tab of call files; `null`: none yet, or the call is of no contact. */
  file_id: z.nullable(Id),
  /** The last day it is kept at least; `null`: no rule says. */
  keep_until: z.nullable(PlainDate),
});
export type CallRecording = z.output<typeof CallRecording>;
export type RecordingMode = CallRecording['mode'];

/** One side of a call, as its agent sees it. */
export const Call = z.object({
  id: Id,
  /** Of the line: `CA` and 32 hexadecimal digits; `null`: it never reached the line. */
  sid: z.nullable(z.string()),
  line: z.enum(['embedded', 'twilio']),
  call_direction: z.enum(['inbound', 'outbound']),
  call_from: z.string(),
  call_to: z.string(),
  /** Of the contact, else of the other side by its number; empty: not known. */
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
  /** Who calls or has answered; `null`: it rings at several, or nobody answered. */
  user: z.nullable(Person),
  /** Whose call it is about; `null`: nobody known, or several and none was chosen. */
  contact: z.nullable(ContactNamed),
  /** The number with which this side talks: another one than it began with after it was passed on. */
  other_number: z.string(),
  /** Who of the own agency has that number; `null`: somebody outside. */
  inside: z.nullable(Inside),
  /** The echo line answers in place of the number: no carrier is connected. */
  echo_instead: z.boolean(),
  /**
   * The agent passed the other side on, or the other side passed this one on. `outcome`: `completed` once somebody took
   * it, else why nobody did; `null`: not known yet. `null`: nobody was passed on.
   */
  passed_on: z.nullable(
    z.object({
      by: z.enum(['agent', 'other']),
      to: z.string(),
      /** Whose number that is in the own agency; empty: not known. */
      name: z.string(),
      outcome: z.nullable(z.enum(CALL_OUTCOMES)),
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
  /** Who did it; `null`: the line, or the other side. */
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
  /** Whether it is the mobile, the landline or another one, as the contact has it; `null`: not said. */
  phone_type: z.nullable(z.string()),
  /** `null`: never. */
  last_talked_at: z.nullable(Instant),
  /** May they be called now, to sell? The reason in a sentence. */
  may_be_called: z.object({ allowed: z.boolean(), reason: z.string() }),
});
export type MatchedContact = z.output<typeof MatchedContact>;

/** What is left of the minutes of this month. */
export const Minutes = z.object({
  /** Who pays: `enabled` is switched on for this person, and nobody counts. */
  source: z.enum(['manager', 'self', 'company', 'enabled']),
  /** Whole minutes; every call counts up to its next one. */
  used: z.int(),
  /** `null`: without a limit. */
  allocation: z.nullable(z.int()),
  /** The licence of a manager-paid user; true for all others. */
  paid: z.boolean(),
  /** The first day on which they start again. */
  renews_on: PlainDate,
  /** Who can give more; `null`: nobody above. */
  manager: z.nullable(Person),
  /** Minutes that were asked for and not answered yet; `null`: none. */
  requested: z.nullable(z.int()),
});
export type Minutes = z.output<typeof Minutes>;

/** Somebody below asks for minutes. */
export const MinutesRequest = z.object({
  id: Id,
  user: Person,
  minutes: z.int(),
  note: z.string(),
  status: z.enum(['open', 'granted', 'declined']),
  created_at: Instant,
});
export type MinutesRequest = z.output<typeof MinutesRequest>;

/** One's own calls, or that something happened in one of somebody below. */
export const PhoneChannelParams = z.object({ audience: z.optional(z.enum(['own', 'downline'])) });
export type PhoneChannelParams = z.output<typeof PhoneChannelParams>;

// ---- constants -------------------------------------------------------------

/** Characters of a number that can be dialled. Source: core §9. */
export const MIN_DIALLED = 9;
export const MAX_DIALLED = 16;
/** Milliseconds an outbound call rings. Source: core §9. */
export const RING_TIMEOUT_MS = 60_000;
/** Milliseconds from mount to the start of the dialer. Source: core §9. */
export const DIALER_START_MS = 500;
/** Milliseconds in which a second incoming call or text of one number counts as the first. Source: core §9. */
export const DEDUPE_MS = 500;
/** Share of the minutes from which the panel warns. Ours. */
export const MINUTES_WARNING = 0.9;
/** Minutes that a request asks for unless somebody says otherwise. Ours, as the mock has it. */
export const REQUESTED_MINUTES = 200;
