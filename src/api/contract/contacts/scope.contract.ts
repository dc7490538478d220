import * as z from 'zod/mini';
import { Id, MAX_INT, MAX_PAGE_LIMIT } from '../_wire.contract.ts';

// ---- schemas ---------------------------------------------------------------

export const CONTACT_TYPES = ['lead', 'client', 'recruit'] as const;
/** `all_agents`: own and downline. `workflow`: in a running workflow. */
export const CONTACT_GROUPS = ['mine', 'downline', 'all', 'deleted', 'all_agents', 'workflow'] as const;
export const CONTACT_ORDER_FIELDS = [
  'last_name',
  'first_name',
  'city',
  'state',
  'created_at',
  'last_touch_at',
  'follow_up_on',
  'company',
] as const;
export const CONTACT_FILTER_FIELDS = [
  'first_name',
  'last_name',
  'phone',
  'email',
  'city',
  'state',
  'zip_code',
  /** `Travis County, TX`: the county in which most of the contact's ZIP code lies. */
  'county',
  'tag',
  'type',
  'category',
  'dob',
  /** Full years on the caller's day. */
  'age',
  /** Month of the birth date, 1 to 12. */
  'birth_month',
  'created_at',
  'last_touch_at',
  /** Last call: outbound that rang, inbound that was answered, or logged manually. */
  'last_call_at',
  'follow_up_on',
  'import_id',
  'status',
  'agentflow_status',
  'group',
  'pool',
  'owner',
  'source',
  /** Lead vendor. */
  'api_vendor',
  'company',
  'gender',
  'language',
  'email_status',
  /** Part of the carrier's name. Filters of policies describe one policy together; `not` and `empty` mean no such policy. */
  'policy_carrier',
  'policy_type',
  'policy_status',
  /** US dollars a month; a premium of another period counts by its month, and one paid once never. */
  'policy_premium',
  'policy_effective_on',
  'policy_expires_on',
  /** Channel for which consent to marketing is on file: `call`, `text` or `mail`. */
  'consent',
  /** Channel that the contact has opted out of; so has everyone with the same number or address. */
  'opt_out',
  /** Text of one note. */
  'note',
  /** Name of a drug in the prescriptions, whatever its strength or form. Requires `contacts.reveal`. */
  'prescription',
] as const;
export const FILTER_OPS = [
  'is',
  'not',
  'contains',
  'starts_with',
  'before',
  'after',
  /** Never, or before that day. */
  'not_since',
  /** Amounts: more than, less than. */
  'over',
  'under',
  'empty',
  'not_empty',
] as const;

/** Job titles of users. Source: platform, "Option lists"; which of them a brand offers is `src/rules/access/job-titles.ts`. */
export const JOB_TITLES = [
  'representative',
  'regional_sales_manager',
  'field_manager',
  'district_manager',
  'advisor',
  'insurance_agent',
  'retirement_specialist',
  'agency_sales_manager',
  'funeral_director',
  'preneed_agent',
  'preneed_agent_and_funeral_director',
  'advanced_planning_specialist',
  'prearrangement_specialist',
  'licensed_insurance_agent',
  'development_manager',
  'recruiting_director',
  'regional_coordination_manager',
] as const;
export type JobTitle = (typeof JOB_TITLES)[number];

/** First contacts of a scope that one action may mean; more than any book has. Ours. */
export const MAX_SELECTED = 1_000_000;

export const ContactFilter = z.strictObject({
  field: z.enum(CONTACT_FILTER_FIELDS),
  /**
   * Any of them. Choices (tag, status, group, pool, owner …) are ids. Empty values are dropped before sending (core
   * §5); `empty` and `not_empty` have none.
   */
  value: z.union([z.string().check(z.maxLength(200)), z.array(z.string().check(z.maxLength(200)))]),
  op: z.optional(z.enum(FILTER_OPS)),
});
export type ContactFilter = z.output<typeof ContactFilter>;

/** A selection of contacts. The same object drives list, bulk edit, export, print and broadcast. */
export const ContactsScope = z.strictObject({
  search: z._default(z.array(ContactFilter).check(z.maxLength(20, 'Use at most 20 filters.')), []),
  q: z._default(z.string().check(z.maxLength(200)), ''),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
  order_field: z._default(z.enum(CONTACT_ORDER_FIELDS), 'last_name'),
  page: z._default(z.int().check(z.minimum(1), z.maximum(MAX_INT)), 1),
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
  /** Requests `meta.groups`, the counts of every group. */
  for_contact_group_all: z._default(z.boolean(), false),
  /** The first n contacts in its order are the whole scope. */
  select_n: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_SELECTED))),
  /** Contacts that may be duplicates of each other; the properties set to true must match. */
  duplicate: z.optional(
    z.strictObject({
      /** False has no effect. */
      is_duplicate: z._default(z.boolean(), false),
      first_name: z._default(z.boolean(), false),
      last_name: z._default(z.boolean(), false),
      address: z._default(z.boolean(), false),
    }),
  ),
  /** Job title of the owner. */
  representer_type: z.optional(z.enum(JOB_TITLES)),
  /**
   * If `q` has few exact matches, similar ones follow them: misspellings, another form of the name, a wrong digit. A
   * list says in `meta.forgiving` whether it includes them; an action on the contacts shown then sends true as well.
   */
  forgiving: z._default(z.boolean(), false),
});
export type ContactsScope = z.output<typeof ContactsScope>;
export type ContactsScopeInput = z.input<typeof ContactsScope>;

/**
 * The contacts of an action: these ids, or a scope; of a scope all, the first n or the last n in its order, minus the
 * excluded ones. Ignores the scope's page and cursor.
 */
export const ContactSelection = z.union([
  z.strictObject({
    ids: z.array(Id).check(z.minLength(1, 'Choose at least one contact.'), z.maxLength(10_000)),
  }),
  z.strictObject({
    contacts_scope: ContactsScope,
    select_n: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_SELECTED))),
    /** True selects the last n instead of the first. */
    from_end: z.optional(z.boolean()),
    /** Deselected by the user. */
    without_ids: z.optional(z.array(Id).check(z.maxLength(10_000))),
  }),
]);
export type ContactSelection = z.output<typeof ContactSelection>;
