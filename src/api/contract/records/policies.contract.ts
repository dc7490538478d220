import * as z from 'zod/mini';
import { Id, Instant, PlainDate } from '../_wire.contract.ts';
import { resource } from '../resource.ts';
import { childCalls } from './contact-child.ts';
import { POLICY_TYPES } from './policy-types.contract.ts';

// ---- schemas ---------------------------------------------------------------

export const POLICY_STATUSES = ['quoted', 'applied', 'active', 'lapsed', 'cancelled'] as const;
const PREMIUM_PERIODS = ['month', 'quarter', 'half_year', 'year', 'once'] as const;

/** Cents: a hundred million dollars. Ours: a slip of the hand is caught, and sums stay exact. */
export const MAX_CENTS = 10_000_000_000;

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));

/** Cents of a US dollar. `null`: not known. */
export const Cents = z.nullable(
  z.int().check(z.nonnegative('Enter an amount of 0 or more.'), z.lte(MAX_CENTS, 'Enter a smaller amount.')),
);

/** Writable fields of a policy. Empty text means unknown. */
export const PolicyFields = z.object({
  carrier: text(120),
  plan_name: text(160),
  policy_number: text(60),
  type: z.enum(POLICY_TYPES),
  status: z.enum(POLICY_STATUSES),
  premium_cents: Cents,
  premium_period: z.enum(PREMIUM_PERIODS),
  face_amount_cents: Cents,
  effective_on: z.nullable(PlainDate),
  /** `null`: not known, or it does not end. */
  expires_on: z.nullable(PlainDate),
  beneficiary: text(200),
  notes: text(4_000),
});
export type PolicyFields = z.output<typeof PolicyFields>;

export const Policy = z.extend(PolicyFields, {
  id: Id,
  /** Counts changes; an update that names an older one is refused. */
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
});
export type Policy = z.output<typeof Policy>;

const PolicyChange = z.strictObject(z.partial(PolicyFields).shape);

// ---- endpoints -------------------------------------------------------------

export const policies = resource(
  {
    path: '/v1/contacts/:id/policies',
    one: 'Policy',
    many: 'Policies',
    label: { one: 'policy', many: 'policies' },
    subject: 'policy',
    access: { read: 'contacts.read', write: 'contacts.write' },
  },
  childCalls({
    row: Policy,
    fields: PolicyChange,
    key: 'policy',
    param: 'policyId',
    listSummary: 'List the policies of a contact, at most 200: those in force first, then the newest',
  }),
);

export const {
  list: listPolicies,
  create: createPolicy,
  update: updatePolicy,
  remove: deletePolicy,
  restore: restorePolicy,
} = policies;

// ---- constants -------------------------------------------------------------

/** Maximum policies, and securities, per contact. Our choice: far more than anyone has; a list returns all. */
export const RECORDS_MAX = 200;
