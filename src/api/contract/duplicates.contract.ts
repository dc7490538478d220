import * as z from 'zod/mini';
import {
  Id,
  Instant,
  KnownVersion,
  ListMeta,
  MAX_PAGE_LIMIT,
  PageNumber,
  PathId,
  PlainDate,
} from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- schemas ---------------------------------------------------------------

/** Match confidence for two contacts. `household`: two people who share an address or e-mail, or a phone and the last name. */
export const DUPLICATE_VERDICTS = ['same', 'likely', 'household'] as const;
export type DuplicateVerdict = (typeof DUPLICATE_VERDICTS)[number];

/** Evidence for or against a match; labels are in `src/views/duplicates/duplicate-words.ts`. */
export const DUPLICATE_REASONS = [
  'same_name',
  /** Misspelt, a nickname, or the parts in another order. */
  'similar_name',
  'same_phone',
  'same_email',
  'same_dob',
  'same_address',
  'other_first_name',
  'other_last_name',
  'other_dob',
] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/** A contact as far as it is needed to tell two apart. */
export const Lookalike = z.object({
  id: Id,
  number: Id,
  first_name: z.string(),
  last_name: z.string(),
  /** E.164. */
  phone: z.nullable(z.string()),
  phone_2: z.nullable(z.string()),
  email: z.nullable(z.string()),
  email_2: z.nullable(z.string()),
  dob: z.nullable(PlainDate),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  owner: z.object({ id: Id, name: z.string() }),
  created_at: Instant,
  last_touch_at: z.nullable(Instant),
});
export type Lookalike = z.output<typeof Lookalike>;

export const FoundDuplicate = z.object({
  contact: Lookalike,
  verdict: z.enum(DUPLICATE_VERDICTS),
  reasons: z.array(z.enum(DUPLICATE_REASONS)),
});
export type FoundDuplicate = z.output<typeof FoundDuplicate>;

/**
 * Group of possible duplicates, at most 10 contacts, every two of which match. Contacts hidden from the caller are left
 * out.
 */
export const DuplicateGroup = z.object({
  /** The same as long as its contacts are the same. */
  key: z.string(),
  verdict: z.enum(DUPLICATE_VERDICTS),
  reasons: z.array(z.enum(DUPLICATE_REASONS)),
  contacts: z.array(Lookalike),
});
export type DuplicateGroup = z.output<typeof DuplicateGroup>;

/** Fields for which a merge keeps one value each. */
export const MERGED_FIELDS = [
  'first_name',
  'last_name',
  'phone',
  'phone_type',
  'phone_ext',
  'phone_2',
  'phone_2_type',
  'phone_2_ext',
  'email',
  'email_2',
  'company',
  'address',
  'city',
  'state',
  'zip_code',
  'dob',
  'gender',
  'language',
  'type',
  'category',
  'source',
  'owner_id',
  'pool_id',
  'group_id',
  'status_id',
  'agentflow_status_id',
  'api_vendor_id',
  'linked_contact_id',
  'follow_up_on',
  'follow_up_time',
  'follow_up_note',
  'died_on',
] as const;
export type MergedField = (typeof MERGED_FIELDS)[number];

/** A field with different values among the contacts. */
export const FieldChoice = z.object({
  field: z.enum(MERGED_FIELDS),
  /** The contact whose value survives. */
  from_id: Id,
  /**
   * Surviving value as text: usually that value, but a second phone or e-mail may take over one that has no other
   * place.
   */
  text: z.string(),
  /** Value of each contact as text; empty: none. */
  values: z.array(z.object({ contact_id: Id, text: z.string() })),
});
export type FieldChoice = z.output<typeof FieldChoice>;

/** Child records that move with a contact. */
export const MOVED_KINDS = [
  'notes',
  'files',
  'policies',
  'securities',
  'emails',
  'activities',
  'calls',
  'texts',
  'workflow_logs',
  'rx_details',
  'data_captures',
  'sealed_fields',
  'medicare_facts',
  'tags',
  'favorites',
  'links',
  'consents',
] as const;
export type MovedKind = (typeof MOVED_KINDS)[number];

const ContactVersion = z.strictObject({ id: Id, version: KnownVersion });

export const MergePreview = z.object({
  survivor_id: Id,
  contacts: z.array(Lookalike),
  /** Versions of the contacts as shown: a merge that names them is refused if one has changed since. */
  versions: z.array(ContactVersion),
  /** Fields that differ; the others are equal. */
  fields: z.array(FieldChoice),
  moves: z.array(z.object({ kind: z.enum(MOVED_KINDS), count: z.int() })),
  /** Warnings about values that can't be combined: of two Medicare numbers, the survivor's stays. */
  warnings: z.array(z.string()),
});
export type MergePreview = z.output<typeof MergePreview>;

export const Merge = z.object({
  id: Id,
  survivor: z.object({ id: Id, number: Id, name: z.string() }),
  merged: z.array(z.object({ id: Id, number: Id, name: z.string() })),
  user: z.object({ id: Id, name: z.string() }),
  at: Instant,
  /** `null`: in effect. */
  undone_at: z.nullable(Instant),
  /** Sentences on what the undo could not give back. Empty unless undone. */
  kept: z.array(z.string()),
});
export type Merge = z.output<typeof Merge>;

/** Person to look for. Empty fields are ignored. */
const Person = z.strictObject({
  first_name: z._default(z.string().check(z.maxLength(100)), ''),
  last_name: z._default(z.string().check(z.maxLength(100)), ''),
  phone: z._default(z.string().check(z.maxLength(40)), ''),
  phone_2: z._default(z.string().check(z.maxLength(40)), ''),
  email: z._default(z.string().check(z.maxLength(254)), ''),
  email_2: z._default(z.string().check(z.maxLength(254)), ''),
  dob: z.optional(z.nullable(PlainDate)),
  address: z._default(z.string().check(z.maxLength(200)), ''),
  city: z._default(z.string().check(z.maxLength(100)), ''),
  zip_code: z._default(z.string().check(z.maxLength(20)), ''),
  /** The contact itself, if it already exists. */
  except_id: z.optional(Id),
});

const page = PageNumber;
const limitOf = (usual: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_LIMIT)), usual);

const read = {
  effect: 'read',
  access: 'contacts.read',
  feature: 'duplicates',
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;
const write = {
  effect: 'write',
  access: 'contacts.write',
  feature: 'duplicates',
  idempotent: true,
  rate: 'write',
} as const;
/** Roles allowed by the brand. */
const merging = { access: 'contacts.delete', feature: 'contact-merge' } as const;

// ---- constants -------------------------------------------------------------

/** Groups of a page of the merge view. Source: core §9. */
export const DUPLICATES_PAGE_SIZE = 50;
/** Maximum contacts merged in one step. Our choice: more is a mistake rather than a duplicate. */
export const MAX_MERGED = 10;

// ---- endpoints -------------------------------------------------------------

/** Not among the 404 specified calls, like everything here but `merge`. */
export const findDuplicates = endpoint({
  ...read,
  name: 'findDuplicates',
  method: 'POST',
  path: '/v1/contacts/find_duplicates',
  summary: 'Possible duplicates and household members of a contact, most likely first, at most 10',
  body: Person,
  reply: z.object({ data: z.array(FoundDuplicate) }),
});

export const listDuplicates = endpoint({
  ...read,
  name: 'listDuplicates',
  method: 'GET',
  path: '/v1/contacts/list_duplicates',
  summary: 'Groups of possible duplicates',
  query: z.strictObject({
    page,
    limit: limitOf(DUPLICATES_PAGE_SIZE),
    verdict: z._default(z.enum(['same', 'likely', 'all']), 'all'),
    /** Only the groups with this contact. */
    contact_id: z.optional(PathId),
  }),
  reply: z.object({
    data: z.array(DuplicateGroup),
    /** `is_cut`: there are more than are counted. */
    meta: z.extend(ListMeta, { is_cut: z.optional(z.literal(true)) }),
  }),
});

export const dismissDuplicates = endpoint({
  ...write,
  name: 'dismissDuplicates',
  method: 'POST',
  path: '/v1/contacts/dismiss_duplicates',
  summary: "Mark contacts as different people, so they aren't suggested again",
  audit: 'duplicates.dismissed',
  body: z.strictObject({ ids: z.array(Id).check(z.minLength(2), z.maxLength(MAX_MERGED)) }),
  reply: null,
});

export const restoreDuplicates = endpoint({
  ...write,
  name: 'restoreDuplicates',
  method: 'POST',
  path: '/v1/contacts/restore_duplicates',
  summary: 'Undo marking contacts as different people',
  audit: 'duplicates.restored',
  body: z.strictObject({ ids: z.array(Id).check(z.minLength(2), z.maxLength(MAX_MERGED)) }),
  reply: null,
});

export const mergeContacts = endpoint({
  ...write,
  ...merging,
  name: 'mergeContacts',
  method: 'PATCH',
  path: '/v1/contacts/merge',
  summary: 'Merge contacts; with `dry_run`, preview the surviving values and moved records',
  audit: 'contacts.merged',
  body: z.strictObject({
    ids: z
      .array(Id)
      .check(z.minLength(2, 'Choose at least two contacts.'), z.maxLength(MAX_MERGED, 'Choose at most 10 contacts.')),
    /** Absent: the one that has most to lose. */
    survivor_id: z.optional(Id),
    /** Source contact of each field's value; other fields follow the rules of `#rules/surviving-values.ts`. */
    fields: z._default(z.partialRecord(z.enum(MERGED_FIELDS), Id), {}),
    /** Versions from the preview. If one has changed since: 409 `contact_changed`, and nothing is merged. */
    versions: z.optional(z.array(ContactVersion).check(z.maxLength(MAX_MERGED))),
    dry_run: z.optional(z.boolean()),
  }),
  reply: z.object({
    data: z.object({
      preview: MergePreview,
      /** `null`: a dry run. */
      merge: z.nullable(Merge),
    }),
  }),
});

export const listMerges = endpoint({
  ...read,
  ...merging,
  name: 'listMerges',
  method: 'GET',
  path: '/v1/contacts/list_merges',
  summary: 'Merges, newest first',
  query: z.strictObject({ page, limit: limitOf(50), contact_id: z.optional(PathId) }),
  reply: z.object({ data: z.array(Merge), meta: ListMeta }),
});

export const undoMerge = endpoint({
  ...write,
  ...merging,
  name: 'undoMerge',
  method: 'POST',
  path: '/v1/contacts/merges/:id/undo',
  summary: 'Unmerge contacts and return their records',
  audit: 'contacts.unmerged',
  params: z.strictObject({ id: PathId }),
  reply: z.object({ data: Merge }),
});
