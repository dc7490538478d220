import * as z from 'zod/mini';
import { Id, Instant } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- schemas ---------------------------------------------------------------

/** Source: the types of Twilio's BrandRegistration. */
export const BRAND_STATUSES = [
  'PENDING',
  'IN_REVIEW',
  'APPROVED',
  'FAILED',
  'SUSPENDED',
  'DELETION_PENDING',
  'DELETION_FAILED',
] as const;
export type BrandStatus = (typeof BRAND_STATUSES)[number];

/** Source: Twilio's Usa2p. */
export const CAMPAIGN_STATUSES = ['PENDING', 'IN_PROGRESS', 'VERIFIED', 'FAILED'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** Use cases that a campaign may have. Source: Twilio's "A2P 10DLC campaign use case types"; those of agencies. */
export const USE_CASES = ['MIXED', 'LOW_VOLUME', 'MARKETING', 'CUSTOMER_CARE', 'ACCOUNT_NOTIFICATION'] as const;

const sid = (prefix: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.regex(new RegExp(`^${prefix}[0-9a-f]{32}$`), `Enter the ID from Twilio: ${prefix} and 32 digits.`),
    );

/** What carriers want to know of the texts. Lengths: Twilio's. */
export const Campaign = z.strictObject({
  use_case: z.enum(USE_CASES),
  description: z
    .string()
    .check(
      z.trim(),
      z.minLength(40, 'Use at least 40 characters.'),
      z.maxLength(4_096, 'Use at most 4,096 characters.'),
    ),
  /** How people agree to get texts. */
  message_flow: z
    .string()
    .check(
      z.trim(),
      z.minLength(40, 'Use at least 40 characters.'),
      z.maxLength(2_048, 'Use at most 2,048 characters.'),
    ),
  samples: z
    .array(
      z
        .string()
        .check(
          z.trim(),
          z.minLength(20, 'Use at least 20 characters.'),
          z.maxLength(1_024, 'Use at most 1,024 characters.'),
        ),
    )
    .check(z.minLength(2, 'Enter two sample texts.'), z.maxLength(5, 'Enter at most five sample texts.')),
  has_links: z._default(z.boolean(), false),
  has_phones: z._default(z.boolean(), false),
});
export type Campaign = z.output<typeof Campaign>;

export const NUMBER_STATES = ['waiting', 'registered', 'failed', 'exempt'] as const;

export const TextRegistration = z.object({
  provider: z.enum(['embedded', 'twilio']),
  /** Unregistered numbers can't send texts. */
  enforced: z.boolean(),
  /** `null`: none was submitted; like the campaign. */
  brand: z.nullable(
    z.object({
      sid: z.string(),
      customer_profile_sid: z.string(),
      a2p_profile_sid: z.string(),
      messaging_service_sid: z.string(),
      status: z.enum(BRAND_STATUSES),
      /** One sentence, with FAILED. */
      failure: z.string(),
    }),
  ),
  campaign: z.nullable(
    z.object({
      sid: z.string(),
      status: z.enum(CAMPAIGN_STATUSES),
      errors: z.array(z.string()),
      said: Campaign,
    }),
  ),
  numbers: z.array(
    z.object({
      number: z.string(),
      user: z.nullable(z.object({ id: Id, name: z.string() })),
      /** `exempt`: toll-free numbers are verified on their own. */
      state: z.enum(NUMBER_STATES),
      reason: z.string(),
    }),
  ),
  checked_at: z.nullable(Instant),
  /** Counts changes; 0: nothing was submitted. */
  version: z.int(),
});
export type TextRegistration = z.output<typeof TextRegistration>;

const family = { access: 'integrations.manage' } as const;
const write = { ...family, method: 'POST', effect: 'write', idempotent: true, rate: 'write' } as const;
const reply = z.object({ data: TextRegistration });

// ---- endpoints -------------------------------------------------------------

/** Not among the 404 specified calls, like the following ones. */
export const readTextRegistration = endpoint({
  ...family,
  name: 'readTextRegistration',
  method: 'GET',
  path: '/v1/admin/text_registration',
  summary: 'Show where the registration of business texts with US carriers stands: brand, campaign and numbers',
  effect: 'read',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply,
});

export const submitBrand = endpoint({
  ...write,
  name: 'submitBrand',
  path: '/v1/admin/text_registration/submit_brand',
  summary: 'Register the brand of the account, or take over the one that its profile has at Twilio',
  audit: 'text_registration.brand_submitted',
  body: z.strictObject({
    customer_profile_sid: sid('BU'),
    a2p_profile_sid: sid('BU'),
    messaging_service_sid: sid('MG'),
  }),
  reply,
});

export const submitCampaign = endpoint({
  ...write,
  name: 'submitCampaign',
  path: '/v1/admin/text_registration/submit_campaign',
  summary: 'Register the campaign of the account, or take over the one that its messaging service has at Twilio',
  audit: 'text_registration.campaign_submitted',
  body: Campaign,
  reply,
});

export const checkTextRegistration = endpoint({
  ...write,
  name: 'checkTextRegistration',
  path: '/v1/admin/text_registration/check',
  summary: 'Look at the registration now, and register numbers that are missing',
  audit: 'text_registration.checked',
  reply,
});
