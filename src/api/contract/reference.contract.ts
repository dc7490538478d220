import * as z from 'zod/mini';
import { Id, PathId } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';
import { TAG_COLORS } from './tags.contract.ts';

// ---- schemas ---------------------------------------------------------------

export const ListName = z
  .string()
  .check(z.trim(), z.minLength(1, 'Give it a name.'), z.maxLength(60, 'Use at most 60 characters.'));
const color = z.enum(TAG_COLORS);
/** `null`: there for the whole account. */
const unit = z.nullable(Id);

export const Group = z.object({ id: Id, name: z.string() });
export type Group = z.output<typeof Group>;

/** How far a contact is, in the agency's own words. */
export const Status = z.object({ id: Id, name: z.string(), color, position: z.int(), business_unit_id: unit });
export type Status = z.output<typeof Status>;

export const AgentflowStatusGroup = z.object({ id: Id, name: z.string(), position: z.int(), business_unit_id: unit });
export type AgentflowStatusGroup = z.output<typeof AgentflowStatusGroup>;

export const AgentflowStatus = z.extend(Status, {
  /** `null`: in no group. */
  agentflow_status_group: z.nullable(z.object({ id: Id, name: z.string() })),
});
export type AgentflowStatus = z.output<typeof AgentflowStatus>;

/** Where contacts come from. A contact keeps the word itself; this is the choice offered. */
export const Source = z.object({ id: Id, name: z.string() });
export type Source = z.output<typeof Source>;

/** As `Source`, for what a contact is about. */
export const Category = z.object({ id: Id, title: z.string(), description: z.string() });
export type Category = z.output<typeof Category>;

/** Who sells or sends leads. */
export const ApiVendor = z.object({ id: Id, vendor_name: z.string(), vendor_type: z.string() });
export type ApiVendor = z.output<typeof ApiVendor>;

const Params = z.strictObject({ id: PathId });
const read = { effect: 'read', idempotent: false, rate: 'read', audit: null } as const;
const write = { effect: 'write', idempotent: true, rate: 'write' } as const;
const forAll = { ...read, access: 'contacts.read' } as const;

// ---- endpoints -------------------------------------------------------------

export const listStatuses = endpoint({
  ...forAll,
  name: 'listStatuses',
  method: 'GET',
  path: '/v1/statuses',
  summary: 'The statuses that the current user may give, in their order',
  reply: z.object({ data: z.array(Status) }),
});

export const listAgentflowStatuses = endpoint({
  ...forAll,
  name: 'listAgentflowStatuses',
  method: 'GET',
  path: '/v1/agentflow_statuses',
  summary: 'The agentflow statuses that the current user may give, by group and in their order',
  reply: z.object({ data: z.array(AgentflowStatus) }),
});

export const listSources = endpoint({
  ...forAll,
  name: 'listSources',
  method: 'GET',
  path: '/v1/sources',
  summary: 'Where contacts come from, by name',
  reply: z.object({ data: z.array(Source) }),
});

export const listApiVendors = endpoint({
  ...forAll,
  name: 'listApiVendors',
  method: 'GET',
  path: '/v1/api_vendors',
  summary: 'Who sells or sends leads, by name',
  reply: z.object({ data: z.array(ApiVendor) }),
});

export const listGroups = endpoint({
  ...forAll,
  name: 'listGroups',
  method: 'GET',
  path: '/v1/groups',
  summary: 'The groups of the account, by name',
  reply: z.object({ data: z.array(Group) }),
});

export const readGroup = endpoint({
  ...forAll,
  name: 'readGroup',
  method: 'GET',
  path: '/v1/groups/:id',
  summary: 'One group',
  params: Params,
  reply: z.object({ data: Group }),
});

export const createGroup = endpoint({
  ...write,
  name: 'createGroup',
  method: 'POST',
  path: '/v1/groups',
  summary: 'Create a group, or answer the one of that name',
  access: 'contacts.write',
  audit: 'group.created',
  body: z.strictObject({ name: ListName }),
  reply: z.object({ data: Group }),
});

export const updateGroup = endpoint({
  ...write,
  name: 'updateGroup',
  method: 'PATCH',
  path: '/v1/groups/:id',
  summary: 'Rename a group',
  access: 'reference.manage',
  audit: 'group.updated',
  params: Params,
  body: z.strictObject({ name: ListName }),
  reply: z.object({ data: Group }),
});

export const deleteGroup = endpoint({
  ...write,
  name: 'deleteGroup',
  method: 'DELETE',
  path: '/v1/groups/:id',
  summary: 'Remove a group that no contact is in',
  access: 'reference.manage',
  audit: 'group.deleted',
  params: Params,
  reply: null,
});
