import * as z from 'zod/mini';
import { Id, Instant, PathId, PlainDate } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';
import { Cents } from './policies.contract.ts';

// ---- schemas ---------------------------------------------------------------

const SECURITY_KINDS = [
  'fixed_annuity',
  'indexed_annuity',
  'variable_annuity',
  'brokerage',
  'ira',
  'roth_ira',
  'mutual_fund',
  'cd',
  'bond',
  'other',
] as const;

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));

/** What a person writes of a security. Empty text means "not known". */
export const SecurityFields = z.object({
  company: text(120),
  kind: z.enum(SECURITY_KINDS),
  value_cents: Cents,
  purchased_on: z.nullable(PlainDate),
  /** `null`: not known, or it does not mature. */
  matures_on: z.nullable(PlainDate),
  /** Whether tax is deferred by law (an IRA, a 401(k)). `null`: not known. */
  qualified: z.nullable(z.boolean()),
  notes: text(4_000),
});
export type SecurityFields = z.output<typeof SecurityFields>;

export const Security = z.extend(SecurityFields, {
  id: Id,
  /** The account number with its last characters only, `****1234`. `null`: none is stored. */
  account_number_masked: z.nullable(z.string()),
  /** Counts changes; an update that names an older one is refused. */
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
});
export type Security = z.output<typeof Security>;

const ContactParams = z.strictObject({ id: PathId });
const SecurityParams = z.strictObject({ id: PathId, securityId: PathId });
const SecurityChange = z.strictObject({
  ...z.partial(SecurityFields).shape,
  /** Sealed where it is stored. Empty or `null` removes it; absent leaves it. */
  account_number: z.optional(z.nullable(text(40))),
});
export type SecurityChange = z.output<typeof SecurityChange>;

// ---- endpoints -------------------------------------------------------------

export const listSecurities = endpoint({
  name: 'listSecurities',
  method: 'GET',
  path: '/v1/contacts/:id/securities/list',
  summary: 'Securities of a contact, at most 200, the newest first',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: ContactParams,
  reply: z.object({ data: z.array(Security) }),
});

export const createSecurity = endpoint({
  name: 'createSecurity',
  method: 'POST',
  path: '/v1/contacts/:id/securities',
  summary: 'Add a security to a contact',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'security.created',
  params: ContactParams,
  body: z.strictObject({ security: SecurityChange }),
  reply: z.object({ data: Security }),
});

export const updateSecurity = endpoint({
  name: 'updateSecurity',
  method: 'PATCH',
  path: '/v1/contacts/:id/securities/:securityId',
  summary: 'Change a security; 409 `contact_changed` when `version` is older than the stored one',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'security.updated',
  params: SecurityParams,
  body: z.strictObject({ security: SecurityChange, version: z.optional(z.int()) }),
  reply: z.object({ data: Security }),
});

export const deleteSecurity = endpoint({
  name: 'deleteSecurity',
  method: 'DELETE',
  path: '/v1/contacts/:id/securities/:securityId',
  summary: 'Remove a security; it can be restored',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'security.deleted',
  params: SecurityParams,
  reply: null,
});

export const restoreSecurity = endpoint({
  name: 'restoreSecurity',
  method: 'POST',
  path: '/v1/contacts/:id/securities/:securityId/restore',
  summary: 'Bring a removed security back',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'security.restored',
  params: SecurityParams,
  reply: z.object({ data: Security }),
});

export const revealSecurity = endpoint({
  name: 'revealSecurity',
  method: 'POST',
  path: '/v1/contacts/:id/securities/:securityId/reveal',
  summary: 'The account number of a security in clear',
  effect: 'write',
  access: 'contacts.reveal',
  idempotent: false,
  rate: 'reveal',
  audit: 'contact.revealed',
  params: SecurityParams,
  /** `null`: none is stored. */
  reply: z.object({ data: z.object({ value: z.nullable(z.string()) }) }),
});
