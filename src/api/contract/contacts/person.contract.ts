import * as z from 'zod/mini';
import { Id, PathId, PlainDate } from '../_wire.contract.ts';
import { Contact, ContactFields } from '../contacts.contract.ts';
import { endpoint } from '../endpoint.ts';
import { CONTACT_TYPES, ContactsScope } from './scope.contract.ts';
import { CONTACT_TAGS_MAX } from './tag.contract.ts';

// ---- schemas ---------------------------------------------------------------

/** Fields that can be changed wherever a contact is displayed, without opening it. */
const QuickFields = z.pick(ContactFields, {
  type: true,
  category: true,
  source: true,
  status_id: true,
  agentflow_status_id: true,
  group_id: true,
  follow_up_on: true,
  follow_up_note: true,
});

/** Reasons why two people count as one household. */
export const HOUSEHOLD_REASONS = ['address', 'phone'] as const;

export const HouseholdMember = z.object({
  id: Id,
  number: Id,
  first_name: z.string(),
  last_name: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  dob: z.nullable(PlainDate),
  type: z.enum(CONTACT_TYPES),
  owner: z.object({ id: Id, name: z.string() }),
  /** Values they share, each once. */
  reasons: z.array(z.enum(HOUSEHOLD_REASONS)),
});
export type HouseholdMember = z.output<typeof HouseholdMember>;

export const Neighbours = z.object({
  /** Number of the contact before this one in the list. `null`: it is the first. */
  previous: z.nullable(Id),
  /** `null` for the last one. */
  next: z.nullable(Id),
  /** Place in the list, from 1. `null`: further down than is counted, or not in the list any more. */
  position: z.nullable(z.int()),
  /** `null`: more than are counted. */
  total: z.nullable(z.int()),
});
export type Neighbours = z.output<typeof Neighbours>;

const ContactParams = z.strictObject({ id: PathId });
const ContactReply = z.object({ data: Contact });

// ---- endpoints -------------------------------------------------------------

export const quickUpdateContact = endpoint({
  name: 'quickUpdateContact',
  method: 'PATCH',
  path: '/v1/contacts/:id/quick_update',
  summary: 'Change a few fields of a contact; the last write wins',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: ['contact.updated', 'contact.tagged'],
  params: ContactParams,
  body: z.strictObject({
    contact: z._default(z.strictObject(z.partial(QuickFields).shape), {}),
    tag_ids: z.optional(z.array(Id).check(z.maxLength(CONTACT_TAGS_MAX))),
  }),
  reply: ContactReply,
});

export const updateLinkedContact = endpoint({
  name: 'updateLinkedContact',
  method: 'PATCH',
  path: '/v1/contacts/:id/update_linked_contact',
  summary: 'Link two contacts, or with `null` remove the link on both sides',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: ['contact.linked', 'contact.unlinked'],
  params: ContactParams,
  body: z.strictObject({ linked_contact_id: z.nullable(Id) }),
  reply: ContactReply,
});

export const assignToMe = endpoint({
  name: 'assignToMe',
  method: 'PATCH',
  path: '/v1/contacts/:id/assign_to_me',
  summary: 'Make the current user the owner of a contact',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'contact.assigned',
  params: ContactParams,
  reply: ContactReply,
});

export const undoAssignToMe = endpoint({
  name: 'undoAssignToMe',
  method: 'PATCH',
  path: '/v1/contacts/:id/undo_assign',
  summary: 'Return a contact to its previous owner, unless it was transferred since',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'contact.returned',
  params: ContactParams,
  reply: ContactReply,
});

export const listHousehold = endpoint({
  name: 'listHousehold',
  method: 'GET',
  path: '/v1/contacts/:id/list_household',
  summary: 'Contacts at the same address or on the same phone, deleted ones apart',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: ContactParams,
  reply: z.object({
    data: z.object({
      members: z.array(HouseholdMember),
      deleted: z.array(HouseholdMember),
    }),
  }),
});

export const findNeighbours = endpoint({
  name: 'findNeighbours',
  method: 'PATCH',
  path: '/v1/contacts/:id/find_neighbours',
  summary: 'Previous and next contact in a list',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: ContactParams,
  body: z.strictObject({ contacts_scope: ContactsScope }),
  reply: z.object({ data: Neighbours }),
});

// ---- constants -------------------------------------------------------------

/** Members of a household that one answer holds. Ours: a family and its neighbours, not a nursing home. */
export const MAX_HOUSEHOLD = 30;

/** Places of a list that are counted. Ours: counting them takes a few ms. */
export const MAX_COUNTED_PLACES = 5_000;
