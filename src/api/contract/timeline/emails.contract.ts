import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber, PathId } from '../_wire.contract.ts';
import { Contact } from '../contacts.contract.ts';
import { endpoint } from '../endpoint.ts';

// ---- schemas ---------------------------------------------------------------

export const EMAIL_DIRECTIONS = ['out', 'in'] as const;
/** `recorded`: exchanged elsewhere and logged here; `received`: came in as an answer. */
export const EMAIL_STATES = ['queued', 'sent', 'failed', 'recorded', 'received'] as const;

export const ContactEmail = z.object({
  id: Id,
  direction: z.enum(EMAIL_DIRECTIONS),
  /** The contact's address at that time. */
  address: z.string(),
  cc: z.array(z.string()),
  subject: z.string(),
  /** Plain text, also of what was written with marks. */
  body: z.string(),
  status: z.enum(EMAIL_STATES),
  /** Reason for a failure or a delay, or why files of a received one were not kept; else empty. */
  reason: z.string(),
  /** False: nothing proves that a received one is from the address it names. `null`: not known. */
  sender_verified: z.optional(z.nullable(z.boolean())),
  /** Name of the file that it carries; `null`: none. */
  attachment: z.optional(z.nullable(z.string())),
  at: Instant,
  /** The user who sent or logged it; of a received one, whose e-mail it answers. */
  user: z.object({ id: Id, name: z.string() }),
});
export type ContactEmail = z.output<typeof ContactEmail>;

const ContactParams = z.strictObject({ id: PathId });
const EmailParams = z.strictObject({ id: PathId, emailId: PathId });

/** Characters of a subject at most. Ours. */
export const SUBJECT_MAX = 200;
/** Bytes of a line in a header lie below 998 (RFC 5322), and a break in one would make another header. */
const ONE_LINE = /^[^\r\n]*$/;
const subject = z
  .string()
  .check(
    z.regex(ONE_LINE, 'Enter the subject on one line.'),
    z.trim(),
    z.minLength(1, 'Enter a subject.'),
    z.maxLength(SUBJECT_MAX, `Use at most ${SUBJECT_MAX} characters.`),
  );
const body = z.string().check(z.trim(), z.minLength(1, 'Enter some text first.'), z.maxLength(100_000));

// ---- endpoints -------------------------------------------------------------

export const sendEmail = endpoint({
  name: 'sendEmail',
  method: 'POST',
  path: '/v1/contacts/:id/send_email',
  summary: 'Send an e-mail to a contact; answers go to who sends it',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'email.sent',
  params: ContactParams,
  body: z.strictObject({
    subject,
    body,
    /** `html` keeps paragraphs, lists, bold, italics and links, and removes everything else. */
    format: z._default(z.enum(['text', 'html']), 'text'),
    /** Decides which rules apply; marketing has more of them. */
    purpose: z._default(z.enum(['service', 'marketing']), 'marketing'),
    cc: z._default(
      z.array(z.string().check(z.trim(), z.maxLength(254))).check(z.maxLength(10, 'Add at most 10 Cc addresses.')),
      [],
    ),
  }),
  reply: z.object({ data: ContactEmail }),
});

/** Not among the 404 specified calls: retries a failed one. */
export const sendEmailAgain = endpoint({
  name: 'sendEmailAgain',
  method: 'POST',
  path: '/v1/contacts/:id/email_logs/:emailId/send_again',
  summary: 'Send a failed e-mail once more, to the address that the contact has now',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'email.sentAgain',
  params: EmailParams,
  reply: z.object({ data: ContactEmail }),
});

export const listEmailLogs = endpoint({
  name: 'listEmailLogs',
  method: 'GET',
  path: '/v1/contacts/:id/email_logs',
  summary: 'E-mail with a contact, newest first; 5 unless `limit` says more',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: ContactParams,
  query: z.strictObject({
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_LIMIT)), 5),
  }),
  reply: z.object({ data: z.array(ContactEmail), meta: ListMeta }),
});

export const recordEmail = endpoint({
  name: 'recordEmail',
  method: 'POST',
  path: '/v1/contacts/:id/email_history',
  summary: 'Log an e-mail exchanged elsewhere; nothing is sent',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'email.recorded',
  params: ContactParams,
  body: z.strictObject({
    direction: z.enum(EMAIL_DIRECTIONS),
    subject,
    body,
    /** Time of the exchange; absent: now. */
    at: z.optional(Instant),
  }),
  reply: z.object({ data: ContactEmail }),
});

export const validateEmail = endpoint({
  name: 'validateEmail',
  method: 'PATCH',
  path: '/v1/contacts/:id/validate_email',
  summary: 'Check the form of the e-mail address and ask for the mail servers of its domain; the result is kept',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'contact.emailChecked',
  params: ContactParams,
  reply: z.object({ data: Contact }),
});

export const forceVerifyEmail = endpoint({
  name: 'forceVerifyEmail',
  method: 'PATCH',
  path: '/v1/contacts/:id/force_verify_email',
  summary: 'Mark the e-mail address valid, whatever a check says',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'contact.emailVouched',
  params: ContactParams,
  reply: z.object({ data: Contact }),
});
