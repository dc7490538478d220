import * as z from 'zod/mini';
import { Id, Instant, PathId, PlainDate } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- schemas ---------------------------------------------------------------

/** Kinds of records that an erasure removes. */
export const ERASED_KINDS = [
  'contacts',
  'notes',
  'activities',
  'emails',
  'texts',
  'files',
  'recordings',
  'calls',
  'policies',
  'securities',
  'sensitive',
  'consents',
  'decisions',
  'scopes_of_appointment',
  'changes',
  'imported_rows',
  'printed',
] as const;
export type ErasedKind = (typeof ERASED_KINDS)[number];

/** Kinds of records that a law keeps; encrypted until then, and readable by admins only. */
export const KEPT_KINDS = [
  'consents',
  'decisions',
  'do_not_call',
  'scopes_of_appointment',
  'policies',
  'recordings',
  'calls',
] as const;
export type KeptKind = (typeof KEPT_KINDS)[number];

/**
 * Status of an erasure.
 *
 *   running → done | refused
 *   refused: a legal hold was placed before it began
 */
export const ERASURE_STATUSES = ['running', 'done', 'refused'] as const;

const REASON_MAX = 500;

/** Most erasures of the list. */
export const ERASURES_MOST = 200;

const counted = <T extends readonly [string, ...string[]]>(kinds: T) =>
  z.array(z.object({ kind: z.enum(kinds), count: z.int() }));

export const KeptRecords = z.object({
  kind: z.enum(KEPT_KINDS),
  count: z.int(),
  /** The last day. */
  until: PlainDate,
  /** The rule, such as `42 CFR 422.504(d)`. */
  source: z.string(),
});
export type KeptRecords = z.infer<typeof KeptRecords>;

export const Erasure = z.object({
  id: Id,
  contact_id: Id,
  contact_number: Id,
  user: z.object({ id: Id, name: z.string() }),
  /** `null`: the key that encrypted it was deleted. */
  reason: z.nullable(z.string()),
  status: z.enum(ERASURE_STATUSES),
  /** Steps that are done, and all. */
  progress: z.object({ done: z.int(), of: z.int() }),
  /** Why it was refused; empty if it wasn't. */
  failure: z.string(),
  erased: counted(ERASED_KINDS),
  kept: counted(KEPT_KINDS),
  /** The last day of what is kept; `null`: nothing is. */
  kept_until: z.nullable(PlainDate),
  requested_at: Instant,
  finished_at: z.nullable(Instant),
});
export type Erasure = z.infer<typeof Erasure>;

export const ErasurePreview = z.object({
  /** Records that go. */
  erased: counted(ERASED_KINDS),
  /** Records that a law keeps. */
  kept: z.array(KeptRecords),
  /** Numbers and addresses that no one can contact for marketing afterwards. */
  suppressed: z.int(),
  /** Records of other contacts that name this person; they stay. */
  named_elsewhere: z.int(),
  /** Why the person can't be erased now; `null`: they can. */
  blocked: z.nullable(z.string()),
});
export type ErasurePreview = z.infer<typeof ErasurePreview>;

/** Body of the request. */
export const ErasureForm = z.strictObject({
  /** Such as the date and the number of the person's request. */
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter a reason.'),
      z.maxLength(REASON_MAX, `Use at most ${REASON_MAX} characters.`),
    ),
});

/** Evidence of an erased person, as it was recorded. */
export const ErasureEvidence = z.object({
  /** Names, numbers and addresses that the person had. */
  identity: z.object({
    names: z.array(z.string()),
    phones: z.array(z.string()),
    emails: z.array(z.string()),
  }),
  records: z.array(
    z.object({
      kind: z.enum(KEPT_KINDS),
      until: PlainDate,
      source: z.string(),
      /** Columns of the record. */
      values: z.record(z.string(), z.unknown()),
    }),
  ),
});
export type ErasureEvidence = z.infer<typeof ErasureEvidence>;

const ofContact = z.strictObject({ id: PathId });
const params = z.strictObject({ id: PathId });
const access = 'compliance.manage';

// ---- endpoints -------------------------------------------------------------

export const previewErasure = endpoint({
  name: 'previewErasure',
  method: 'GET',
  path: '/v1/contacts/:id/erasure',
  summary: 'What an erasure of this person would remove, and what a law keeps',
  effect: 'read',
  access,
  idempotent: false,
  rate: 'read',
  audit: null,
  params: ofContact,
  reply: z.object({ data: ErasurePreview }),
});

export const requestErasure = endpoint({
  name: 'requestErasure',
  method: 'POST',
  path: '/v1/contacts/:id/erasure',
  summary: "Erase a person's data for good, with that of contacts merged into it",
  effect: 'write',
  access,
  sudo: true,
  idempotent: true,
  rate: 'write',
  audit: 'contact.erasure_requested',
  params: ofContact,
  body: ErasureForm,
  reply: z.object({ data: Erasure }),
});

export const listErasures = endpoint({
  name: 'listErasures',
  method: 'GET',
  path: '/v1/erasures',
  summary: 'Erasures of the account, newest first',
  effect: 'read',
  access,
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: z.array(Erasure) }),
});

export const readErasure = endpoint({
  name: 'readErasure',
  method: 'GET',
  path: '/v1/erasures/:id',
  summary: 'One erasure and its progress',
  effect: 'read',
  access,
  idempotent: false,
  rate: 'read',
  audit: null,
  params,
  reply: z.object({ data: Erasure }),
});

export const revealErasureEvidence = endpoint({
  name: 'revealErasureEvidence',
  method: 'POST',
  path: '/v1/erasures/:id/reveal_evidence',
  summary: 'Evidence that a law keeps of an erased person',
  effect: 'write',
  access,
  sudo: true,
  idempotent: false,
  rate: 'reveal',
  audit: 'erasure.revealed',
  params,
  reply: z.object({ data: ErasureEvidence }),
});
