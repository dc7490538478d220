import * as z from 'zod/mini';
import { Id, Instant, PlainDate } from '../_wire.contract.ts';
import { ContactsScope } from '../contacts/scope.contract.ts';

// ---- schemas ---------------------------------------------------------------

/** Source: core §4, "Reply types". A reply that is only words has none. */
export const RESPONSE_TYPES = [
  'redirect',
  'email_template',
  'contact_selection',
  'contact_confirmation',
  'quote_results',
  'insight_complete',
] as const;
export type ResponseType = (typeof RESPONSE_TYPES)[number];

/** A contact as a card: enough to tell two people apart. */
export const ChatContact = z.object({
  id: Id,
  number: Id,
  name: z.string(),
  city: z.string(),
  state: z.string(),
  /** E.164. */
  phone: z.nullable(z.string()),
  owner: z.string(),
});
export type ChatContact = z.output<typeof ChatContact>;

/** Rates in dollars, as the spec's Quote has them; `null` is shown as 'N/A'. */
export const Quote = z.object({
  company: z.string(),
  monthly_rate: z.nullable(z.number()),
  annual_rate: z.nullable(z.number()),
  /** Rating of the company's strength, such as `A+`. */
  rating: z.nullable(z.string()),
  /** In words, such as `household 7 %`. */
  discounts: z.array(z.string()),
});
export type Quote = z.output<typeof Quote>;

export const MEDIGAP_PLANS = ['A', 'B', 'C', 'D', 'F', 'G', 'HDF', 'HDG', 'K', 'L', 'M', 'N'] as const;
export type MedigapPlan = (typeof MEDIGAP_PLANS)[number];

/** Facts that rates depend on. */
export const QuoteAsk = z.strictObject({
  zip_code: z.string().check(z.regex(/^\d{5}$/, 'Use a ZIP code of five digits.')),
  /** Whole years on the effective date. */
  age: z.int('Use whole years.').check(z.minimum(0), z.maximum(120)),
  gender: z.enum(['female', 'male']),
  tobacco: z.boolean(),
  plan: z.enum(MEDIGAP_PLANS),
  effective_date: PlainDate,
  /** With the household discount, where a company offers one; absent: without. */
  household: z.optional(z.boolean()),
});
export type QuoteAsk = z.output<typeof QuoteAsk>;

/** Source of what is displayed: a record, a help page or a rate table. */
export const ChatSource = z.object({
  label: z.string(),
  /** A path of the app; `null` when there is nothing to open. */
  href: z.nullable(z.string()),
  /** Word for word from there. */
  quote: z.optional(z.string()),
  at: z.optional(z.nullable(Instant)),
});
export type ChatSource = z.output<typeof ChatSource>;

export const POINT_KINDS = ['changed', 'due', 'eligibility', 'gap', 'household', 'coverage', 'reach', 'talk'] as const;
export type PointKind = (typeof POINT_KINDS)[number];

/** One claim and the records that it rests on, at least one. */
export const KeyPoint = z.object({
  kind: z.enum(POINT_KINDS),
  text: z.string(),
  sources: z.array(ChatSource).check(z.minLength(1)),
});
export type KeyPoint = z.output<typeof KeyPoint>;

/** An option; choosing it sends `says`. */
export const ChatOption = z.object({ label: z.string(), says: z.string() });
export type ChatOption = z.output<typeof ChatOption>;

/** An ambiguous part of the message. It is never guessed. */
export const ChatQuestion = z.object({
  /** The original text; empty for a missing part. */
  part: z.string(),
  text: z.string(),
  options: z.array(ChatOption),
});
export type ChatQuestion = z.output<typeof ChatQuestion>;

export const TEMPLATE_PURPOSES = ['service', 'marketing'] as const;

/** An e-mail to look over before it goes; it goes by nothing but the sender's own click. */
export const EmailTemplate = z.object({
  subject: z.string(),
  body: z.string(),
  purpose: z.enum(TEMPLATE_PURPOSES),
  /** `null`: for no particular contact. */
  contact: z.nullable(ChatContact),
});
export type EmailTemplate = z.output<typeof EmailTemplate>;

/** Effect of a redirect on arrival. */
export const CHAT_ACTIONS = ['open_contacts', 'open_contact', 'open_email', 'open_page'] as const;
export type ChatAction = (typeof CHAT_ACTIONS)[number];

/** Source: core §3, "Metadata keys"; those below the line are ours. */
export const ReplyMetadata = z.object({
  contacts: z.optional(z.array(ChatContact)),
  quotes: z.optional(z.array(Quote)),
  contact_number: z.optional(Id),
  /** Such as `Plan G`. */
  plan_type: z.optional(z.string()),
  /** A path of the app, nothing else (promise P15). */
  redirect_url: z.optional(z.string()),
  search_payload: z.optional(ContactsScope),
  action: z.optional(z.enum(CHAT_ACTIONS)),
  template_data: z.optional(EmailTemplate),
  insight_data: z.optional(z.object({ title: z.string(), key_points: z.array(KeyPoint), read: z.string() })),
  last_updated: z.optional(Instant),
  // ---- ours
  /** Contacts that `search_payload` finds now. */
  count: z.optional(z.int()),
  /** Names of the choices whose ids are in `search_payload`: field, id, name. */
  names: z.optional(z.array(z.object({ field: z.string(), id: z.string(), name: z.string() }))),
  questions: z.optional(z.array(ChatQuestion)),
  /** Assumptions that the user did not state. */
  assumptions: z.optional(z.array(z.string())),
  sources: z.optional(z.array(ChatSource)),
  /** Suggested next messages. */
  suggestions: z.optional(z.array(z.string())),
  quote_ask: z.optional(QuoteAsk),
  quote_source: z.optional(
    z.object({
      name: z.string(),
      /** Rates from the sample table; no company sells at these rates. */
      sample: z.boolean(),
      at: Instant,
      /** City of the ZIP code; empty: unknown. */
      place: z.string(),
    }),
  ),
  /** All quotes were requested, not only the first few. */
  shows_all: z.optional(z.boolean()),
  answered_by: z.optional(z.enum(['rules', 'model'])),
});
export type ReplyMetadata = z.output<typeof ReplyMetadata>;
