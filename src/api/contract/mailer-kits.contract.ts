import * as z from 'zod/mini';
import { Id, PathId } from './_wire.contract.ts';
import { ContactSelection } from './contacts/scope.contract.ts';
import { endpoint } from './endpoint.ts';
import { MAX_LETTER_BODY, MAX_LETTER_SENDER, MAX_PRINT_LIMIT, PRINT_KINDS, PrintJob } from './printing.contract.ts';
import { changed, created, listed, paged, removed, resource, shown, withFile } from './resource.ts';

// ---- constants -------------------------------------------------------------

/** Contacts of one assignment. Ours: twenty prints. */
export const MAX_ASSIGNED = 10_000;

// ---- schemas ---------------------------------------------------------------

/** Fields that a person fills in. */
const Fields = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(120, 'Use at most 120 characters.')),
  /** What it is for: "65th birthday". */
  purpose: z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters.')),
  /** Set once. */
  kind: z.enum(PRINT_KINDS),
  /** Of letters: signature block, one line each; with merge fields, like the body. */
  sender: z.string().check(z.maxLength(MAX_LETTER_SENDER)),
  body: z.string().check(z.maxLength(MAX_LETTER_BODY, 'The letter is too long.')),
  /** Of labels: one for all contacts at one address. */
  per_household: z.boolean(),
  /** Only active kits are offered. */
  active: z.boolean(),
});

export const MailerKit = z.extend(Fields, {
  id: Id,
  /** `null`: of the whole account. */
  business_unit_id: z.nullable(Id),
});
export type MailerKit = z.output<typeof MailerKit>;

const { kind: _kind, ...changeable } = Fields.shape;
const NewMailerKit = z.extend(z.strictObject(z.partial(Fields).shape), {
  name: Fields.shape.name,
  kind: Fields.shape.kind,
  /** Set once. */
  business_unit_id: z.optional(z.nullable(Id)),
});

/** What became of the contacts to whom the current user assigned a kit. */
export const MailerCount = z.object({
  kit_id: Id,
  name: z.string(),
  assigned: z.int(),
  printed: z.int(),
  /** In a print that hasn't ended. */
  printing: z.int(),
  left: z.int(),
});
export type MailerCount = z.output<typeof MailerCount>;

/** What an assignment would come to. */
export const MailerPreview = z.object({
  sentence: z.string(),
  contacts: z.int(),
  /** No street, or neither city nor ZIP code: they are left out. */
  without_address: z.int(),
  /** Have this kit already: they are left out. */
  already_assigned: z.int(),
  to_assign: z.int(),
  too_many: z.boolean(),
});
export type MailerPreview = z.output<typeof MailerPreview>;

const family = { access: 'contacts.read', feature: 'mailer-assignment' } as const;
const read = { ...family, effect: 'read', idempotent: false, rate: 'read', audit: null } as const;
const write = { ...family, effect: 'write', idempotent: true, rate: 'bulk', method: 'POST' } as const;
const Assigning = z.strictObject({ kit_id: Id, selection: ContactSelection });

// ---- endpoints -------------------------------------------------------------

export const mailerKits = resource(
  {
    path: '/v1/admin/mailer_kits',
    one: 'MailerKit',
    many: 'MailerKits',
    label: { one: 'mailer kit', many: 'mailer kits' },
    subject: 'mailer_kit',
    access: { read: 'reference.manage', write: 'reference.manage' },
    feature: 'mailer-assignment',
  },
  {
    ...withFile(
      paged(MailerKit, {
        order: ['name', 'purpose', 'kind', 'active'],
        filter: { business_unit_id: z.optional(PathId) },
      }),
    ),
    read: shown(MailerKit),
    create: created(MailerKit, NewMailerKit),
    update: changed(MailerKit, z.strictObject(z.partial(z.object(changeable)).shape)),
    remove: removed(),
    choices: listed(MailerKit, {
      name: 'listMailerAssignmentKits',
      path: '/v1/contacts/mailer_assignment_kits',
      summary: 'List the active mailer kits of the account and of the business unit of the current user',
      access: 'contacts.read',
    }),
  },
);

export const countMailerAssignments = endpoint({
  ...read,
  name: 'countMailerAssignments',
  method: 'GET',
  path: '/v1/contacts/mailer_assignment_counts',
  summary: 'Count the contacts to whom the current user assigned each mailer kit: assigned, printed, left',
  reply: z.object({ data: z.array(MailerCount) }),
});

/** Not among the 404 specified calls. */
export const previewMailerAssignment = endpoint({
  ...read,
  name: 'previewMailerAssignment',
  method: 'POST',
  path: '/v1/contacts/mailer_assignment_preview',
  summary: 'Count whom an assignment of a mailer kit would reach, and whom it would leave out',
  body: Assigning,
  reply: z.object({ data: MailerPreview }),
});

export const createMailerAssignment = endpoint({
  ...write,
  name: 'createMailerAssignment',
  path: '/v1/contacts/mailer_assignment_create',
  summary: `Assign a mailer kit to contacts, and print it for the first ${MAX_PRINT_LIMIT} of them`,
  audit: 'mailer.assigned',
  body: Assigning,
  reply: z.object({ data: z.object({ assignment_id: Id, assigned: z.int(), print: PrintJob }) }),
});

/** Not among the 404 specified calls. */
export const printMailerKit = endpoint({
  ...write,
  name: 'printMailerKit',
  path: '/v1/contacts/mailer_assignment_print',
  summary: `Print a mailer kit for the next ${MAX_PRINT_LIMIT} contacts to whom the current user assigned it`,
  audit: 'print.asked',
  body: z.strictObject({ kit_id: Id }),
  reply: z.object({ data: PrintJob }),
});
