import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PathId, PlainDate } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';
import { Tag } from './tags.contract.ts';

// ---- schemas ---------------------------------------------------------------

export const CONTACT_TYPES = ['lead', 'client', 'recruit'] as const;
export const CONTACT_GROUPS = ['mine', 'downline', 'all', 'deleted'] as const;
export const CONTACT_ORDER_FIELDS = [
  'last_name',
  'first_name',
  'city',
  'state',
  'created_at',
  'last_touch_at',
] as const;
export const CONTACT_FILTER_FIELDS = [
  'first_name',
  'last_name',
  'phone',
  'email',
  'city',
  'state',
  'zip_code',
  'tag',
  'type',
  'category',
  'dob',
  'created_at',
  'import_id',
] as const;
export const FILTER_OPS = ['is', 'not', 'contains', 'starts_with', 'before', 'after'] as const;

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));

/** The fields of a contact that a person edits or an import fills. Empty text means "not known". */
export const ContactFields = z.object({
  first_name: text(100),
  last_name: text(100),
  /** E.164, e.g. `+15125550142`; read in any form. `null`: no phone. */
  phone: z.nullable(text(40)),
  email: z.nullable(text(254)),
  address: text(200),
  city: text(100),
  /** Two letters for a state of the US or DC, else as written. */
  state: text(40),
  zip_code: text(12),
  dob: z.nullable(PlainDate),
  gender: z.nullable(z.enum(['male', 'female', 'other'])),
  language: z.nullable(z.enum(['english', 'spanish', 'french', 'chinese', 'korean', 'german'])),
  type: z.enum(CONTACT_TYPES),
  category: text(60),
  source: text(100),
});
export type ContactFields = z.output<typeof ContactFields>;

/** What a write says of a contact; any other field is refused (promise P9). */
const ContactChange = z.strictObject(z.partial(ContactFields).shape);

const Owner = z.object({ id: Id, name: z.string() });

/** One row of the list. */
export const ContactRow = z.object({
  id: Id,
  /** Unique in the account; the page of a contact is `/contacts/{number}`. */
  number: Id,
  first_name: z.string(),
  last_name: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  city: z.string(),
  state: z.string(),
  type: z.enum(CONTACT_TYPES),
  tags: z.array(Tag),
  owner: Owner,
  created_at: Instant,
  /** Last note, call, text or mail. `null`: never touched. */
  last_touch_at: z.nullable(Instant),
  /** `null`: not deleted. */
  deleted_at: z.nullable(Instant),
});
export type ContactRow = z.output<typeof ContactRow>;

export const Contact = z.extend(ContactFields, {
  id: Id,
  number: Id,
  tags: z.array(Tag),
  owner: Owner,
  /** `null`: in nobody's pool. */
  pool: z.nullable(z.object({ id: Id, name: z.string() })),
  business_unit_id: Id,
  /** The import that made this contact and the row of its file. `null`: made by hand. */
  imported: z.nullable(z.object({ import_id: Id, row_number: z.int(), file_name: z.string() })),
  /** Counts changes; an update that names an older one is refused with the fields that differ. */
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  last_touch_at: z.nullable(Instant),
  deleted_at: z.nullable(Instant),
});
export type Contact = z.output<typeof Contact>;

export const Note = z.object({
  id: Id,
  body: z.string(),
  author: Owner,
  created_at: Instant,
  updated_at: Instant,
});
export type Note = z.output<typeof Note>;

export const ContactFilter = z.strictObject({
  field: z.enum(CONTACT_FILTER_FIELDS),
  /** Empty values are dropped before sending (core §5). */
  value: z.union([z.string().check(z.maxLength(200)), z.array(z.string().check(z.maxLength(200)))]),
  op: z.optional(z.enum(FILTER_OPS)),
});
export type ContactFilter = z.output<typeof ContactFilter>;

/** Which contacts are meant: the same object drives list, bulk action, export, print and broadcast. */
export const ContactsScope = z.strictObject({
  search: z._default(z.array(ContactFilter).check(z.maxLength(20, 'Use at most 20 filters.')), []),
  q: z._default(z.string().check(z.maxLength(200)), ''),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
  order_field: z._default(z.enum(CONTACT_ORDER_FIELDS), 'last_name'),
  page: z._default(z.int().check(z.minimum(1)), 1),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(MAX_PAGE_LIMIT)), 50),
  /** Opaque, from `meta.next_cursor` or `meta.previous_cursor`; wins over `page`. */
  cursor: z.optional(z.string().check(z.maxLength(600))),
  category: z.optional(z.string().check(z.maxLength(60))),
  type: z.optional(z.enum(CONTACT_TYPES)),
  contact_group: z._default(z.enum(CONTACT_GROUPS), 'mine'),
  /** Widens `mine` to the whole downline. */
  all_downline: z._default(z.boolean(), false),
  pool_id: z._default(z.union([z.literal('mine'), Id]), 'mine'),
  /** 1 means no particular user (decisions, "Tenancy"). */
  downline_user_id: z._default(Id, 1),
  /** Asks for `meta.groups`, the counts of every group. */
  for_contact_group_all: z._default(z.boolean(), false),
});
export type ContactsScope = z.output<typeof ContactsScope>;
export type ContactsScopeInput = z.input<typeof ContactsScope>;

export const ContactsMeta = z.extend(ListMeta, {
  /** `null`: the last page. */
  next_cursor: z.nullable(z.string()),
  /** `null`: the first page. */
  previous_cursor: z.nullable(z.string()),
  groups: z.optional(z.object({ mine: z.int(), downline: z.int(), all: z.int(), deleted: z.int() })),
});
export type ContactsMeta = z.output<typeof ContactsMeta>;

const ContactParams = z.strictObject({ id: PathId });
const NoteParams = z.strictObject({ id: PathId, noteId: PathId });
const NoteBody = z.strictObject({
  body: z.string().check(z.trim(), z.minLength(1, 'Write something first.'), z.maxLength(20_000)),
});
const Ids = z.strictObject({
  ids: z.array(Id).check(z.minLength(1, 'Choose at least one contact.'), z.maxLength(MAX_PAGE_LIMIT)),
});

// ---- endpoints -------------------------------------------------------------

export const listContacts = endpoint({
  name: 'listContacts',
  method: 'PATCH',
  path: '/v1/contacts',
  summary: 'One page of the contacts of a scope',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  body: z.strictObject({ contacts_scope: ContactsScope }),
  reply: z.object({ data: z.array(ContactRow), meta: ContactsMeta }),
});

export const createContact = endpoint({
  name: 'createContact',
  method: 'POST',
  path: '/v1/contacts',
  summary: 'Create a contact owned by the current user',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'contact.created',
  body: z.strictObject({ contact: ContactChange, tag_ids: z.optional(z.array(Id)) }),
  reply: z.object({ data: Contact }),
});

export const readContact = endpoint({
  name: 'readContact',
  method: 'GET',
  path: '/v1/contacts/:id',
  summary: 'One contact, by id or with `by=number` by number',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: ContactParams,
  query: z.object({ by: z.optional(z.literal('number')), not_remove_new_tag: z.optional(z.string()) }),
  reply: z.object({ data: Contact }),
});

export const updateContact = endpoint({
  name: 'updateContact',
  method: 'PATCH',
  path: '/v1/contacts/:id',
  summary: 'Change fields of a contact; 409 `contact_changed` when `version` is older than the stored one',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'contact.updated',
  params: ContactParams,
  query: z.object({ not_remove_new_tag: z.optional(z.string()) }),
  body: z.strictObject({ contact: ContactChange, version: z.optional(z.int()) }),
  reply: z.object({ data: Contact }),
});

export const updateTagsOfContact = endpoint({
  name: 'updateTagsOfContact',
  method: 'PATCH',
  path: '/v1/contacts/update_tags_single',
  summary: 'Set the tags of one contact',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'contact.tagged',
  body: z.strictObject({ contact_id: Id, tag_ids: z.array(Id).check(z.maxLength(50)) }),
  reply: z.object({ data: Contact }),
});

export const deleteContacts = endpoint({
  name: 'deleteContacts',
  method: 'DELETE',
  path: '/v1/contacts/destroy_all',
  summary: 'Move contacts to the group deleted',
  effect: 'write',
  access: 'contacts.delete',
  idempotent: true,
  rate: 'bulk',
  audit: 'contacts.deleted',
  body: Ids,
  /** The ids that changed: already deleted or unknown ones are left out. */
  reply: z.object({ data: z.object({ ids: z.array(Id) }) }),
});

export const restoreContacts = endpoint({
  name: 'restoreContacts',
  method: 'PUT',
  path: '/v1/contacts/restore',
  summary: 'Bring deleted contacts back',
  effect: 'write',
  access: 'contacts.delete',
  idempotent: true,
  rate: 'bulk',
  audit: 'contacts.restored',
  body: Ids,
  reply: z.object({ data: z.object({ ids: z.array(Id) }) }),
});

export const listNotes = endpoint({
  name: 'listNotes',
  method: 'GET',
  path: '/v1/contacts/:id/notes',
  summary: 'Notes of a contact, newest first',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: ContactParams,
  reply: z.object({ data: z.array(Note) }),
});

export const createNote = endpoint({
  name: 'createNote',
  method: 'POST',
  path: '/v1/contacts/:id/notes',
  summary: 'Write a note',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'note.created',
  params: ContactParams,
  body: NoteBody,
  reply: z.object({ data: Note }),
});

export const updateNote = endpoint({
  name: 'updateNote',
  method: 'PATCH',
  path: '/v1/contacts/:id/notes/:noteId',
  summary: 'Change a note',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'note.updated',
  params: NoteParams,
  body: NoteBody,
  reply: z.object({ data: Note }),
});

export const deleteNote = endpoint({
  name: 'deleteNote',
  method: 'DELETE',
  path: '/v1/contacts/:id/notes/:noteId',
  summary: 'Remove a note',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'note.deleted',
  params: NoteParams,
  reply: null,
});

// ---- broadcasts (channel "NotificationsChannel", stream `user:<owner id>`) ---

export const ContactsBroadcast = z.discriminatedUnion('type', [
  /** Contacts of this user were created, changed, deleted or restored. */
  z.object({
    type: z.literal('contacts.changed'),
    /** `null`: more than a page, load anew what is shown. */
    ids: z.nullable(z.array(Id)),
  }),
]);
export type ContactsBroadcast = z.output<typeof ContactsBroadcast>;
