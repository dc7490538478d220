import * as z from 'zod/mini';
import { Id } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- schemas ---------------------------------------------------------------

/** The name of a help page in its address. */
export const HelpSlug = z.string().check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/), z.maxLength(60));

export const HelpEntry = z.object({
  slug: HelpSlug,
  title: z.string(),
  summary: z.string(),
  /** Heading in the table of contents. */
  chapter: z.string(),
});
export type HelpEntry = z.output<typeof HelpEntry>;

/** A section that answers a question. */
export const HelpFound = z.extend(HelpEntry, {
  /** Heading of the section; empty: the text above the first heading. */
  heading: z.string(),
  /** Its id on the page; empty: the top. */
  anchor: z.string(),
  /** Best matching passage of the page; empty: no query. */
  excerpt: z.string(),
});
export type HelpFound = z.output<typeof HelpFound>;

/** A piece of a line. A link is a path of the app or of help. */
export const HelpSpan = z.object({
  text: z.string(),
  /** A name on the screen. */
  strong: z.optional(z.boolean()),
  code: z.optional(z.boolean()),
  href: z.optional(z.string()),
});
export type HelpSpan = z.output<typeof HelpSpan>;

export const HelpBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.int(), id: z.string(), text: z.string() }),
  z.object({ kind: z.literal('text'), spans: z.array(HelpSpan) }),
  z.object({ kind: z.literal('steps'), ordered: z.boolean(), items: z.array(z.array(HelpSpan)) }),
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({ kind: z.literal('table'), head: z.array(z.array(HelpSpan)), rows: z.array(z.array(z.array(HelpSpan))) }),
]);
export type HelpBlock = z.output<typeof HelpBlock>;

export const HelpPage = z.extend(HelpEntry, {
  blocks: z.array(HelpBlock),
  related: z.array(HelpEntry),
  /** `null`: it is the first of the contents. */
  previous: z.nullable(HelpEntry),
  /** `null` for the last page. */
  next: z.nullable(HelpEntry),
  /** Reason why the described feature is unavailable to the reader; empty: available. */
  closed: z.string(),
});
export type HelpPage = z.output<typeof HelpPage>;

const read = { effect: 'read', access: 'signedIn', idempotent: false, rate: 'read', audit: null } as const;

// ---- endpoints -------------------------------------------------------------

/** Not among the 404 specified calls. */
export const listHelpPages = endpoint({
  ...read,
  name: 'listHelpPages',
  method: 'GET',
  path: '/v1/help/list',
  summary: 'Help pages, or those that answer a question, the best first',
  query: z.strictObject({ q: z._default(z.string().check(z.maxLength(200)), '') }),
  reply: z.object({ data: z.array(HelpFound) }),
});

/** Not among the 404 specified calls. */
export const readHelpPage = endpoint({
  ...read,
  name: 'readHelpPage',
  method: 'GET',
  path: '/v1/help/:slug/read',
  summary: 'One help page in the words of the brand',
  params: z.strictObject({ slug: HelpSlug }),
  reply: z.object({ data: HelpPage }),
});

/** What a user asks support for. */
export const HelpRequest = z.strictObject({
  subject: z.string().check(z.trim(), z.minLength(1, 'Enter a subject.'), z.maxLength(120)),
  message: z.string().check(z.trim(), z.minLength(1, 'Enter a message.'), z.maxLength(4_000)),
  /** Path of the page that it is about, without the query, which may contain names. */
  page: z._default(z.string().check(z.maxLength(500)), ''),
});

/** Characters of the steps that go along. */
export const MAX_HELP_MACHINES = 40_000;

const HelpTicket = z.object({
  /** The number of the ticket. */
  id: Id,
  /** Where support answers; empty: the writer has no address. */
  reply_to: z.string(),
});

export const createHelp = endpoint({
  name: 'createHelp',
  method: 'POST',
  path: '/v1/helps',
  summary: 'Ask support for help; the ticket is stored and mailed to the support of the brand',
  effect: 'write',
  access: 'signedIn',
  idempotent: true,
  rate: 'report',
  audit: 'help.asked',
  body: z.extend(HelpRequest, {
    /** Version of the app in the tab. */
    app_version: z._default(z.string().check(z.maxLength(60)), ''),
    /** State machines of the tab and their last steps as text, without values that could identify anyone. */
    machines: z._default(z.string().check(z.maxLength(MAX_HELP_MACHINES)), ''),
  }),
  reply: z.object({ data: HelpTicket }),
});
