import * as z from 'zod/mini';
import { Id, PathId } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';
import {
  AgentflowStatus,
  AgentflowStatusGroup,
  ApiVendor,
  Category,
  ListName,
  Source,
  Status,
} from '../reference.contract.ts';
import { TAG_COLORS } from '../tags.contract.ts';

// ---- schemas ---------------------------------------------------------------

/** Place in its list, from 0; equal places go by name. */
const position = z.int().check(z.minimum(0), z.maximum(10_000));
/** `null`: there for the whole account. Given when it is made, and never changed. */
const business_unit_id = z.optional(z.nullable(Id));

const NewStatus = z.strictObject({
  name: ListName,
  color: z.optional(z.enum(TAG_COLORS)),
  position: z.optional(position),
  business_unit_id,
});
const StatusChange = z.strictObject({
  name: z.optional(ListName),
  color: z.optional(z.enum(TAG_COLORS)),
  position: z.optional(position),
});
/** `null`: in no group. */
const agentflow_status_group_id = z.optional(z.nullable(Id));

const Params = z.strictObject({ id: PathId });
/** Rows of one business unit and those of the whole account; absent: all that one sees. */
const OfUnit = z.strictObject({ business_unit_id: z.optional(PathId) });
const All = z.strictObject({});

const manage = { access: 'reference.manage' } as const;
const read = { effect: 'read', idempotent: false, rate: 'read', audit: null, access: 'contacts.read' } as const;
const write = { ...manage, effect: 'write', idempotent: true, rate: 'write' } as const;

interface Words {
  /** As the names of its calls have it. */
  readonly one: string;
  readonly many: string;
  /** As the path and the audit log have it. */
  readonly path: string;
  readonly thing: string;
  /** As a sentence has it. */
  readonly said: string;
}

/** The usual five calls of a list under `/v1/admin`; each is exported by its own name as well. */
function adminList<R extends z.ZodMiniType, N extends z.ZodMiniType, C extends z.ZodMiniType, Q extends z.ZodMiniType>(
  { one, many, path: under, thing, said }: Words,
  { row, fresh, change, filter }: { readonly row: R; readonly fresh: N; readonly change: C; readonly filter: Q },
) {
  const path = `/v1/admin/${under}`;
  return {
    list: endpoint({
      ...read,
      name: `listAdmin${many}`,
      method: 'GET',
      path,
      summary: `Every ${said} that the current user sees`,
      query: filter,
      reply: z.object({ data: z.array(row) }),
    }),
    read: endpoint({
      ...read,
      name: `readAdmin${one}`,
      method: 'GET',
      path: `${path}/:id`,
      summary: `One ${said}`,
      params: Params,
      reply: z.object({ data: row }),
    }),
    create: endpoint({
      ...write,
      name: `createAdmin${one}`,
      method: 'POST',
      path,
      summary: `Add a ${said}`,
      audit: `${thing}.created`,
      body: fresh,
      reply: z.object({ data: row }),
    }),
    update: endpoint({
      ...write,
      name: `updateAdmin${one}`,
      method: 'PATCH',
      path: `${path}/:id`,
      summary: `Change a ${said}`,
      audit: `${thing}.updated`,
      params: Params,
      body: change,
      reply: z.object({ data: row }),
    }),
    remove: endpoint({
      ...write,
      name: `deleteAdmin${one}`,
      method: 'DELETE',
      path: `${path}/:id`,
      summary: `Remove a ${said} that nothing uses`,
      audit: `${thing}.deleted`,
      params: Params,
      reply: null,
    }),
  };
}

// ---- endpoints -------------------------------------------------------------

export const adminStatuses = adminList(
  { one: 'Status', many: 'Statuses', path: 'statuses', thing: 'status', said: 'status' },
  { row: Status, fresh: NewStatus, change: StatusChange, filter: OfUnit },
);

export const adminAgentflowStatuses = adminList(
  {
    one: 'AgentflowStatus',
    many: 'AgentflowStatuses',
    path: 'agentflow_statuses',
    thing: 'agentflow_status',
    said: 'agentflow status',
  },
  {
    row: AgentflowStatus,
    fresh: z.extend(NewStatus, { agentflow_status_group_id }),
    change: z.extend(StatusChange, { agentflow_status_group_id }),
    filter: OfUnit,
  },
);

export const adminAgentflowStatusGroups = adminList(
  {
    one: 'AgentflowStatusGroup',
    many: 'AgentflowStatusGroups',
    path: 'agentflow_status_groups',
    thing: 'agentflow_status_group',
    said: 'agentflow status group',
  },
  {
    row: AgentflowStatusGroup,
    fresh: z.strictObject({ name: ListName, position: z.optional(position), business_unit_id }),
    change: z.strictObject({ name: z.optional(ListName), position: z.optional(position) }),
    filter: OfUnit,
  },
);

export const adminSources = adminList(
  { one: 'Source', many: 'Sources', path: 'sources', thing: 'source', said: 'source' },
  {
    row: Source,
    fresh: z.strictObject({ name: ListName }),
    change: z.strictObject({ name: z.optional(ListName) }),
    filter: All,
  },
);

const Description = z.string().check(z.trim(), z.maxLength(500, 'Use at most 500 characters.'));

export const adminCategories = adminList(
  { one: 'Category', many: 'Categories', path: 'categories', thing: 'category', said: 'category' },
  {
    row: Category,
    fresh: z.strictObject({ title: ListName, description: z.optional(Description) }),
    change: z.strictObject({ title: z.optional(ListName), description: z.optional(Description) }),
    filter: All,
  },
);

export const adminApiVendors = adminList(
  {
    one: 'ApiVendor',
    many: 'ApiVendors',
    path: 'api_tracking/api_vendors',
    thing: 'api_vendor',
    said: 'lead vendor',
  },
  {
    row: ApiVendor,
    filter: All,
    fresh: z.strictObject({
      vendor_name: ListName,
      vendor_type: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    }),
    change: z.strictObject({
      vendor_name: z.optional(ListName),
      vendor_type: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    }),
  },
);

export const {
  list: listAdminStatuses,
  read: readAdminStatus,
  create: createAdminStatus,
  update: updateAdminStatus,
  remove: deleteAdminStatus,
} = adminStatuses;
export const {
  list: listAdminAgentflowStatuses,
  read: readAdminAgentflowStatus,
  create: createAdminAgentflowStatus,
  update: updateAdminAgentflowStatus,
  remove: deleteAdminAgentflowStatus,
} = adminAgentflowStatuses;
export const {
  list: listAdminAgentflowStatusGroups,
  read: readAdminAgentflowStatusGroup,
  create: createAdminAgentflowStatusGroup,
  update: updateAdminAgentflowStatusGroup,
  remove: deleteAdminAgentflowStatusGroup,
} = adminAgentflowStatusGroups;
export const {
  list: listAdminSources,
  read: readAdminSource,
  create: createAdminSource,
  update: updateAdminSource,
  remove: deleteAdminSource,
} = adminSources;
export const {
  list: listAdminCategories,
  read: readAdminCategory,
  create: createAdminCategory,
  update: updateAdminCategory,
  remove: deleteAdminCategory,
} = adminCategories;
export const {
  list: listAdminApiVendors,
  read: readAdminApiVendor,
  create: createAdminApiVendor,
  update: updateAdminApiVendor,
  remove: deleteAdminApiVendor,
} = adminApiVendors;
