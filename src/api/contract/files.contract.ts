import * as z from 'zod/mini';
import { Id, Instant, ListMeta, PageNumber, PathId } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- schemas ---------------------------------------------------------------

/** Allowed file types. Name, first bytes and content must agree. */
export const FILE_TYPES = [
  'pdf',
  'png',
  'jpg',
  'gif',
  'webp',
  'txt',
  'csv',
  'eml',
  'docx',
  'xlsx',
  'mp3',
  'wav',
  'm4a',
  'ogg',
] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** Bytes are served only for files that are `ready`. */
export const FILE_STATES = ['checking', 'ready', 'infected', 'refused'] as const;
export type FileState = (typeof FILE_STATES)[number];

/** `call`: the recording of a call. */
export const FILE_KINDS = ['file', 'call'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export const ContactFile = z.object({
  id: Id,
  kind: z.enum(FILE_KINDS),
  /** With its extension. */
  name: z.string(),
  description: z.string(),
  type: z.enum(FILE_TYPES),
  bytes: z.int(),
  state: z.enum(FILE_STATES),
  /** One sentence with `infected` and `refused`, else empty. */
  failure: z.string(),
  /** A picture of at most 240 px, for some minutes. `null`: it has none. */
  thumb_url: z.nullable(z.string()),
  /** Reason why it can't be deleted yet, one sentence; `null` when it can. */
  kept: z.nullable(z.string()),
  /** Uploader, or participant of the call. */
  user: z.object({ id: Id, name: z.string() }),
  created_at: Instant,
  updated_at: Instant,
});
export type ContactFile = z.output<typeof ContactFile>;

export const FilePreview = z.object({
  /** `page`: opens in its own tab; `none`: download only. */
  kind: z.enum(['image', 'audio', 'text', 'page', 'none']),
  /** Needs no session, for some minutes. `null` with `text` and `none`. */
  url: z.nullable(z.string()),
  /** The first 100 KB. `null`: it is no text. */
  text: z.nullable(z.string()),
  /** True when the text is longer than this. */
  cut: z.boolean(),
});
export type FilePreview = z.output<typeof FilePreview>;

/**
 * Status of a ZIP of attachments; `importing` waits for the import of its leads.
 *
 *   queued → (importing →) attaching → done | failed | cancelled
 */
export const ATTACHMENT_STATUSES = ['queued', 'importing', 'attaching', 'done', 'failed', 'cancelled'] as const;
export type AttachmentStatus = (typeof ATTACHMENT_STATUSES)[number];

export const AttachmentImport = z.object({
  id: Id,
  file_name: z.string(),
  file_bytes: z.int(),
  with_leads: z.boolean(),
  /** The import of its leads. `null`: none was started. */
  import_id: z.nullable(Id),
  status: z.enum(ATTACHMENT_STATUSES),
  /** One sentence when failed, else empty. */
  failure: z.string(),
  /** Files in it. `null` until it has been read. */
  total: z.nullable(z.int()),
  /** attached + unmatched = done. */
  done: z.int(),
  attached: z.int(),
  unmatched: z.int(),
  created_at: Instant,
  finished_at: z.nullable(Instant),
});
export type AttachmentImport = z.output<typeof AttachmentImport>;

/** An entry that matched no contact. */
export const UnmatchedFile = z.object({ name: z.string(), reason: z.string() });
export type UnmatchedFile = z.output<typeof UnmatchedFile>;

const ContactParams = z.strictObject({ id: PathId });
const FileParams = z.strictObject({ id: PathId, fileId: PathId });
const page = {
  page: PageNumber,
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
};
const FileReply = z.object({ data: ContactFile });
const Description = z.string().check(z.trim(), z.maxLength(1_000));

// ---- constants -------------------------------------------------------------

/** Bytes of a file at most. Source: promise P10. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;
/** Bytes of a ZIP of attachments at most. Source: promise P10, as a file of leads. */
export const MAX_ATTACHMENTS_BYTES = 500 * 1024 * 1024;
/** Days in which a deleted file can be brought back. Ours: a quarter. */
export const FILE_RESTORE_DAYS = 90;

// ---- endpoints -------------------------------------------------------------

const read = {
  access: 'contacts.read',
  effect: 'read',
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;
const write = { access: 'contacts.write', effect: 'write', idempotent: true, rate: 'write' } as const;

export const listFiles = endpoint({
  ...read,
  name: 'listFiles',
  method: 'GET',
  path: '/v1/contacts/:id/files',
  summary: 'Files of a contact, newest first',
  params: ContactParams,
  query: z.strictObject(page),
  reply: z.object({ data: z.array(ContactFile), meta: ListMeta }),
});

export const listCallFiles = endpoint({
  ...read,
  name: 'listCallFiles',
  method: 'GET',
  path: '/v1/contacts/:id/call_files',
  summary: 'Recordings of calls with a contact, newest first',
  params: ContactParams,
  query: z.strictObject(page),
  reply: z.object({ data: z.array(ContactFile), meta: ListMeta }),
});

export const createFile = endpoint({
  ...write,
  name: 'createFile',
  method: 'POST',
  path: '/v1/contacts/:id/files',
  summary: 'Upload a file or a recording',
  rate: 'upload',
  audit: 'file.uploaded',
  upload: { field: 'file', maxBytes: MAX_FILE_BYTES, required: true },
  params: ContactParams,
  body: z.strictObject({ kind: z._default(z.enum(FILE_KINDS), 'file'), description: z.optional(Description) }),
  reply: FileReply,
});

export const updateFile = endpoint({
  ...write,
  name: 'updateFile',
  method: 'PATCH',
  path: '/v1/contacts/:id/files/:fileId',
  summary: 'Rename or describe a file',
  audit: 'file.updated',
  params: FileParams,
  body: z.strictObject({
    /** Without an extension, it keeps the current one. */
    name: z.optional(z.string().check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(200))),
    description: z.optional(Description),
  }),
  reply: FileReply,
});

export const deleteFile = endpoint({
  ...write,
  name: 'deleteFile',
  method: 'DELETE',
  path: '/v1/contacts/:id/files/:fileId',
  summary: `Remove a file; it can be brought back for ${FILE_RESTORE_DAYS} days`,
  audit: 'file.deleted',
  params: FileParams,
  reply: null,
});

export const restoreFile = endpoint({
  ...write,
  name: 'restoreFile',
  method: 'POST',
  path: '/v1/contacts/:id/files/:fileId/restore',
  summary: 'Bring a deleted file back',
  audit: 'file.restored',
  params: FileParams,
  reply: FileReply,
});

export const downloadFile = endpoint({
  ...read,
  name: 'downloadFile',
  method: 'GET',
  path: '/v1/contacts/:id/files/:fileId/download',
  summary: 'An address of the file that needs no session, for some minutes',
  params: FileParams,
  reply: z.object({ data: z.object({ url: z.string(), expires_at: Instant }) }),
});

export const previewFile = endpoint({
  ...read,
  name: 'previewFile',
  method: 'GET',
  path: '/v1/contacts/:id/files/:fileId/preview',
  summary: 'How a file is looked at, and an address or the text for it',
  params: FileParams,
  reply: z.object({ data: FilePreview }),
});

const attachments = { access: 'imports.run', feature: 'imports' } as const;
const AttachmentsReply = z.object({ data: AttachmentImport });

/** The ZIP names contacts in `attachments.csv`, or its files start with a contact's number. */
export const importAttachments = endpoint({
  ...write,
  ...attachments,
  name: 'importAttachments',
  method: 'POST',
  path: '/v1/contacts/import_attachments',
  summary: 'Upload a ZIP of files for contacts that are there',
  rate: 'upload',
  audit: 'attachments.started',
  upload: { field: 'file', maxBytes: MAX_ATTACHMENTS_BYTES, required: true },
  body: z.strictObject({}),
  reply: AttachmentsReply,
});

/** The ZIP contains one file of leads with the attachments; it is imported first. */
export const uploadAttachedLeads = endpoint({
  ...write,
  ...attachments,
  name: 'uploadAttachedLeads',
  method: 'POST',
  path: '/v1/contacts/attachments_leads_uploader',
  summary: 'Upload a ZIP with a file of leads and their attachments',
  rate: 'upload',
  audit: 'attachments.started',
  upload: { field: 'file', maxBytes: MAX_ATTACHMENTS_BYTES, required: true },
  body: z.strictObject({}),
  reply: AttachmentsReply,
});

export const listAttachmentImports = endpoint({
  ...read,
  ...attachments,
  name: 'listAttachmentImports',
  method: 'GET',
  path: '/v1/contacts/import_attachments/list',
  summary: 'ZIP files of attachments that the current user uploaded, newest first',
  query: z.strictObject(page),
  reply: z.object({ data: z.array(AttachmentImport), meta: ListMeta }),
});

const AttachmentParams = z.strictObject({ attachmentImportId: PathId });

export const readAttachmentImport = endpoint({
  ...read,
  ...attachments,
  name: 'readAttachmentImport',
  method: 'GET',
  path: '/v1/contacts/import_attachments/:attachmentImportId/read',
  summary: 'One ZIP of attachments, and how far it is',
  params: AttachmentParams,
  reply: AttachmentsReply,
});

export const listUnmatchedFiles = endpoint({
  ...read,
  ...attachments,
  name: 'listUnmatchedFiles',
  method: 'GET',
  path: '/v1/contacts/import_attachments/:attachmentImportId/list_unmatched',
  summary: 'Unmatched files of a ZIP, with the reason',
  params: AttachmentParams,
  query: z.strictObject(page),
  reply: z.object({ data: z.array(UnmatchedFile), meta: ListMeta }),
});

export const cancelAttachmentImport = endpoint({
  ...write,
  ...attachments,
  name: 'cancelAttachmentImport',
  method: 'POST',
  path: '/v1/contacts/import_attachments/:attachmentImportId/cancel',
  summary: 'Cancel after the current file; files attached so far are kept',
  audit: 'attachments.cancelled',
  params: AttachmentParams,
  reply: AttachmentsReply,
});
