import * as z from 'zod/mini';
import { Instant } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';

export const DOMAIN_PROOFS = ['spf', 'dkim', 'dmarc'] as const;
export type DomainProof = (typeof DOMAIN_PROOFS)[number];

/** What is right or wrong about one of them. */
export const DOMAIN_REASONS = [
  'right',
  'missing',
  'no_domain',
  'several',
  'malformed',
  'too_many_lookups',
  'open_to_all',
  'other_key',
  'revoked',
  'not_signed',
  'only_watches',
  'no_answer',
  'server_failed',
] as const;
export type DomainReason = (typeof DOMAIN_REASONS)[number];

export const DomainFinding = z.object({
  proof: z.enum(DOMAIN_PROOFS),
  reason: z.enum(DOMAIN_REASONS),
  /** Name of the TXT record. */
  host: z.string(),
  /** Records found there. */
  found: z.array(z.string()),
  /** The record to add, or to put in the place of what is there; `null`: none. */
  wanted: z.nullable(z.string()),
  /** Look-ups that SPF takes, of 10 at most; `null`: not counted. */
  lookups: z.nullable(z.int()),
});
export type DomainFinding = z.output<typeof DomainFinding>;

export const SendingDomain = z.object({
  /** `null`: no mail server is connected. */
  domain: z.nullable(z.string()),
  /** `null`: not checked yet. */
  checked_at: z.nullable(Instant),
  findings: z.array(DomainFinding),
  /** True: mail stays inside, and so does the check. */
  sample: z.boolean(),
});
export type SendingDomain = z.output<typeof SendingDomain>;

/** Not among the 404 specified calls. */
export const showSendingDomain = endpoint({
  name: 'showSendingDomain',
  method: 'GET',
  path: '/v1/mail/sending_domain/show',
  summary: 'Show the domain that e-mail is sent from, with the last check of SPF, DKIM and DMARC',
  effect: 'read',
  access: 'integrations.manage',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: SendingDomain }),
});

/** Not among the 404 specified calls. */
export const checkSendingDomain = endpoint({
  name: 'checkSendingDomain',
  method: 'POST',
  path: '/v1/mail/sending_domain/check',
  summary: 'Ask the DNS about SPF, DKIM and DMARC of the domain that e-mail is sent from',
  effect: 'write',
  access: 'integrations.manage',
  idempotent: true,
  rate: 'write',
  audit: 'sending_domain.checked',
  reply: z.object({ data: SendingDomain }),
});
