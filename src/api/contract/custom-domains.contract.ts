import * as z from 'zod/mini';
import { Id, Instant, PathId } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';
import { changed, created, listed, removed, resource } from './resource.ts';

// ---- constants -------------------------------------------------------------

/**
 * `pending`: its records haven't been right yet. `failing`: they were, and still serve it for a while. `suspended`: they
 * weren't for so long that it isn't served.
 */
export const DOMAIN_STATUSES = ['pending', 'verified', 'failing', 'suspended'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** What is right or wrong about a record. */
export const RECORD_STATES = [
  'unchecked',
  'right',
  'missing',
  'wrong_target',
  'cname_at_apex',
  'proxied',
  'ipv6_elsewhere',
  'wrong_token',
  'caa_forbids',
  'propagating',
  'no_domain',
  'server_failed',
  'no_answer',
] as const;
export type RecordState = (typeof RECORD_STATES)[number];

/** `taken`: another agency has proven that the name is theirs. */
export type DomainFault = Exclude<RecordState, 'unchecked' | 'right'> | 'taken';

export const RECORD_TYPES = ['CNAME', 'A', 'AAAA', 'TXT', 'CAA'] as const;
export const VERIFICATION_STEPS = ['name', 'records', 'live'] as const;

/** Domains of an agency at most. Ours. */
export const MAX_DOMAINS = 100;
/** Checks with a new outcome that are kept. Ours. */
export const CHECKS_KEPT = 10;

// ---- schemas ---------------------------------------------------------------

const [, , ...STATES_OF_FAULTS] = RECORD_STATES;
const Fault = z.enum([...STATES_OF_FAULTS, 'taken'] satisfies DomainFault[]);

export const DnsRecord = z.object({
  type: z.enum(RECORD_TYPES),
  /** Full name of the record. */
  host: z.string(),
  /** Each is a record; of CAA, the one to add if there are any. Empty: none is needed. */
  expected: z.array(z.string()),
  found: z.array(z.string()),
  state: z.enum(RECORD_STATES),
  /** Seconds for which resolvers still answer what was found; `null`: unknown. */
  ttl: z.nullable(z.int()),
});
export type DnsRecord = z.output<typeof DnsRecord>;

const DomainCheck = z.object({ at: Instant, status: z.enum(DOMAIN_STATUSES), fault: z.nullable(Fault) });
export type DomainCheck = z.output<typeof DomainCheck>;

export const DnsInstructions = z.object({
  custom_domain: z.string(),
  /** The domain as registered, where its records are kept: `example.com` of `plans.example.com`. */
  zone: z.string(),
  records: z.array(DnsRecord),
  /** True: name servers are simulated. */
  sample: z.boolean(),
});
export type DnsInstructions = z.output<typeof DnsInstructions>;

export const CustomDomain = z.object({
  id: Id,
  /** `null`: of the whole account. */
  business_unit_id: z.nullable(Id),
  /** In letters that the DNS knows: `xn--…` for others. */
  custom_domain: z.string(),
  status: z.enum(DOMAIN_STATUSES),
  /** The first thing to repair; `null`: nothing, or not checked yet. */
  fault: z.nullable(Fault),
  verification_steps: z.array(
    z.object({ step: z.enum(VERIFICATION_STEPS), state: z.enum(['done', 'current', 'waiting']) }),
  ),
  dns_instructions: DnsInstructions,
  checks: z.array(DomainCheck),
  checked_at: z.nullable(Instant),
  /** `null`: only when someone asks. */
  next_check_at: z.nullable(Instant),
  verified_at: z.nullable(Instant),
  /** When a failing domain is suspended. */
  suspends_at: z.nullable(Instant),
});
export type CustomDomain = z.output<typeof CustomDomain>;

const Name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter a domain like plans.example.com.'),
    z.maxLength(253, 'Use at most 253 characters.'),
  );

export const NewCustomDomain = z.strictObject({
  custom_domain: Name,
  /** Set once. */
  business_unit_id: z.optional(z.nullable(Id)),
});

// ---- endpoints -------------------------------------------------------------

const Params = z.strictObject({ id: PathId });

export const customDomains = resource(
  {
    path: '/v1/custom_domains',
    one: 'CustomDomain',
    many: 'CustomDomains',
    label: { one: 'custom domain', many: 'custom domains' },
    subject: 'custom_domain',
    access: { read: 'reference.manage', write: 'reference.manage' },
    feature: 'domains',
  },
  {
    list: listed(CustomDomain, { query: z.strictObject({ business_unit_id: z.optional(PathId) }) }),
    create: created(CustomDomain, NewCustomDomain),
    update: changed(CustomDomain, z.strictObject({ custom_domain: Name })),
    remove: removed({ summary: 'Remove a custom domain; its pages are no longer served there' }),
    instructions: ({ path, access }) =>
      endpoint({
        name: 'readDnsInstructions',
        method: 'GET',
        path: `${path}/:id/dns_instructions`,
        summary: 'The DNS records that a custom domain needs, with what was found at the last check',
        effect: 'read',
        access: access.read,
        feature: 'domains',
        idempotent: false,
        rate: 'read',
        audit: null,
        params: Params,
        reply: z.object({ data: DnsInstructions }),
      }),
  },
);

/** Outside of the resource: the DNS is asked outside of the transaction. */
export const verifyCustomDomain = endpoint({
  name: 'verifyCustomDomain',
  method: 'POST',
  path: `${customDomains.about.path}/:id/verify`,
  summary: 'Ask the DNS about a custom domain now',
  effect: 'write',
  access: customDomains.about.access.write,
  feature: 'domains',
  idempotent: true,
  rate: 'write',
  audit: 'custom_domain.checked',
  params: Params,
  reply: z.object({ data: CustomDomain }),
});
