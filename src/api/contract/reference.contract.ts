import * as z from 'zod/mini';
import { Id, MAX_INT, PathId } from './_wire.contract.ts';
import { changed, created, listed, removed, resource, retirable, shown, withFile } from './resource.ts';
import { TAG_COLORS } from './contacts/tag.contract.ts';

// ---- schemas ---------------------------------------------------------------

export const ListName = z
  .string()
  .check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(60, 'Use at most 60 characters.'));
const color = z.enum(TAG_COLORS);
/** `null`: available to the whole account. */
const unit = z.nullable(Id);

export const Group = z.object({ id: Id, name: z.string(), ...retirable });
export type Group = z.output<typeof Group>;

/** Stage of a contact, in the agency's own terms. */
export const Status = z.object({
  id: Id,
  name: z.string(),
  color,
  position: z.int(),
  business_unit_id: unit,
  ...retirable,
});
export type Status = z.output<typeof Status>;

export const AgentflowStatusGroup = z.object({
  id: Id,
  name: z.string(),
  position: z.int(),
  business_unit_id: unit,
  ...retirable,
});
export type AgentflowStatusGroup = z.output<typeof AgentflowStatusGroup>;

export const AgentflowStatus = z.extend(Status, {
  /** `null`: in no group. */
  agentflow_status_group: z.nullable(z.object({ id: Id, name: z.string() })),
});
export type AgentflowStatus = z.output<typeof AgentflowStatus>;

/** Lead sources. A contact stores the text itself; this list is the choice offered. */
export const Source = z.object({ id: Id, name: z.string(), ...retirable });
export type Source = z.output<typeof Source>;

/** Like `Source`, for the topic of a contact. */
export const Category = z.object({ id: Id, title: z.string(), description: z.string(), ...retirable });
export type Category = z.output<typeof Category>;

const LeadCost = z.nullable(z.int().check(z.minimum(0), z.maximum(MAX_INT)));

/** Sells or sends leads. */
export const ApiVendor = z.object({
  id: Id,
  vendor_name: z.string(),
  vendor_type: z.string(),
  /** What a lead costs; `null`: unknown, or the current user doesn't manage vendors. */
  lead_cost_cents: LeadCost,
  /** Users who get its leads, in turn; empty: the user of its API key, or the current user doesn't manage vendors. */
  lead_user_ids: z.array(Id),
  ...retirable,
});
export type ApiVendor = z.output<typeof ApiVendor>;

const switched = { active: z.optional(z.boolean()) };
const Name = z.strictObject({ name: ListName, ...switched });
const NameChange = z.strictObject({ name: z.optional(ListName), ...switched });

const placed = {
  /** Place in its list, from 0; equal places go by name. */
  position: z.optional(z.int().check(z.minimum(0), z.maximum(10_000))),
};
/** Set once. */
const owned = { business_unit_id: z.optional(unit) };
const marked = { ...placed, color: z.optional(color) };
const grouped = {
  /** `null`: in no group. */
  agentflow_status_group_id: z.optional(z.nullable(Id)),
};

const described = {
  description: z.optional(z.string().check(z.trim(), z.maxLength(500, 'Use at most 500 characters.'))),
};
const typed = {
  vendor_type: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  lead_cost_cents: z.optional(LeadCost),
  lead_user_ids: z.optional(z.array(Id).check(z.maxLength(100, 'Choose at most 100 users.'))),
};

/** Rows of one business unit and those of the whole account; absent: all that are visible. */
const ofUnit = { query: z.strictObject({ business_unit_id: z.optional(PathId) }) };
const all = { query: z.strictObject({}) };

const access = { read: 'contacts.read', write: 'reference.manage' } as const;

// ---- endpoints -------------------------------------------------------------

export const groups = resource(
  {
    path: '/v1/groups',
    one: 'Group',
    many: 'Groups',
    label: { one: 'group', many: 'groups' },
    subject: 'group',
    access,
  },
  {
    ...withFile(listed(Group, { name: 'listAdminGroups', path: '/v1/admin/groups' })),
    read: shown(Group),
    create: created(Group, Name, {
      access: 'contacts.write',
      summary: 'Create a group, or answer the one of that name',
    }),
    update: changed(Group, NameChange),
    remove: removed(),
    choices: listed(Group, { summary: 'List the groups of contacts, by name' }),
  },
);

export const statuses = resource(
  {
    path: '/v1/admin/statuses',
    one: 'AdminStatus',
    many: 'AdminStatuses',
    label: { one: 'status', many: 'statuses' },
    subject: 'status',
    access,
  },
  {
    ...withFile(listed(Status, ofUnit)),
    read: shown(Status),
    create: created(Status, z.extend(Name, { ...marked, ...owned })),
    update: changed(Status, z.extend(NameChange, marked)),
    remove: removed(),
    choices: listed(Status, {
      name: 'listStatuses',
      path: '/v1/statuses',
      summary: 'List the statuses that the current user may give, in their order',
    }),
  },
);

export const agentflowStatuses = resource(
  {
    path: '/v1/admin/agentflow_statuses',
    one: 'AdminAgentflowStatus',
    many: 'AdminAgentflowStatuses',
    label: { one: 'agentflow status', many: 'agentflow statuses' },
    subject: 'agentflow_status',
    access,
  },
  {
    ...withFile(listed(AgentflowStatus, ofUnit)),
    read: shown(AgentflowStatus),
    create: created(AgentflowStatus, z.extend(Name, { ...marked, ...grouped, ...owned })),
    update: changed(AgentflowStatus, z.extend(NameChange, { ...marked, ...grouped })),
    remove: removed(),
    choices: listed(AgentflowStatus, {
      name: 'listAgentflowStatuses',
      path: '/v1/agentflow_statuses',
      summary: 'List the agentflow statuses that the current user may give, by group and in their order',
    }),
  },
);

export const agentflowStatusGroups = resource(
  {
    path: '/v1/admin/agentflow_status_groups',
    one: 'AdminAgentflowStatusGroup',
    many: 'AdminAgentflowStatusGroups',
    label: { one: 'agentflow status group', many: 'agentflow status groups' },
    subject: 'agentflow_status_group',
    access,
  },
  {
    ...withFile(listed(AgentflowStatusGroup, ofUnit)),
    read: shown(AgentflowStatusGroup),
    create: created(AgentflowStatusGroup, z.extend(Name, { ...placed, ...owned })),
    update: changed(AgentflowStatusGroup, z.extend(NameChange, placed)),
    remove: removed(),
  },
);

export const sources = resource(
  {
    path: '/v1/admin/sources',
    one: 'AdminSource',
    many: 'AdminSources',
    label: { one: 'source', many: 'sources' },
    subject: 'source',
    access,
  },
  {
    ...withFile(listed(Source, all)),
    read: shown(Source),
    create: created(Source, Name),
    update: changed(Source, NameChange),
    remove: removed(),
    choices: listed(Source, {
      name: 'listSources',
      path: '/v1/sources',
      summary: 'List where contacts come from, by name',
    }),
  },
);

export const categories = resource(
  {
    path: '/v1/admin/categories',
    one: 'AdminCategory',
    many: 'AdminCategories',
    label: { one: 'category', many: 'categories' },
    subject: 'category',
    access,
  },
  {
    ...withFile(listed(Category, all)),
    read: shown(Category),
    create: created(Category, z.strictObject({ title: ListName, ...described, ...switched })),
    update: changed(Category, z.strictObject({ title: z.optional(ListName), ...described, ...switched })),
    remove: removed(),
    choices: listed(Category, {
      name: 'listCategories',
      path: '/v1/categories',
      summary: 'List the products that contacts are interested in, by name',
    }),
  },
);

export const apiVendors = resource(
  {
    path: '/v1/admin/api_tracking/api_vendors',
    one: 'AdminApiVendor',
    many: 'AdminApiVendors',
    label: { one: 'lead vendor', many: 'lead vendors' },
    subject: 'api_vendor',
    access,
  },
  {
    ...withFile(listed(ApiVendor, all)),
    read: shown(ApiVendor),
    create: created(ApiVendor, z.strictObject({ vendor_name: ListName, ...typed, ...switched })),
    update: changed(ApiVendor, z.strictObject({ vendor_name: z.optional(ListName), ...typed, ...switched })),
    remove: removed(),
    choices: listed(ApiVendor, {
      name: 'listApiVendors',
      path: '/v1/api_vendors',
      summary: 'List the vendors of leads, by name',
    }),
  },
);

export const { choices: listGroups } = groups;
export const { choices: listStatuses } = statuses;
export const { choices: listAgentflowStatuses } = agentflowStatuses;
export const { choices: listSources } = sources;
export const { choices: listCategories } = categories;
export const { choices: listApiVendors } = apiVendors;
