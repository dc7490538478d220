import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber, PathId } from './_wire.contract.ts';
import { SOCIAL_LINKS, WEEKDAYS } from './corporations.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- constants -------------------------------------------------------------

/** What each box of the lead form is about: one purpose each. */
export const LEAD_BOXES = ['call', 'text', 'mail'] as const;
export type LeadBox = (typeof LEAD_BOXES)[number];

/**
 * `proven`: the browser solved the puzzle. `unproven`: it didn't, as without scripts. `suspected`: a program filled in
 * the form; it waits for the agent.
 */
export const LEAD_PROOFS = ['proven', 'unproven', 'suspected'] as const;
export type LeadProof = (typeof LEAD_PROOFS)[number];

/** The `source` of contacts that a public page brings. */
export const LEAD_SOURCE = 'Public page';

/** Longest values of the form, in characters. Ours. */
export const LEAD_MAX = { name: 100, phone: 40, email: 160, zip: 10, topic: 80, message: 2_000, form: 6_000 } as const;

/** What a page lacks. `numbers`: the counts that Medicare wants in the notice. */
export const PAGE_GAPS = ['domain', 'about', 'phone', 'office', 'hours', 'licenses', 'numbers'] as const;
export type PageGap = (typeof PAGE_GAPS)[number];

// ---- schemas ---------------------------------------------------------------

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));
const optional = (max: number) => z._default(text(max), '');

const Agent = z.object({ domain: z.string(), name: z.string(), title: z.string() });

/** What a public page shows. Empty texts and lists: unknown. */
export const Webpage = z.object({
  /** `agency`: of a business unit or the whole agency, with its agents. */
  kind: z.enum(['agent', 'agency']),
  name: z.string(),
  title: z.string(),
  about_me: z.string(),
  agency: z.string(),
  /** Paths on the page's host. Empty: none. */
  photo: z.string(),
  logo: z.string(),
  flyer: z.string(),
  /** E.164. */
  phone: z.string(),
  /** Names of states. */
  licensed_states: z.array(z.string()),
  languages_spoken: z.array(z.string()),
  office: z.object({
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    /** IANA zone of the hours. */
    zone: z.string(),
    hours: z.array(z.object({ day: z.enum(WEEKDAYS), opens: z.string(), closes: z.string() })),
    open_now: z.boolean(),
  }),
  faqs: z.array(z.object({ question: z.string(), answer: z.string() })),
  latest_news: z.array(z.object({ title: z.string(), text: z.string(), day: z.string(), link: z.string() })),
  social_links: z.partialRecord(z.enum(SOCIAL_LINKS), z.string()),
  /** With a page of their own. Empty for the page of one agent. */
  agents: z.array(Agent),
  /** Notices that the law asks for. */
  notices: z.array(z.string()),
  /** What a person can choose as the reason of their request. */
  topics: z.array(z.string()),
  consent: z.object({
    version: z.string(),
    boxes: z.array(z.object({ box: z.enum(LEAD_BOXES), words: z.string() })),
  }),
  /** Sent back with a request: which page was shown, when, and with which words. */
  form: z.string(),
});
export type Webpage = z.output<typeof Webpage>;

export const WebpageLead = z.strictObject({
  first_name: text(LEAD_MAX.name).check(z.minLength(1, 'Enter your first name.')),
  last_name: text(LEAD_MAX.name).check(z.minLength(1, 'Enter your last name.')),
  phone: optional(LEAD_MAX.phone),
  email: optional(LEAD_MAX.email),
  zip_code: optional(LEAD_MAX.zip),
  topic: optional(LEAD_MAX.topic),
  message: optional(LEAD_MAX.message),
  /** Page address of the agent to ask, on the page of an agency. */
  agent: optional(40),
  agree_call: z._default(z.boolean(), false),
  agree_text: z._default(z.boolean(), false),
  agree_mail: z._default(z.boolean(), false),
  /** As the page had it. Absent: the page of the path, in the words of today. */
  form: optional(LEAD_MAX.form),
  /** Made once for each visit, and the solution of the puzzle for it. */
  visit: optional(80),
  proof: optional(200),
  /** A field that people don't see. */
  website: optional(500),
});
export type WebpageLead = z.output<typeof WebpageLead>;

/** A request that came through the user's page. */
export const ReceivedLead = z.object({
  id: Id,
  at: Instant,
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  topic: z.string(),
  message: z.string(),
  /** Of the page that they wrote on. */
  language: z.enum(['en', 'es']),
  proof: z.enum(LEAD_PROOFS),
  /** Boxes that were ticked. */
  agreed: z.array(z.enum(LEAD_BOXES)),
  /** `null`: suspected, and not added as a contact. */
  contact: z.nullable(z.object({ id: Id, number: Id })),
});
export type ReceivedLead = z.output<typeof ReceivedLead>;

// ---- endpoints -------------------------------------------------------------

/** The name of the page's address, or its whole host. */
const PageName = z.string().check(z.trim(), z.minLength(1), z.maxLength(253));

export const readWebpage = endpoint({
  name: 'readWebpage',
  method: 'GET',
  path: '/v1/users/:id/webpage',
  summary: 'What the public page of an address shows',
  effect: 'read',
  access: 'public',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: z.strictObject({ id: PageName }),
  reply: z.object({ data: Webpage }),
});

export const createWebpageLead = endpoint({
  name: 'createWebpageLead',
  method: 'POST',
  path: '/v1/contacts/webpage/:domain',
  summary: 'Ask the agent of a public page; a repeated request is one',
  effect: 'write',
  access: 'public',
  idempotent: false,
  rate: 'write',
  audit: null,
  params: z.strictObject({ domain: PageName }),
  body: WebpageLead,
  reply: z.object({ data: z.object({ received: z.literal(true) }) }),
});

/** Not among the 404 specified calls. */
export const readOwnWebpage = endpoint({
  name: 'readOwnWebpage',
  method: 'GET',
  path: '/v1/users/own_webpage',
  summary: "Address of the current user's public page, and what it lacks",
  effect: 'read',
  access: 'signedIn',
  feature: 'public-pages',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({
    data: z.object({
      /** `null`: no name was chosen. */
      url: z.nullable(z.string()),
      /** It answers now. */
      active: z.boolean(),
      gaps: z.array(z.enum(PAGE_GAPS)),
      /** Counts for the notice that Medicare asks for; `null`: unknown. */
      organizations: z.nullable(z.int()),
      plans: z.nullable(z.int()),
      /** The brand's notice names them. */
      needs_numbers: z.boolean(),
    }),
  }),
});

/** Not among the 404 specified calls. */
export const listWebpageLeads = endpoint({
  name: 'listWebpageLeads',
  method: 'GET',
  path: '/v1/users/webpage_leads',
  summary: "Requests that came through the current user's public page, newest first",
  effect: 'read',
  access: 'contacts.read',
  feature: 'public-pages',
  idempotent: false,
  rate: 'read',
  audit: null,
  query: z.strictObject({
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_LIMIT)), 10),
  }),
  reply: z.object({ data: z.array(ReceivedLead), meta: ListMeta }),
});

/** Not among the 404 specified calls. */
export const acceptWebpageLead = endpoint({
  name: 'acceptWebpageLead',
  method: 'POST',
  path: '/v1/users/webpage_leads/:id/accept',
  summary: 'Add a suspected request as a contact',
  effect: 'write',
  access: 'contacts.write',
  feature: 'public-pages',
  idempotent: true,
  rate: 'write',
  audit: 'webpage_lead.accepted',
  params: z.strictObject({ id: PathId }),
  reply: z.object({ data: ReceivedLead }),
});
