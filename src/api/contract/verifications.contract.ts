import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber, PathId } from './_wire.contract.ts';
import { ContactSelection } from './contacts/scope.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- constants -------------------------------------------------------------

/** US cents for one look-up. Ours: what Twilio asks for its line type, rounded up. */
export const LOOKUP_CENTS = 1;
/** Days during which a number isn't looked up again. Ours: numbers seldom move between networks. */
export const VERIFIED_DAYS = 90;
/** Numbers of one run. Ours: hours of look-ups. */
export const MAX_VERIFICATIONS = 50_000;
/** Numbers looked up before a run reports progress. Ours. */
export const VERIFICATION_CHUNK = 20;

// ---- schemas ---------------------------------------------------------------

export const LINE_TYPES = ['mobile', 'landline', 'voip', 'toll_free', 'unknown', 'invalid', 'unreachable'] as const;
export type LineType = (typeof LINE_TYPES)[number];

export const LINE_SOURCES = ['embedded', 'twilio'] as const;
export type LineSource = (typeof LINE_SOURCES)[number];

export const VERIFICATION_STATUSES = ['waiting', 'looking', 'done', 'failed', 'canceled'] as const;

/** One number, and what a look-up says of it. */
export const PhoneVerification = z.object({
  id: Id,
  number: z.string(),
  /** `null`: of no contact, or of one that isn't theirs to see. */
  contact: z.nullable(z.object({ id: Id, number: Id, name: z.string() })),
  status: z.enum(VERIFICATION_STATUSES),
  /** `null` unless done, like the source. */
  line_type: z.nullable(z.enum(LINE_TYPES)),
  /** Empty: not told. */
  carrier: z.string(),
  source: z.nullable(z.enum(LINE_SOURCES)),
  /** One sentence, with failed. */
  reason: z.string(),
  /** `null`: it costs nothing, since there was no answer. */
  charge_cents: z.nullable(z.int()),
  verified_at: z.nullable(Instant),
});
export type PhoneVerification = z.output<typeof PhoneVerification>;

/**
 * Status of a run.
 *
 *   queued → working ⇄ paused;  working → complete | failed;  queued | working | paused → cancelled
 */
export const RUN_STATUSES = ['queued', 'working', 'paused', 'cancelled', 'complete', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Numbers of a selection that are looked up in the background. */
export const VerificationRun = z.object({
  id: Id,
  /** Label of the selection: `Mine, state TX`. Empty: contacts were chosen one by one. */
  sentence: z.string(),
  status: z.enum(RUN_STATUSES),
  /** One sentence: why it failed, or why it waits. */
  failure: z.nullable(z.string()),
  user: z.object({ id: Id, name: z.string() }),
  contacts: z.int(),
  without_number: z.int(),
  /** Numbers verified in the last 90 days, which aren't looked up again. */
  already_known: z.int(),
  total: z.int(),
  done: z.int(),
  price_cents: z.int(),
  /** What the numbers turned out to be. */
  by_type: z.array(z.object({ line_type: z.enum(LINE_TYPES), numbers: z.int() })),
  /** Look-ups that failed. */
  failed: z.int(),
  /** Cost of what has been looked up. */
  charged_cents: z.int(),
  created_at: Instant,
  started_at: z.nullable(Instant),
  finished_at: z.nullable(Instant),
  /** Counts changes: of two copies the higher one is newer. */
  version: z.int(),
});
export type VerificationRun = z.output<typeof VerificationRun>;

/** What a run would look up, and its price. */
export const VerificationEstimate = z.object({
  sentence: z.string(),
  contacts: z.int(),
  without_number: z.int(),
  already_known: z.int(),
  /** Different numbers to look up. */
  numbers: z.int(),
  price_cents: z.int(),
  amount_cents: z.int(),
  too_many: z.boolean(),
});
export type VerificationEstimate = z.output<typeof VerificationEstimate>;

const family = { access: 'contacts.write', feature: 'messages' } as const;
const read = { ...family, effect: 'read', idempotent: false, rate: 'read', audit: null } as const;
const write = { ...family, effect: 'write', idempotent: true, rate: 'write' } as const;
/** Everyone's list of running work reads them: open without the feature, and never more than one's own. */
const readRuns = { access: 'contacts.read', effect: 'read', idempotent: false, rate: 'read', audit: null } as const;
const RunParams = z.strictObject({ id: PathId });
const RunReply = z.object({ data: VerificationRun });
const page = {
  page: PageNumber,
  limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_PAGE_LIMIT)), 50),
};

export const VERIFICATION_ORDER = ['verified_at', 'number', 'line_type', 'status'] as const;

// ---- endpoints -------------------------------------------------------------

export const validateMobileSingle = endpoint({
  ...write,
  name: 'validateMobileSingle',
  method: 'POST',
  path: '/v1/sms/mobile_validation_single',
  summary: 'Look up now whether the number of a contact, or any number, takes texts',
  rate: 'bulk',
  audit: 'phone.verified',
  body: z.strictObject({
    contact_id: z.optional(Id),
    /** Without a contact. */
    phone_number: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  }),
  reply: z.object({ data: PhoneVerification }),
});

export const validateMobileBulk = endpoint({
  ...read,
  name: 'validateMobileBulk',
  method: 'POST',
  path: '/v1/sms/mobile_validation_bulk',
  summary: 'Count the numbers of a selection that would be looked up, with the price; nothing is looked up yet',
  body: z.strictObject({ selection: ContactSelection }),
  reply: z.object({ data: VerificationEstimate }),
});

export const purchaseMobileValidation = endpoint({
  ...write,
  name: 'purchaseMobileValidation',
  method: 'POST',
  path: '/v1/sms/mobile_validation_purchase',
  summary: 'Look up the numbers of a selection in the background, for at most the amount agreed to',
  rate: 'bulk',
  audit: 'phone_verification.purchased',
  body: z.strictObject({
    selection: ContactSelection,
    /** From the estimate. If it has become more, nothing is looked up. */
    amount_cents: z.int().check(z.nonnegative()),
  }),
  reply: RunReply,
});

export const verifyGroup = endpoint({
  ...write,
  name: 'verifyGroup',
  method: 'POST',
  path: '/v1/contacts/bulk_sms_verification_group',
  summary: 'Look up the numbers of a selection in the background, at the price of the day',
  rate: 'bulk',
  audit: 'phone_verification.purchased',
  body: z.strictObject({ selection: ContactSelection }),
  reply: RunReply,
});

export const listPhoneVerifications = endpoint({
  ...read,
  name: 'listPhoneVerifications',
  method: 'GET',
  path: '/v1/sms/phone_verifications',
  summary: 'List the numbers that the current user and their downline had looked up, newest first',
  query: z.strictObject({
    ...page,
    q: z.optional(z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters.'))),
    order: z._default(z.enum(['asc', 'desc']), 'desc'),
    order_field: z._default(z.enum(VERIFICATION_ORDER), 'verified_at'),
    /** Those of one run. */
    run_id: z.optional(PathId),
  }),
  reply: z.object({ data: z.array(PhoneVerification), meta: ListMeta }),
});

/** Not among the 404 specified calls, like the following ones. */
export const listVerificationRuns = endpoint({
  ...readRuns,
  name: 'listVerificationRuns',
  method: 'GET',
  path: '/v1/sms/phone_verification_runs',
  summary: 'List the verification runs of the current user, newest first',
  query: z.strictObject({ ...page, running: z.optional(z.literal('true')) }),
  reply: z.object({ data: z.array(VerificationRun), meta: ListMeta }),
});

export const readVerificationRun = endpoint({
  ...readRuns,
  name: 'readVerificationRun',
  method: 'GET',
  path: '/v1/sms/phone_verification_runs/:id',
  summary: 'Show a verification run, with its progress and results by type of line',
  params: RunParams,
  reply: RunReply,
});

export const pauseVerificationRun = endpoint({
  ...write,
  name: 'pauseVerificationRun',
  method: 'POST',
  path: '/v1/sms/phone_verification_runs/:id/pause',
  summary: 'Pause a verification run; look-ups that have begun still end',
  audit: 'phone_verification.paused',
  params: RunParams,
  reply: RunReply,
});

export const resumeVerificationRun = endpoint({
  ...write,
  name: 'resumeVerificationRun',
  method: 'POST',
  path: '/v1/sms/phone_verification_runs/:id/resume',
  summary: 'Continue a verification run that is paused',
  audit: 'phone_verification.resumed',
  params: RunParams,
  reply: RunReply,
});

export const cancelVerificationRun = endpoint({
  ...write,
  name: 'cancelVerificationRun',
  method: 'POST',
  path: '/v1/sms/phone_verification_runs/:id/cancel',
  summary: 'Give a verification run up; results so far stay, and the rest is not looked up',
  audit: 'phone_verification.cancelled',
  params: RunParams,
  reply: RunReply,
});

// ---- broadcasts (channel "JobsChannel") --------------------------------------
// Streams: `verification:<id>` for {verification_run_id}, `live:<user id>` for {audience: 'downline'}, else `user:<user id>`.

export const VerificationBroadcast = z.discriminatedUnion('type', [
  z.object({ type: z.literal('verification.progressed'), run: VerificationRun }),
  z.object({ type: z.literal('verification.changed'), run: VerificationRun }),
]);
export type VerificationBroadcast = z.output<typeof VerificationBroadcast>;
