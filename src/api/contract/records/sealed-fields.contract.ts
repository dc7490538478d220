import * as z from 'zod/mini';
import { Instant, PathId } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';

// ---- schemas ---------------------------------------------------------------

/** Numbers of a contact that are stored encrypted (promise P28). */
export const SEALED_FIELDS = ['medicare_number', 'ssn', 'bank_routing', 'bank_account'] as const;
export type SealedField = (typeof SEALED_FIELDS)[number];

export const SealedValue = z.object({
  field: z.enum(SEALED_FIELDS),
  /** Last characters only, `***-**-1234`. `null` when none is stored. */
  masked: z.nullable(z.string()),
  /** `null`: none is stored. */
  updated_at: z.nullable(Instant),
});
export type SealedValue = z.output<typeof SealedValue>;

const ContactParams = z.strictObject({ id: PathId });
/** Longer than any of them with spaces and hyphens. */
const Written = z.nullable(z.string().check(z.trim(), z.maxLength(40, 'Use at most 40 characters.')));

// ---- endpoints -------------------------------------------------------------

export const listSealedFields = endpoint({
  name: 'listSealedFields',
  method: 'GET',
  path: '/v1/contacts/:id/sealed_fields/list',
  summary: 'The sealed numbers of a contact, masked',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: ContactParams,
  reply: z.object({ data: z.array(SealedValue) }),
});

export const updateSealedFields = endpoint({
  name: 'updateSealedFields',
  method: 'PATCH',
  path: '/v1/contacts/:id/sealed_fields/update',
  summary: 'Write sealed numbers of a contact; empty or `null` removes one',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'sealed_fields.updated',
  params: ContactParams,
  body: z.strictObject({
    medicare_number: z.optional(Written),
    ssn: z.optional(Written),
    bank_routing: z.optional(Written),
    bank_account: z.optional(Written),
  }),
  reply: z.object({ data: z.array(SealedValue) }),
});

export const revealField = endpoint({
  name: 'revealField',
  method: 'POST',
  path: '/v1/contacts/:id/reveal_field',
  summary: 'One sealed number of a contact in clear',
  effect: 'write',
  access: 'contacts.reveal',
  idempotent: false,
  rate: 'reveal',
  audit: 'contact.revealed',
  params: ContactParams,
  body: z.strictObject({ field: z.enum(SEALED_FIELDS) }),
  /** `null`: none is stored. */
  reply: z.object({ data: z.object({ value: z.nullable(z.string()) }) }),
});

// ---- constants -------------------------------------------------------------

/** Milliseconds that a revealed value stays on the screen. Ours: long enough to read it out twice. */
export const REVEALED_MS = 30_000;
