import * as z from 'zod/mini';
import { Id, Instant, ListMeta, PlainDate, WallTime } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';
import { POLICY_TYPES } from '../records/policy-types.contract.ts';
import { CONTACT_TYPES, ContactsScope } from './scope.contract.ts';
import { TAG_COLORS, Tag } from './tag.contract.ts';

// ---- schemas ---------------------------------------------------------------

export const Named = z.object({ id: Id, name: z.string() });
export const Marked = z.object({ id: Id, name: z.string(), color: z.enum(TAG_COLORS) });

/** What a row has only when it is asked for. */
export const ROW_EXTRAS = ['next_step', 'plan', 'consent'] as const;
export type RowExtra = (typeof ROW_EXTRAS)[number];

/** Channels whose consent for marketing a row names. */
export const MARKED_CHANNELS = ['call', 'text', 'mail'] as const;
const Channels = z.array(z.enum(MARKED_CHANNELS));

/** The follow-up of a contact. */
const NextStep = z.object({
  on: PlainDate,
  /** `null`: no time of day. */
  time: z.nullable(WallTime),
  /** The beginning of the note, 80 characters at most. */
  note: z.string(),
});

/** The newest active policy of a contact. */
export const RowPlan = z.object({ type: z.enum(POLICY_TYPES), carrier: z.string() });
export type RowPlan = z.output<typeof RowPlan>;

/** Latest statements on marketing: a channel is in one of the two, or in neither. */
export const RowConsent = z.object({ given: Channels, stopped: Channels });
export type RowConsent = z.output<typeof RowConsent>;

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
  /** `null`: none. */
  status: z.nullable(Marked),
  /** `null`: in none. */
  group: z.nullable(Named),
  company: z.string(),
  source: z.string(),
  /** `null`: nothing to follow up. */
  follow_up_on: z.nullable(PlainDate),
  /** `null`: unknown. */
  dob: z.nullable(PlainDate),
  owner: Named,
  created_at: Instant,
  /** Last note, call, text message or e-mail. `null` means never. */
  last_touch_at: z.nullable(Instant),
  /** `null`: not deleted. */
  deleted_at: z.nullable(Instant),
  /** True: not what was typed, but close to it. */
  close: z.optional(z.literal(true)),
  /** Only if asked for. `null`: nothing to follow up. */
  next_step: z.optional(z.nullable(NextStep)),
  /** Only if asked for. `null`: no active policy. */
  plan: z.optional(z.nullable(RowPlan)),
  /** Only if asked for. */
  consent: z.optional(RowConsent),
});
export type ContactRow = z.output<typeof ContactRow>;

export const ContactsMeta = z.extend(ListMeta, {
  /** `null` on the last page. */
  next_cursor: z.nullable(z.string()),
  /** `null`: the first page. */
  previous_cursor: z.nullable(z.string()),
  groups: z.optional(z.object({ mine: z.int(), downline: z.int(), all: z.int(), deleted: z.int() })),
  /** True when contacts that are only similar to `q` follow the exact ones, on this page or a later one. */
  forgiving: z.optional(z.literal(true)),
});
export type ContactsMeta = z.output<typeof ContactsMeta>;

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
  body: z.strictObject({
    contacts_scope: ContactsScope,
    /** False: the totals of the first page are left out where they would have to be counted. */
    with_total: z.optional(z.boolean()),
    /** What each row has besides. */
    with: z.optional(z.array(z.enum(ROW_EXTRAS)).check(z.maxLength(ROW_EXTRAS.length))),
  }),
  reply: z.object({ data: z.array(ContactRow), meta: ContactsMeta }),
});
