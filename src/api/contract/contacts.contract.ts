import * as z from 'zod/mini';
import { Id, Instant, KnownVersion, PathId, PlainDate, WallTime } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';
import { Marked, Named } from './contacts/contact-list.contract.ts';
import { RecordCounts } from './contacts/record-counts.contract.ts';
import { CONTACT_TYPES } from './contacts/scope.contract.ts';
import { CONTACT_TAGS_MAX, Tag } from './contacts/tag.contract.ts';

/** Days for which a deleted contact can be restored. Source: promise P29. */
export const CONTACT_RESTORE_DAYS = 90;

// ---- schemas ---------------------------------------------------------------

/** Source: platform, "Option lists": 2 Mobile, 9 Other. */
export const PHONE_TYPES = ['2', '9'] as const;
/** Source: platform, "Option lists". */
export const GENDERS = ['male', 'female', 'other'] as const;
export const LANGUAGES = ['english', 'spanish', 'french', 'chinese', 'korean', 'german'] as const;
/** Verification status of an e-mail address; `unknown`: its servers did not answer; `forced`: a user confirmed it. */
export const EMAIL_STATUSES = ['unchecked', 'valid', 'invalid', 'unknown', 'forced'] as const;

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
  /** Two letters for a state of the US or DC, else as entered. */
  state: text(40),
  zip_code: text(12),
  dob: z.nullable(PlainDate),
  gender: z.nullable(z.enum(GENDERS)),
  language: z.nullable(z.enum(LANGUAGES)),
  type: z.enum(CONTACT_TYPES),
  category: text(60),
  source: text(100),
  company: text(100),
  /** `null`: not known what kind of phone it is. */
  phone_type: z.nullable(z.enum(PHONE_TYPES)),
  /** Digits dialed after the answer. A `phone` with an extension sets it, one without clears it. */
  phone_ext: z.nullable(text(7)),
  phone_2: z.nullable(text(40)),
  phone_2_type: z.nullable(z.enum(PHONE_TYPES)),
  phone_2_ext: z.nullable(text(7)),
  email_2: z.nullable(text(254)),
  status_id: z.nullable(Id),
  agentflow_status_id: z.nullable(Id),
  group_id: z.nullable(Id),
  /** `null`: nothing to follow up. */
  follow_up_on: z.nullable(PlainDate),
  /** By the clock of the owner; goes with the day. `null`: at any time of the day. */
  follow_up_time: z.nullable(WallTime),
  follow_up_note: text(500),
});
export type ContactFields = z.output<typeof ContactFields>;

/** Writable fields of a contact; any other field is refused (promise P9). */
const ContactChange = z.strictObject(z.partial(ContactFields).shape);

export const Contact = z.extend(ContactFields, {
  id: Id,
  number: Id,
  tags: z.array(Tag),
  owner: Named,
  /** `null`: in no pool. */
  pool: z.nullable(z.object({ id: Id, name: z.string() })),
  business_unit_id: Id,
  status: z.nullable(Marked),
  agentflow_status: z.nullable(Marked),
  group: z.nullable(Named),
  /** `null` without an owner, or with one that the caller can't see. */
  linked_contact: z.nullable(z.object({ id: Id, number: Id, name: z.string() })),
  email_status: z.enum(EMAIL_STATUSES),
  /** Result of the e-mail check in one sentence; empty when unchecked. */
  email_check: z.string(),
  email_checked_at: z.nullable(Instant),
  /** The import that created this contact and its row in the file. `null`: created manually. */
  imported: z.nullable(z.object({ import_id: Id, row_number: z.int(), file_name: z.string() })),
  /** Set by enrolling the family in aftercare: someone who has died can't be called, texted or e-mailed. `null`: alive. */
  died_on: z.nullable(PlainDate),
  /** Until it is lifted, the contact is neither deleted nor purged. `null`: none. */
  legal_hold: z.nullable(z.object({ reason: z.string(), placed_by: z.nullable(Named), placed_at: Instant })),
  /** Counts changes; an update that names an older one is refused with the fields that differ. */
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  last_touch_at: z.nullable(Instant),
  deleted_at: z.nullable(Instant),
  /**
   * The contact that this one was merged into; this one is deleted. Absent when not merged, or merged into one the
   * caller can't see.
   */
  merged_into: z.optional(z.object({ id: Id, number: Id, name: z.string() })),
});
export type Contact = z.output<typeof Contact>;

const ContactParams = z.strictObject({ id: PathId });

// ---- endpoints -------------------------------------------------------------

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
  reply: z.object({ data: Contact, counts: RecordCounts }),
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
  audit: ['contact.updated', 'contact.tagged'],
  params: ContactParams,
  query: z.object({ not_remove_new_tag: z.optional(z.string()) }),
  body: z.strictObject({ contact: ContactChange, version: z.optional(KnownVersion) }),
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
  body: z.strictObject({ contact_id: Id, tag_ids: z.array(Id).check(z.maxLength(CONTACT_TAGS_MAX)) }),
  reply: z.object({ data: Contact }),
});

// ---- constants -------------------------------------------------------------

/** Tag of an inbound lead that no one has opened yet, in any capitalization. Source: core §7. */
export const NEW_TAG = 'New';
