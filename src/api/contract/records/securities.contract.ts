import * as z from 'zod/mini';
import { Id, Instant, PlainDate } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';
import { resource } from '../resource.ts';
import { childCalls } from './contact-child.ts';
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

/** Writable fields of a security. Empty text means unknown. */
export const SecurityFields = z.object({
  company: text(120),
  kind: z.enum(SECURITY_KINDS),
  value_cents: Cents,
  purchased_on: z.nullable(PlainDate),
  /** `null`: not known, or it does not mature. */
  matures_on: z.nullable(PlainDate),
  /** True when taxes are deferred by law (an IRA, a 401(k)). `null` when unknown. */
  qualified: z.nullable(z.boolean()),
  notes: text(4_000),
});
export type SecurityFields = z.output<typeof SecurityFields>;

export const Security = z.extend(SecurityFields, {
  id: Id,
  /** Account number with its last characters only, `****1234`. `null` when none is stored. */
  account_number_masked: z.nullable(z.string()),
  /** Counts changes; an update that names an older one is refused. */
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
});
export type Security = z.output<typeof Security>;

export const SecurityChange = z.strictObject({
  ...z.partial(SecurityFields).shape,
  /** Stored encrypted. Empty or `null` removes it; absent leaves it unchanged. */
  account_number: z.optional(z.nullable(text(40))),
});
export type SecurityChange = z.output<typeof SecurityChange>;

// ---- endpoints -------------------------------------------------------------

export const securities = resource(
  {
    path: '/v1/contacts/:id/securities',
    one: 'Security',
    many: 'Securities',
    label: { one: 'security', many: 'securities' },
    subject: 'security',
    access: { read: 'contacts.read', write: 'contacts.write' },
  },
  childCalls({
    row: Security,
    fields: SecurityChange,
    key: 'security',
    param: 'securityId',
    listSummary: 'List the securities of a contact, at most 200, the newest first',
  }),
);

export const {
  list: listSecurities,
  create: createSecurity,
  update: updateSecurity,
  remove: deleteSecurity,
  restore: restoreSecurity,
} = securities;

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
  params: securities.update.params,
  /** `null`: none is stored. */
  reply: z.object({ data: z.object({ value: z.nullable(z.string()) }) }),
});
