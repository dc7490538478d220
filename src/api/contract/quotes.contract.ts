import * as z from 'zod/mini';
import { Instant } from './_wire.contract.ts';
import { MEDIGAP_PLANS, Quote, QuoteAsk } from './chat/reply.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- schemas ---------------------------------------------------------------

/** Source of the rates. */
export const QuoteSource = z.object({
  name: z.string(),
  /** Rates from the sample table; no company sells at these rates. */
  sample: z.boolean(),
  at: Instant,
});
export type QuoteSource = z.output<typeof QuoteSource>;

/** A rate with the key that its details are asked by. */
export const KeyedQuote = z.extend(Quote, { key: z.string() });
export type KeyedQuote = z.output<typeof KeyedQuote>;

/** The agency's own account at CSG. */
export const CsgConnection = z.object({
  /** True when this server has CSG; otherwise every quote uses sample rates. */
  available: z.boolean(),
  /** Label of the current source of rates. */
  source: z.string(),
  /** `null`: the agency has no key of its own. */
  own: z.nullable(z.object({ by: z.string(), at: Instant })),
});
export type CsgConnection = z.output<typeof CsgConnection>;

const family = { access: 'quotes.ask', feature: 'quotes' } as const;
const read = { ...family, effect: 'read', idempotent: false, rate: 'read', audit: null } as const;

// ---- endpoints -------------------------------------------------------------

export const listQuotePlans = endpoint({
  ...read,
  name: 'listQuotePlans',
  method: 'POST',
  path: '/v1/csg/plans',
  summary: 'Medigap plans that are sold at a ZIP code',
  body: z.strictObject({ zip_code: QuoteAsk.shape.zip_code }),
  reply: z.object({
    data: z.array(z.object({ plan: z.enum(MEDIGAP_PLANS), name: z.string(), summary: z.string(), companies: z.int() })),
    meta: z.object({ source: QuoteSource, place: z.string() }),
  }),
});

export const readPlanDetails = endpoint({
  ...read,
  name: 'readPlanDetails',
  method: 'POST',
  path: '/v1/csg/plan_details',
  summary: 'What a plan pays and what stays with the insured',
  body: z.strictObject({ plan: z.enum(MEDIGAP_PLANS) }),
  reply: z.object({
    data: z.object({
      plan: z.enum(MEDIGAP_PLANS),
      name: z.string(),
      summary: z.string(),
      /** Eligibility for the plan; empty: everyone. */
      who: z.string(),
      benefits: z.array(z.object({ name: z.string(), pays: z.string() })),
    }),
    meta: z.object({ source: QuoteSource }),
  }),
});

export const askQuote = endpoint({
  ...read,
  name: 'askQuote',
  method: 'POST',
  path: '/v1/csg/quote',
  summary: 'Rates of a plan for one person, the lowest first',
  body: QuoteAsk,
  reply: z.object({
    data: z.array(KeyedQuote),
    meta: z.object({ source: QuoteSource, place: z.string(), assumptions: z.array(z.string()) }),
  }),
});

export const readCsgConnection = endpoint({
  ...read,
  name: 'readCsgConnection',
  method: 'GET',
  path: '/v1/csg/show_connection',
  summary: "Whether the agency's own CSG account is connected, by whom and since when",
  access: 'integrations.manage',
  reply: z.object({ data: CsgConnection }),
});

/** The agency's own CSG key; CSG verifies it before it is stored encrypted. */
export const authenticateCsg = endpoint({
  name: 'authenticateCsg',
  method: 'POST',
  path: '/v1/csg/authenticate',
  summary: "Connect the agency's CSG account; an empty key disconnects it",
  effect: 'write',
  access: 'integrations.manage',
  feature: 'quotes',
  idempotent: true,
  rate: 'write',
  audit: 'quotes.authenticated',
  body: z.strictObject({ api_key: z.string().check(z.trim(), z.maxLength(500)) }),
  reply: z.object({ data: z.object({ connected: z.boolean(), source: z.string() }) }),
});
