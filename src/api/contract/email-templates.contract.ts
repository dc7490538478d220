import * as z from 'zod/mini';
import { Id, PathId } from './_wire.contract.ts';
import { EmailDocument, EmailImage, MAX_EMAIL_IMAGE_BYTES } from './email-templates/blocks.contract.ts';
import { endpoint } from './endpoint.ts';
import { type About, changed, created, listed, paged, removed, resource, shown, withFile } from './resource.ts';
import { SUBJECT_MAX } from './timeline/emails.contract.ts';

// ---- schemas ---------------------------------------------------------------

export const TEMPLATE_FORMATS = ['text', 'html'] as const;
export type TemplateFormat = (typeof TEMPLATE_FORMATS)[number];

/** Characters of a template at most. Ours: a list carries a page of them, and Gmail cuts e-mail beyond 102 KB. */
export const MAX_TEMPLATE_BODY = 60_000;
/** Templates that one bulk update changes. Ours. */
export const MAX_BULK_TEMPLATES = 200;

const NAME = z
  .string()
  .check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(120, 'Use at most 120 characters.'));
const SUBJECT = z
  .string()
  .check(
    z.regex(/^[^\r\n]*$/, 'Enter the subject on one line.'),
    z.trim(),
    z.minLength(1, 'Enter a subject.'),
    z.maxLength(SUBJECT_MAX, `Use at most ${SUBJECT_MAX} characters.`),
  );
const BODY = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter the text of the e-mail.'),
    z.maxLength(MAX_TEMPLATE_BODY, `Use at most ${MAX_TEMPLATE_BODY.toLocaleString('en-US')} characters.`),
  );

/** Fields that a person fills in. Subject and body may have merge fields. */
const Fields = z.object({
  name: NAME,
  subject: SUBJECT,
  /** `html` keeps text, lists, links, pictures, layout tables and their styles, and removes everything else. */
  format: z.enum(TEMPLATE_FORMATS),
  /** Of an e-mail made of blocks: rendered from them by the server, whatever is sent. */
  body: BODY,
  /** What the e-mail is made of; `null`: its body was written. Blocks can be given up later, and not be introduced. */
  blocks: z.nullable(EmailDocument),
  /** Only active templates are offered to agents. */
  active: z.boolean(),
});

export const BroadcastEmail = z.extend(Fields, {
  id: Id,
  /** `null`: a template of the whole account. */
  business_unit_id: z.nullable(Id),
});
export type BroadcastEmail = z.output<typeof BroadcastEmail>;

const Change = z.strictObject(z.partial(Fields).shape);
const NewBroadcastEmail = z.extend(Change, {
  name: NAME,
  subject: SUBJECT,
  body: BODY,
  /** Set once. */
  business_unit_id: z.optional(z.nullable(Id)),
});

export const NOTE_SEVERITIES = ['error', 'warning'] as const;

/** A finding about a template. Errors keep it from being saved. */
export const TemplateNote = z.object({
  field: z.string(),
  severity: z.enum(NOTE_SEVERITIES),
  message: z.string(),
});
export type TemplateNote = z.output<typeof TemplateNote>;

/** An e-mail as one contact would get it. */
const MergedEmail = z.object({
  subject: z.string(),
  text: z.string(),
  /** Sanitized; `null`: it is plain text. */
  html: z.nullable(z.string()),
});
export type MergedEmail = z.output<typeof MergedEmail>;

// ---- endpoints -------------------------------------------------------------

const bulkUpdated = ({ path, access, subject }: About) =>
  endpoint({
    name: 'bulkUpdateBroadcastEmails',
    method: 'POST',
    path: `${path}/bulk_update`,
    summary: 'Turn several e-mail templates on or off, all or none of them',
    effect: 'write',
    access: access.write,
    idempotent: true,
    rate: 'write',
    audit: `${subject}.updated`,
    body: z.strictObject({
      ids: z.array(Id).check(z.minLength(1, 'Choose a template.'), z.maxLength(MAX_BULK_TEMPLATES)),
      active: z.boolean(),
    }),
    reply: z.object({ data: z.array(BroadcastEmail) }),
  });

/** Not among the 404 specified calls. */
const previewed = ({ path, access }: About) =>
  endpoint({
    name: 'previewBroadcastEmail',
    method: 'POST',
    path: `${path}/preview`,
    summary: 'Show what a contact would get, and what to correct first; nothing is sent or stored',
    effect: 'read',
    access: access.read,
    idempotent: false,
    rate: 'read',
    audit: null,
    body: z.strictObject({
      subject: z.string().check(z.maxLength(SUBJECT_MAX)),
      body: z.string().check(z.maxLength(MAX_TEMPLATE_BODY)),
      format: z.enum(TEMPLATE_FORMATS),
      /** What the body is rendered from: findings name the block. */
      blocks: z.optional(z.nullable(EmailDocument)),
      /** Absent: the newest contact visible to the current user. */
      contact_id: z.optional(Id),
    }),
    reply: z.object({
      data: z.object({
        /** `null`: no contact is visible; merge fields are empty then. */
        contact: z.nullable(z.object({ id: Id, name: z.string() })),
        /** `null` while a merge field is wrong. */
        email: z.nullable(MergedEmail),
        notes: z.array(TemplateNote),
      }),
    }),
  });

/** Not among the 404 specified calls: an image for blocks. */
const imageUploaded = ({ path, access, subject }: About) =>
  endpoint({
    name: 'uploadEmailImage',
    method: 'POST',
    path: `${path}/images`,
    summary:
      'Upload an image for e-mail templates; it is checked, and stays at its address for those who got it by e-mail',
    effect: 'write',
    access: access.write,
    idempotent: true,
    rate: 'upload',
    audit: `${subject}.imageAdded`,
    upload: { field: 'file', maxBytes: MAX_EMAIL_IMAGE_BYTES, required: true },
    reply: z.object({ data: EmailImage }),
  });

/** Not among the 404 specified calls: a template as text for the composer. */
const filled = () =>
  endpoint({
    name: 'fillBroadcastEmail',
    method: 'GET',
    path: '/v1/contacts/:id/fill_email',
    summary: 'Show an active e-mail template with the merge fields of a contact filled in',
    effect: 'read',
    access: 'contacts.write',
    idempotent: false,
    rate: 'read',
    audit: null,
    params: z.strictObject({ id: PathId }),
    query: z.strictObject({ email_id: PathId }),
    reply: z.object({ data: MergedEmail }),
  });

export const broadcastEmails = resource(
  {
    path: '/v1/admin/emails',
    one: 'BroadcastEmail',
    many: 'BroadcastEmails',
    label: { one: 'e-mail template', many: 'e-mail templates' },
    subject: 'email_template',
    access: { read: 'reference.manage', write: 'reference.manage' },
  },
  {
    ...withFile(
      paged(BroadcastEmail, {
        order: ['name', 'subject', 'active'],
        filter: { business_unit_id: z.optional(PathId) },
      }),
    ),
    read: shown(BroadcastEmail),
    create: created(BroadcastEmail, NewBroadcastEmail),
    update: changed(BroadcastEmail, Change),
    remove: removed(),
    choices: listed(BroadcastEmail, {
      name: 'listMyBroadcastEmails',
      path: '/v1/contacts/emails',
      summary: 'List the active e-mail templates of the account and of the business unit of the current user',
      access: 'contacts.write',
    }),
    bulkUpdate: bulkUpdated,
    preview: previewed,
    uploadImage: imageUploaded,
    fill: filled,
  },
);
