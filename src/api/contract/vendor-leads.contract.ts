import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber, PathId, PlainDate } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- constants -------------------------------------------------------------

/**
 * `accepted`: a new contact; `duplicate`: of a contact that was there; `refused`: by its fields; `failed`: by an error of
 * the server.
 */
export const VENDOR_LEAD_STATUSES = ['accepted', 'duplicate', 'refused', 'failed'] as const;
export type VendorLeadStatus = (typeof VENDOR_LEAD_STATUSES)[number];

/** Days for which a lead is kept as it was sent. Ours: vendors credit returned leads within them. */
export const VENDOR_LEADS_KEPT_DAYS = 90;
/** Leads of one list at most; others are found by a filter. Ours. */
export const MAX_LEADS_COUNTED = 10_000;
/** What leads are ordered by. */
export const LEAD_ORDER = ['received_at', 'vendor', 'status'] as const;
/** Days of a scorecard, today included. Ours. */
export const SCORECARD_DAYS = [7, 30, 90] as const;

// ---- schemas ---------------------------------------------------------------

const said = z.optional(z.string().check(z.trim(), z.maxLength(500, 'Use at most 500 characters.')));

/**
 * A lead as vendors have it: texts, read like the cells of an import, so `TX` is as good as `texas` and `03/14/1957` as
 * `1957-03-14`.
 */
export const LeadFields = z.strictObject({
  first_name: said,
  last_name: said,
  phone: said,
  phone_2: said,
  email: said,
  email_2: said,
  address: said,
  city: said,
  state: said,
  zip_code: said,
  dob: said,
  gender: said,
  language: said,
  category: said,
  source: said,
  company: said,
});
export type LeadFields = z.output<typeof LeadFields>;

/** What the person agreed to, and where. */
const LeadConsent = z.strictObject({
  channel: z.enum(['call', 'text', 'mail']),
  /** True: to automated calls or messages, too. */
  automated: z._default(z.boolean(), false),
  /** The words they agreed to. */
  words: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter the words they agreed to.'),
      z.maxLength(600, 'Use at most 600 characters.'),
    ),
  given_at: Instant,
  /** The page, or the certificate of a service such as TrustedForm. */
  url: z.optional(z.string().check(z.trim(), z.maxLength(300, 'Use at most 300 characters.'))),
});

const NewLead = z.strictObject({
  /** The vendor's own id: the same one again is the same lead. */
  external_id: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Use at most 100 characters.'))),
  lead: LeadFields,
  /** Becomes a note of the contact. */
  note: z.optional(z.string().check(z.trim(), z.maxLength(2_000, 'Use at most 2,000 characters.'))),
  consents: z.optional(z.array(LeadConsent).check(z.maxLength(6))),
});
export type NewLead = z.output<typeof NewLead>;

const Named = z.object({ id: Id, name: z.string() });

export const VendorLead = z.object({
  id: Id,
  vendor: Named,
  external_id: z.string(),
  received_at: Instant,
  status: z.enum(VENDOR_LEAD_STATUSES),
  /** Of the lead; empty: none was sent. */
  name: z.string(),
  /** Messages by field. */
  faults: z.record(z.string(), z.array(z.string())),
  /** `null`: there is none, or it isn't for the caller. */
  contact: z.nullable(z.object({ id: Id, number: Id, name: z.string() })),
  owner: z.nullable(Named),
  has_consent: z.boolean(),
  attempts: z.int(),
});
export type VendorLead = z.output<typeof VendorLead>;

export const VendorLeadDetail = z.extend(VendorLead, { sent: NewLead });
export type VendorLeadDetail = z.output<typeof VendorLeadDetail>;

export const Scorecard = z.object({
  vendor: Named,
  /** What kind of leads it sells; may be empty. */
  vendor_type: z.string(),
  /** Contacts that came from the vendor, by API or import, and aren't deleted. */
  received: z.int(),
  duplicates: z.int(),
  /** Refused and failed leads, and rows of imports with problems. */
  errors: z.int(),
  /** Field that most leads by API were refused for, as `lead.phone`; empty: none was. */
  mostly: z.string(),
  /** Of the leads by API that were accepted: with a consent. `null`: there were none. */
  consent_share: z.nullable(z.number()),
  contacted: z.int(),
  sold: z.int(),
  /** `null`: the cost of a lead is unknown. */
  cost_cents: z.nullable(z.int()),
  /** For each lead that became a sale; `null`: unknown. */
  cost_per_sale_cents: z.nullable(z.int()),
  /** When the last one came; `null`: none did by API. */
  last_at: z.nullable(Instant),
});
export type Scorecard = z.output<typeof Scorecard>;

// ---- endpoints -------------------------------------------------------------

/** The vendor that a contact came from. Source: core §6, platform §6: for the admins of one deployment. */
export const readContactVendor = endpoint({
  name: 'readContactVendor',
  method: 'GET',
  path: '/v1/contacts/:id/api_vendor',
  summary: 'Show the lead vendor that a contact came from',
  effect: 'read',
  access: 'contacts.read',
  feature: 'contact-api-vendor',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: z.strictObject({ id: PathId }),
  reply: z.object({
    /** `null`: none. */
    data: z.nullable(
      z.object({
        vendor: z.extend(Named, { type: z.string() }),
        /** Its newest lead by API that named the contact; `null`: none is kept. */
        lead: z.nullable(z.object({ id: Id, received_at: Instant })),
      }),
    ),
  }),
});

export const receiveLead = endpoint({
  name: 'receiveLead',
  method: 'POST',
  path: '/v1/leads',
  summary: 'Send a lead with the API key of a lead vendor',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'vendorLead.received',
  body: NewLead,
  reply: z.object({
    data: z.object({
      id: Id,
      external_id: z.string(),
      status: z.enum(['accepted', 'duplicate']),
    }),
  }),
});

const ACCESS = 'integrations.manage';
const LEADS = '/v1/admin/api_tracking/leads';

const read = {
  method: 'GET',
  effect: 'read',
  access: ACCESS,
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;

const CHOSEN_LEADS = {
  /** Part of a name, phone number, e-mail address or the vendor's own id. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  status: z.optional(z.enum(VENDOR_LEAD_STATUSES)),
  vendor_id: z.optional(PathId),
  order_field: z._default(z.enum(LEAD_ORDER), 'received_at'),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
};

export const downloadVendorLeads = endpoint({
  ...read,
  name: 'downloadVendorLeads',
  path: `${LEADS}/export.csv`,
  summary: 'The leads that the list shows, all pages of them, as CSV',
  query: z.strictObject(CHOSEN_LEADS),
  reply: z.unknown(),
});

export const listVendorLeads = endpoint({
  ...read,
  name: 'listVendorLeads',
  path: LEADS,
  summary: 'Leads that vendors sent, newest first',
  query: z.strictObject({
    ...CHOSEN_LEADS,
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_PAGE_LIMIT)), 50),
  }),
  reply: z.object({ data: z.array(VendorLead), meta: ListMeta }),
});

export const readVendorLead = endpoint({
  ...read,
  name: 'readVendorLead',
  path: `${LEADS}/:id`,
  summary: 'One lead of a vendor, as it was sent',
  params: z.object({ id: PathId }),
  reply: z.object({ data: VendorLeadDetail }),
});

export const replayVendorLead = endpoint({
  name: 'replayVendorLead',
  method: 'POST',
  path: `${LEADS}/:id/replay`,
  summary: 'Try a refused or failed lead again, with corrected fields',
  effect: 'write',
  access: ACCESS,
  idempotent: true,
  rate: 'write',
  audit: 'vendorLead.replayed',
  params: z.object({ id: PathId }),
  body: z.strictObject({ lead: LeadFields }),
  reply: z.object({ data: VendorLeadDetail }),
});

const scores = {
  ...read,
  rate: 'report',
  query: z.strictObject({
    days: z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(VENDOR_LEADS_KEPT_DAYS)), 30),
  }),
} as const;

export const downloadScorecards = endpoint({
  ...scores,
  name: 'downloadScorecards',
  path: '/v1/admin/api_tracking/scorecards/export.csv',
  summary: 'What became of the leads of each vendor in the last days, as CSV',
  reply: z.unknown(),
});

export const listScorecards = endpoint({
  ...scores,
  name: 'listScorecards',
  path: '/v1/admin/api_tracking/scorecards',
  summary: 'What became of the leads of each vendor in the last days',
  reply: z.object({ data: z.array(Scorecard), period: z.object({ from: PlainDate, to: PlainDate }) }),
});
