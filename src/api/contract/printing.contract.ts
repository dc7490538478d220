import * as z from 'zod/mini';
import { Id, Instant, ListMeta, PageNumber, PathId } from './_wire.contract.ts';
import { ContactSelection } from './contacts/scope.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- constants -------------------------------------------------------------

/** Contacts of one print. Source: core §9. */
export const MAX_PRINT_LIMIT = 500;
/** Contacts after which a print job reports progress. Our choice. */
export const PRINT_CHUNK_CONTACTS = 25;
/** Days to keep a finished file. Our choice: a week to print it again. */
export const PRINT_KEPT_DAYS = 7;
/** Labels on a sheet of Avery 5160. Source: the maker's template, 3 across and 10 down. */
export const LABELS_A_SHEET = 30;
/** Maximum characters of a letter and of the signature block. Our choice: a few pages. */
export const MAX_LETTER_BODY = 10_000;
export const MAX_LETTER_SENDER = 400;
/** Sheets of one letter. Ours: twice what a letter ever has. */
export const MAX_LETTER_SHEETS = 10;
/** Maximum letters per user. Our choice. */
export const MAX_LETTER_TEMPLATES = 200;
/** Maximum lines of that block: more wouldn't fit the window of the envelope. Our choice. */
export const MAX_SENDER_LINES = 6;

// ---- schemas ---------------------------------------------------------------

/**
 * Status of a print job.
 *
 *   queued → working → complete | failed;  queued → cancelled;  working → cancelling → cancelled
 *
 * The file exists from completion until `kept_until`.
 */
export const PRINT_STATUSES = ['queued', 'working', 'cancelling', 'cancelled', 'complete', 'failed'] as const;
export type PrintStatus = (typeof PRINT_STATUSES)[number];

export const PRINT_KINDS = ['labels', 'letters'] as const;
export type PrintKind = (typeof PRINT_KINDS)[number];

/** Reasons why a contact is skipped; their labels are in `src/views/printing/print-words.ts`. */
export const SKIP_REASONS = [
  /** Unknown, or not theirs to see (any more). */
  'not_seen',
  'deleted',
  /** No street, or neither city nor ZIP code. */
  'no_address',
  /** Has a character that no font has. */
  'other_script',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Content of the PDF. */
export const PrintWhat = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('labels'),
    options: z.strictObject({
      /** First free label of the first sheet, row by row. */
      start_at: z._default(z.int().check(z.minimum(1), z.maximum(LABELS_A_SHEET)), 1),
      /** One label for all contacts at one address. */
      per_household: z._default(z.boolean(), false),
    }),
  }),
  z.strictObject({
    kind: z.literal('letters'),
    options: z.strictObject({
      /** Signature block, one line each; with merge fields, like the body. */
      sender: z._default(z.string().check(z.maxLength(MAX_LETTER_SENDER)), ''),
      body: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Enter the letter text.'),
          z.maxLength(MAX_LETTER_BODY, 'The letter is too long.'),
        ),
    }),
  }),
]);
export type PrintWhat = z.output<typeof PrintWhat>;
export type PrintWhatInput = z.input<typeof PrintWhat>;

const Jid = z.string().check(z.regex(/^[\w-]{22}$/));
const Person = z.object({ id: Id, name: z.string() });

export const PrintJob = z.object({
  id: Id,
  /** Identifier by which the job is requested. */
  jid: Jid,
  kind: z.enum(PRINT_KINDS),
  /** Label of the selection: `Mine, state TX`. Empty: contacts were chosen one by one. */
  sentence: z.string(),
  status: z.enum(PRINT_STATUSES),
  /** One sentence; `null` unless failed. */
  failure: z.nullable(z.string()),
  /** Owner of the print job. */
  user: Person,
  total: z.int(),
  /** Contacts looked at so far. */
  done: z.int(),
  /** printed + skipped = done, once it is complete. */
  printed: z.int(),
  skipped: z.int(),
  /** Pages of the file; like the next two, `null` unless complete. */
  pages: z.nullable(z.int()),
  bytes: z.nullable(z.int()),
  /** Expiration of the file. */
  kept_until: z.nullable(Instant),
  /** True when the file exists. */
  has_file: z.boolean(),
  created_at: Instant,
  started_at: z.nullable(Instant),
  finished_at: z.nullable(Instant),
  /** Counts changes: of two copies the higher one is newer. */
  version: z.int(),
});
export type PrintJob = z.output<typeof PrintJob>;

/** Where a character that no font has was met. */
export const UNPRINTABLE_PLACES = ['name', 'address', 'letter'] as const;
const Unprintable = z.object({ character: z.string(), place: z.enum(UNPRINTABLE_PLACES) });
export type Unprintable = z.output<typeof Unprintable>;

/** A contact that was left out. */
export const SkippedContact = z.object({
  /** Place in the print, from 1. */
  position: z.int(),
  /** `null`: not theirs to see. */
  contact: z.nullable(z.object({ id: Id, number: Id, name: z.string() })),
  reason: z.enum(SKIP_REASONS),
  /** The character that can't be printed, with `other_script`; `null` for prints of before it was kept. */
  unprintable: z.nullable(Unprintable),
});
export type SkippedContact = z.output<typeof SkippedContact>;

/** A fault of a template. */
export const TemplateFault = z.object({ field: z.enum(['sender', 'body']), message: z.string() });
export type TemplateFault = z.output<typeof TemplateFault>;

/** Preview of a print job, computed by the code that prints. */
export const PrintPreview = z.object({
  sentence: z.string(),
  total: z.int(),
  /** True for more than `MAX_PRINT_LIMIT` contacts: then the preview omits them. */
  too_many: z.boolean(),
  printed: z.int(),
  by_reason: z.array(z.object({ reason: z.enum(SKIP_REASONS), contacts: z.int() })),
  /** Labels or letters. */
  pieces: z.int(),
  faults: z.array(TemplateFault),
  /** The first piece; `null`: nothing would be printed, or the letter has faults. */
  first: z.nullable(
    z.object({
      /** Lines of the address on the envelope. */
      address: z.array(z.string()),
      /** The letter; `null` for a label. */
      letter: z.nullable(z.object({ sender: z.array(z.string()), date: z.string(), body: z.string() })),
    }),
  ),
});
export type PrintPreview = z.output<typeof PrintPreview>;

/** The queue of prints of the whole server. */
export const WorkersStatus = z.object({
  /** Processes that take jobs. */
  workers: z.int(),
  waiting: z.int(),
  running: z.int(),
  /** Wait of the oldest job in seconds; `null`: none waits. */
  oldest_waiting_s: z.nullable(z.int()),
});
export type WorkersStatus = z.output<typeof WorkersStatus>;

export const LetterTemplate = z.object({
  id: Id,
  name: z.string(),
  sender: z.string(),
  body: z.string(),
  updated_at: Instant,
});
export type LetterTemplate = z.output<typeof LetterTemplate>;

const JobParams = z.strictObject({ id: PathId });
const PrintReply = z.object({ data: PrintJob });
const TemplateParams = z.strictObject({ id: PathId });
const TemplateReply = z.object({ data: LetterTemplate });
const page = {
  page: PageNumber,
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
};
const written = {
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(80)),
  sender: z.string().check(z.maxLength(MAX_LETTER_SENDER)),
  body: z.string().check(z.trim(), z.minLength(1, 'Enter the letter text.'), z.maxLength(MAX_LETTER_BODY)),
};

const family = { access: 'contacts.read', feature: 'printing' } as const;
const read = { ...family, effect: 'read', idempotent: false, rate: 'read', audit: null } as const;
const write = { ...family, effect: 'write', idempotent: true, rate: 'write' } as const;

// ---- endpoints -------------------------------------------------------------

export const batchPrint = endpoint({
  ...write,
  name: 'batchPrint',
  method: 'POST',
  path: '/v1/contacts/batch_print',
  summary: `Print letters or labels of at most ${MAX_PRINT_LIMIT} contacts as one PDF`,
  rate: 'bulk',
  audit: 'print.asked',
  body: z.strictObject({ selection: ContactSelection, print: PrintWhat }),
  /** `data.jid` names the print. */
  reply: PrintReply,
});

export const readBatchPrintStatus = endpoint({
  ...read,
  name: 'readBatchPrintStatus',
  method: 'PATCH',
  path: '/v1/contacts/batch_print_status',
  summary: 'Where a print stands, by its jid',
  body: z.strictObject({ jid: Jid }),
  reply: PrintReply,
});

export const readWorkersStatus = endpoint({
  ...read,
  name: 'readWorkersStatus',
  method: 'GET',
  path: '/v1/contacts/workers_status',
  summary: 'How many workers take prints, and what waits for them',
  reply: z.object({ data: WorkersStatus }),
});

/** Not among the 404 specified calls, like the following ones. */
export const previewPrint = endpoint({
  ...read,
  name: 'previewPrint',
  method: 'PATCH',
  path: '/v1/contacts/batch_print/preview',
  summary: 'What a print would come to: who is left out, faults of the letter, and the first piece',
  body: z.strictObject({ selection: ContactSelection, print: PrintWhat }),
  reply: z.object({ data: PrintPreview }),
});

export const listPrints = endpoint({
  ...read,
  name: 'listPrints',
  method: 'GET',
  path: '/v1/contacts/prints',
  summary: 'Prints of the current user, newest first',
  query: z.strictObject({ ...page, running: z.optional(z.literal('true')) }),
  reply: z.object({ data: z.array(PrintJob), meta: ListMeta }),
});

export const cancelPrint = endpoint({
  ...write,
  name: 'cancelPrint',
  method: 'POST',
  path: '/v1/contacts/prints/:id/cancel',
  summary: 'Give a print up; there will be no file',
  audit: 'print.cancelled',
  params: JobParams,
  reply: PrintReply,
});

export const readPrintFile = endpoint({
  ...read,
  name: 'readPrintFile',
  method: 'GET',
  path: '/v1/contacts/prints/:id/read_file',
  summary: 'Addresses of the PDF that need no session, for some minutes: to see it, and to save it',
  params: JobParams,
  reply: z.object({ data: z.object({ view_url: z.string(), save_url: z.string(), expires_at: Instant }) }),
});

export const listSkippedContacts = endpoint({
  ...read,
  name: 'listSkippedContacts',
  method: 'GET',
  path: '/v1/contacts/prints/:id/list_skipped',
  summary: 'Contacts that a print left out, with the reason',
  params: JobParams,
  query: z.strictObject(page),
  reply: z.object({ data: z.array(SkippedContact), meta: ListMeta }),
});

export const listLetterTemplates = endpoint({
  ...read,
  name: 'listLetterTemplates',
  method: 'GET',
  path: '/v1/contacts/letter_templates',
  summary: 'Letters that the current user keeps, by name',
  reply: z.object({ data: z.array(LetterTemplate) }),
});

export const createLetterTemplate = endpoint({
  ...write,
  name: 'createLetterTemplate',
  method: 'POST',
  path: '/v1/contacts/letter_templates',
  summary: 'Keep a letter',
  audit: 'letter_template.created',
  body: z.strictObject({ ...written, sender: z._default(written.sender, '') }),
  reply: TemplateReply,
});

export const updateLetterTemplate = endpoint({
  ...write,
  name: 'updateLetterTemplate',
  method: 'PATCH',
  path: '/v1/contacts/letter_templates/:id',
  summary: 'Change a letter that is kept',
  audit: 'letter_template.updated',
  params: TemplateParams,
  body: z.strictObject({
    name: z.optional(written.name),
    sender: z.optional(written.sender),
    body: z.optional(written.body),
  }),
  reply: TemplateReply,
});

export const deleteLetterTemplate = endpoint({
  ...write,
  name: 'deleteLetterTemplate',
  method: 'DELETE',
  path: '/v1/contacts/letter_templates/:id',
  summary: 'Keep a letter no longer; it can be brought back',
  audit: 'letter_template.deleted',
  params: TemplateParams,
  reply: null,
});

export const restoreLetterTemplate = endpoint({
  ...write,
  name: 'restoreLetterTemplate',
  method: 'POST',
  path: '/v1/contacts/letter_templates/:id/restore',
  summary: 'Bring back a letter',
  audit: 'letter_template.restored',
  params: TemplateParams,
  reply: TemplateReply,
});

// ---- broadcasts (channel "JobsChannel") --------------------------------------
// Streams: `print:<id>` for {print_job_id}, `live:<user id>` for {audience: 'downline'}, else `user:<user id>`.

export const PrintBroadcast = z.discriminatedUnion('type', [
  z.object({ type: z.literal('print.progressed'), job: PrintJob }),
  /** The status changed, or the file was deleted. */
  z.object({ type: z.literal('print.changed'), job: PrintJob }),
]);
export type PrintBroadcast = z.output<typeof PrintBroadcast>;
