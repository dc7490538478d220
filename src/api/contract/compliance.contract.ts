import * as z from 'zod/mini';
import { Id, Instant, PathId, PlainDate } from './_wire.contract.ts';
import {
  CONSENT_CHANNELS,
  CONSENT_KINDS,
  CONSENT_PURPOSES,
  CONSENT_SOURCES,
} from './compliance/consent-kinds.contract.ts';
import { RuleCited } from './compliance/rule-cited.contract.ts';
import { endpoint } from './endpoint.ts';
import { LINE_SOURCES, LINE_TYPES } from './verifications.contract.ts';

// ---- schemas ---------------------------------------------------------------

/** Channels for contacting a person; `share`: their data goes to another business unit. */
export const CHANNELS = ['call', 'text', 'mail', 'share'] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * Purposes, each broader than the one before: service calls, marketing by hand, automated marketing (autodialed calls,
 * broadcasts).
 */
export const PURPOSES = ['service', 'marketing', 'automated'] as const;
export type Purpose = (typeof PURPOSES)[number];

export const RULE_TOPICS = [
  'hours',
  'consent',
  'do_not_call',
  'opt_out',
  'data_sharing',
  'scope_of_appointment',
  'recording',
  'retention',
  'daily_limit',
] as const;
export type RuleTopic = (typeof RULE_TOPICS)[number];

/** Recording modes, each stricter than the one before: announced, consented, locked on. */
export const RECORDING_MODES = ['announced', 'consented', 'locked'] as const;
export type RecordingMode = (typeof RECORDING_MODES)[number];

export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** `09:30`, on the clock of the recipient; `24:00` ends a day. */
const ClockTime = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Write the time as 09:30.'));

/** Requirement of a rule. Each topic has its own fields; the others are absent. */
export const RuleValue = z.strictObject({
  /** hours: the first minute, and the first one that is too late. */
  from: z.optional(ClockTime),
  to: z.optional(ClockTime),
  /** hours: absent means every day. */
  days: z.optional(z.array(z.enum(WEEKDAYS)).check(z.minLength(1), z.maxLength(7))),
  /** consent, data_sharing: it has to be in writing. */
  written: z.optional(z.boolean()),
  /** scope_of_appointment: hours between the agreement and the meeting. */
  hours_before: z.optional(z.int().check(z.minimum(0), z.maximum(1000))),
  /**
   * recording: the other party is informed; is informed and asked; or is informed and no one can stop the recording.
   */
  mode: z.optional(z.enum(RECORDING_MODES)),
  /** retention */
  years: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  /** daily_limit: texts and e-mails of campaigns to one person, on a day where they live. */
  messages: z.optional(z.int().check(z.minimum(1), z.maximum(50))),
});
export type RuleValue = z.output<typeof RuleValue>;

const Person = z.object({ id: Id, name: z.string() });

export const ComplianceRule = z.object({
  id: Id,
  rule: z.enum(RULE_TOPICS),
  /** `US`, or a state as `US-TX`. */
  jurisdiction: z.string(),
  /** `null`: all. */
  channel: z.nullable(z.enum(CHANNELS)),
  /** This and what reaches further; `null`: all. */
  purpose: z.nullable(z.enum(PURPOSES)),
  /** First and last day in force; `null` means no end. */
  starts_on: PlainDate,
  ends_on: z.nullable(PlainDate),
  state: z.enum(['in_force', 'coming', 'past']),
  value: RuleValue,
  title: z.string(),
  source: z.string(),
  /** Empty: none is known. */
  source_url: z.string(),
  /** No licensed attorney has confirmed this rule. */
  to_review: z.boolean(),
  /** `null`: shipped with the product. */
  created_by: z.nullable(Person),
  /** The user who ended it, with a reason; `null` when not ended by a user, though an end date may still apply. */
  ended: z.nullable(z.object({ user: Person, reason: z.string(), at: Instant })),
});
export type ComplianceRule = z.output<typeof ComplianceRule>;

/** One entry of the ledger of a contact. Entries are added, never changed. */
export const ConsentEntry = z.object({
  /** `null`: a timeline activity is the evidence. */
  id: z.nullable(Id),
  /** `any` gives calls, texts and mail, never sharing; it withdraws everything. */
  channel: z.enum(CONSENT_CHANNELS),
  kind: z.enum(CONSENT_KINDS),
  /** Given for this and what reaches less far; withdrawn for this and what reaches further. */
  purpose: z.enum(CONSENT_PURPOSES),
  evidence: z.string(),
  source: z.enum(CONSENT_SOURCES),
  given_at: Instant,
  /** Last day of validity; `null` means until withdrawn. */
  expires_on: z.nullable(PlainDate),
  /** The user who recorded it, and who had logged in as them; `null` when unknown, or when they did it themselves. */
  user: z.nullable(Person),
  actor: z.nullable(Person),
  /** Retracted as entered in error by another entry; doesn't count. */
  retracted: z.nullable(z.object({ user: z.nullable(Person), at: Instant })),
  /** Until then the caller may retract it as entered in error; `null`: not theirs, or too late. */
  retractable_until: z.nullable(Instant),
});
export type ConsentEntry = z.output<typeof ConsentEntry>;

export const REASONS = [
  /** Allowed: no rule applies, consent is on file, or the hour is permitted. */
  'nothing_forbids',
  'consented',
  'within_hours',
  /** Not allowed. */
  'deceased',
  'no_address',
  'address_invalid',
  /** A look-up says that the number takes no texts. */
  'landline',
  'number_invalid',
  'withdrawn',
  'do_not_call',
  'no_consent',
  'expired',
  'outside_hours',
  /** They got as many messages of campaigns today as a rule allows. */
  'daily_limit',
] as const;
export type Reason = (typeof REASONS)[number];

/** Evidence for a decision. */
export const Evidence = z.object({
  /** The entry that decided; `null`: none did. */
  entry: z.nullable(
    z.pick(ConsentEntry, {
      id: true,
      channel: true,
      kind: true,
      purpose: true,
      evidence: true,
      given_at: true,
      expires_on: true,
    }),
  ),
  /** Possible locations of the contact as IANA zones, with the local time `19:45`. Empty: location is irrelevant. */
  clocks: z.array(z.object({ zone: z.string(), time: z.string() })),
  /**
   * Possible locations of the contact as states (two letters), by their most reliable source: `address`, then `zip`,
   * then `number`. Of several the stricter rule applies. Empty: unknown, or location is irrelevant.
   */
  places: z.array(z.object({ state: z.string(), by: z.enum(['address', 'zip', 'number']) })),
  /** Messages that filled the limit of a day, with `daily_limit`; else absent. */
  messages: z.optional(z.array(z.object({ channel: z.enum(['text', 'mail']), at: Instant }))),
  /** The latest look-up of the number, of texts; absent: none was made. */
  line: z.optional(z.object({ line_type: z.enum(LINE_TYPES), source: z.enum(LINE_SOURCES), verified_at: Instant })),
});
export type Evidence = z.output<typeof Evidence>;

/** May this contact be reached by this channel, for this purpose, at this instant? */
export const Decision = z.object({
  channel: z.enum(CHANNELS),
  purpose: z.enum(PURPOSES),
  at: Instant,
  allowed: z.boolean(),
  reason: z.enum(REASONS),
  /** `null`: no rule applies. */
  rule: z.nullable(RuleCited),
  evidence: Evidence,
  /** The first minute at which it is allowed; `null`: allowed now, or time alone changes nothing within eight days. */
  next_at: z.nullable(Instant),
});
export type Decision = z.output<typeof Decision>;

const ContactParams = z.strictObject({ id: PathId });
const nullableEnum = <T extends readonly [string, ...string[]]>(values: T) =>
  z._default(z.nullable(z.enum(values)), null);

// ---- constants -------------------------------------------------------------

/** Disclaimer about the built-in rules, shown on every screen. */
export const COUNSEL_NOTE =
  'These rules are a start, not legal advice. Have counsel review them before you rely on them, and when the law changes.';

/** Message at `purpose` of a call that is refused as marketing and allowed as service. */
export const SERVICE_ALLOWED = 'A service call is allowed now.';

/** Minutes in which the author can retract an entry; afterwards only a new entry changes it. Our choice. */
export const SLIP_MINUTES = 15;

// ---- endpoints -------------------------------------------------------------

/** Not among the 404 specified calls. */
export const listComplianceRules = endpoint({
  name: 'listComplianceRules',
  method: 'GET',
  path: '/v1/compliance_rules/list_rules',
  summary: 'The dated rules on reaching people: in force, coming and past',
  effect: 'read',
  access: 'compliance.manage',
  feature: 'compliance',
  idempotent: false,
  rate: 'read',
  audit: null,
  query: z.strictObject({ state: z.optional(z.enum(['in_force', 'coming', 'past'])) }),
  reply: z.object({ data: z.array(ComplianceRule) }),
});

/** Not among the 404 specified calls. */
export const addComplianceRule = endpoint({
  name: 'addComplianceRule',
  method: 'POST',
  path: '/v1/compliance_rules/add_rule',
  summary: 'Add a rule from a day on; it changes nothing of the past',
  effect: 'write',
  access: 'compliance.manage',
  feature: 'compliance',
  idempotent: true,
  rate: 'write',
  audit: 'compliance_rule.added',
  body: z.strictObject({
    rule: z.enum(RULE_TOPICS),
    jurisdiction: z.string().check(z.regex(/^US(-[A-Z]{2})?$/, 'Choose a state, or all of the US.')),
    channel: nullableEnum(CHANNELS),
    purpose: nullableEnum(PURPOSES),
    starts_on: PlainDate,
    ends_on: z._default(z.nullable(PlainDate), null),
    value: z._default(RuleValue, {}),
    title: z.string().check(z.trim(), z.minLength(1, 'Say in a sentence what the rule is.'), z.maxLength(200)),
    source: z.string().check(z.trim(), z.minLength(1, 'Say where the rule is written.'), z.maxLength(200)),
    source_url: z._default(
      z.string().check(z.trim(), z.maxLength(500), z.regex(/^(https:\/\/\S+)?$/, 'Start it with https://')),
      '',
    ),
  }),
  reply: z.object({ data: ComplianceRule }),
});

/** Not among the 404 specified calls. */
export const endComplianceRule = endpoint({
  name: 'endComplianceRule',
  method: 'POST',
  path: '/v1/compliance_rules/:id/end_rule',
  summary: 'End a rule for this account with a last day, from yesterday on; it changes nothing of the past',
  effect: 'write',
  access: 'compliance.manage',
  feature: 'compliance',
  idempotent: true,
  rate: 'write',
  audit: 'compliance_rule.ended',
  params: z.strictObject({ id: PathId }),
  body: z.strictObject({
    ends_on: PlainDate,
    reason: z.string().check(z.trim(), z.minLength(3, 'Say why it ends.'), z.maxLength(500)),
  }),
  reply: z.object({ data: ComplianceRule }),
});

/** Not among the 404 specified calls. */
export const readContactability = endpoint({
  name: 'readContactability',
  method: 'GET',
  path: '/v1/contacts/:id/read_contactability',
  summary: 'Whether a contact may be reached now: each channel and purpose with reason, evidence and next minute',
  effect: 'read',
  access: 'contacts.read',
  feature: 'contact-permissions',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: ContactParams,
  reply: z.object({ data: z.array(Decision) }),
});

/** Not among the 404 specified calls. */
export const listConsents = endpoint({
  name: 'listConsents',
  method: 'GET',
  path: '/v1/contacts/:id/list_consents',
  summary: 'What a contact has agreed to or forbidden, newest first',
  effect: 'read',
  access: 'contacts.read',
  feature: 'contact-permissions',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: ContactParams,
  reply: z.object({ data: z.array(ConsentEntry) }),
});

/** Not among the 404 specified calls. */
export const recordConsent = endpoint({
  name: 'recordConsent',
  method: 'POST',
  path: '/v1/contacts/:id/record_consent',
  summary: 'Record consent or an opt-out of a contact; entries are immutable',
  effect: 'write',
  access: 'contacts.write',
  feature: 'compliance',
  idempotent: true,
  rate: 'write',
  audit: 'consent.recorded',
  params: ContactParams,
  body: z.strictObject({
    channel: z.enum(CONSENT_CHANNELS),
    kind: z.enum(CONSENT_KINDS),
    purpose: z._default(z.enum(CONSENT_PURPOSES), 'any'),
    evidence: z.string().check(z.trim(), z.minLength(3, 'Say in a few words how it is known.'), z.maxLength(1000)),
    source: z._default(z.enum(CONSENT_SOURCES), 'asked'),
    /** Absent: now. */
    given_at: z.optional(Instant),
    expires_on: z._default(z.nullable(PlainDate), null),
  }),
  reply: z.object({ data: ConsentEntry }),
});

/** Not among the 404 specified calls: undo. */
export const retractConsent = endpoint({
  name: 'retractConsent',
  method: 'POST',
  path: '/v1/contacts/:id/consents/:consentId/retract',
  summary: 'Retract an entry recorded in error within 15 minutes',
  effect: 'write',
  access: 'contacts.write',
  feature: 'compliance',
  idempotent: true,
  rate: 'write',
  audit: 'consent.retracted',
  params: z.strictObject({ id: PathId, consentId: PathId }),
  reply: z.object({ data: ConsentEntry }),
});
