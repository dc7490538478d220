import * as z from 'zod/mini';
import { ROLES } from './access.contract.ts';
import { JOB_TITLES } from './contacts/scope.contract.ts';
import { endpoint } from './endpoint.ts';
import { MARKERS, SignedIn, TIME_ZONES } from './session.contract.ts';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber, PathId } from './_wire.contract.ts';

// ---- schemas ---------------------------------------------------------------

/** Ways of acting as another user: managers log in as their users, support impersonates (platform §6). */
export const LOGIN_TYPES = ['login_as', 'impersonate'] as const;
export type LoginType = (typeof LOGIN_TYPES)[number];

export const USER_ORDERS = ['last_name', 'username', 'last_seen_at', 'created_at'] as const;

export const AdminUser = z.object({
  id: Id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  number: z.string(),
  roles: z.array(z.enum(ROLES)),
  /** The role that names them; the others follow from it. */
  account_type: z.enum(ROLES),
  active: z.boolean(),
  paid_membership: z.boolean(),
  account: z.object({ id: Id, name: z.string() }),
  business_unit: z.object({ id: Id, name: z.string() }),
  /** `null`: the top of the tree. */
  manager: z.nullable(z.object({ id: Id, name: z.string() })),
  /** Number of users in the downline. */
  downline_count: z.int(),
  last_seen_at: z.nullable(Instant),
  created_at: Instant,
  /** Ways in which the caller may log in as this user now; empty with a reason in `no_login`. */
  login_types: z.array(z.enum(LOGIN_TYPES)),
  /** Reason why the caller may not log in as this user; empty when allowed. */
  no_login: z.string(),
});
export type AdminUser = z.output<typeof AdminUser>;

export const AdminUserDetail = z.extend(AdminUser, {
  phone: z.string(),
  timezone: z.enum(TIME_ZONES),
  /** `null`: not known. */
  job_title: z.nullable(z.enum(JOB_TITLES)),
  two_fa_required: z.boolean(),
  two_fa_enabled: z.boolean(),
  change_password: z.boolean(),
  auth_ips: z.array(z.object({ network: z.string(), label: z.string() })),
  flags: z.object({
    c_1: z.boolean(),
    aris: z.boolean(),
    wallet_feature_enabled: z.boolean(),
    regional_manager_enabled: z.boolean(),
  }),
  max_plus_plan: z.nullable(z.enum(['standard', 'premium'])),
  /** Audit entries about the user, newest first, at most 50, with who acted and as whom. */
  audit: z.array(
    z.object({
      at: Instant,
      actor: z.string(),
      acting_as: z.nullable(z.string()),
      action: z.string(),
      detail: z.string(),
    }),
  ),
  /** Fields that the caller may change. */
  may: z.object({ edit: z.boolean(), roles: z.boolean(), deactivate: z.boolean(), paid_membership: z.boolean() }),
});
export type AdminUserDetail = z.output<typeof AdminUserDetail>;

const Name = z.string().check(z.trim(), z.maxLength(100));
const Email = z.string().check(z.trim(), z.email('Invalid e-mail address.'), z.maxLength(200));
const Username = z.string().check(z.trim(), z.regex(/^[\w.@+-]{3,100}$/, 'Use 3 to 100 letters, digits and . _ - @ +'));

const UserFields = {
  first_name: z.optional(Name.check(z.minLength(1, 'Enter a first name.'))),
  last_name: z.optional(Name.check(z.minLength(1, 'Enter a last name.'))),
  email: z.optional(Email),
  phone: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  number: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  timezone: z.optional(z.enum(TIME_ZONES)),
  job_title: z.optional(z.nullable(z.enum(JOB_TITLES))),
  business_unit_id: z.optional(Id),
  manager_id: z.optional(z.nullable(Id)),
  two_fa_required: z.optional(z.boolean()),
  change_password: z.optional(z.boolean()),
  auth_ips: z.optional(
    z
      .array(z.strictObject({ network: z.string().check(z.maxLength(60)), label: z.string().check(z.maxLength(80)) }))
      .check(z.maxLength(50)),
  ),
  c_1: z.optional(z.boolean()),
  aris: z.optional(z.boolean()),
  wallet_feature_enabled: z.optional(z.boolean()),
  regional_manager_enabled: z.optional(z.boolean()),
  max_plus_plan: z.optional(z.nullable(z.enum(['standard', 'premium']))),
};

const one = z.object({ data: AdminUserDetail });
const params = z.object({ id: PathId });

/** A flag of a query. */
const Flag = z.optional(z.enum(['true', 'false']));

/** Search, order and filters of the list. */
const USER_FILTER = {
  q: z.optional(z.string().check(z.maxLength(200))),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
  order_field: z._default(z.enum(USER_ORDERS), 'last_name'),
  /** Only users the current user may log in as. */
  impersonators: Flag,
  /** Only this person's downline. */
  user_id: z.optional(z.coerce.number().check(z.int(), z.positive())),
  /** Only people of accounts that are assigned to the current user. */
  only_rm: Flag,
  role: z.optional(z.enum(ROLES)),
  /** Absent means all. */
  active: Flag,
};

// ---- endpoints -------------------------------------------------------------

export const listUsers = endpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/v1/admin/users',
  summary: 'People that the current user may see: their account, business unit, downline or assigned accounts',
  effect: 'read',
  access: 'users.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  query: z.object({
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_PAGE_LIMIT)), 50),
    ...USER_FILTER,
  }),
  reply: z.object({ data: z.array(AdminUser), meta: ListMeta }),
});

export const downloadUsers = endpoint({
  name: 'downloadUsers',
  method: 'GET',
  path: '/v1/admin/users/export.csv',
  summary: 'The users that the list shows, as CSV',
  effect: 'read',
  access: 'users.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  query: z.object(USER_FILTER),
  reply: z.unknown(),
});

export const readUser = endpoint({
  name: 'readUser',
  method: 'GET',
  path: '/v1/admin/users/:id',
  summary: 'One person, with what happened around them',
  effect: 'read',
  access: 'users.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  params,
  reply: one,
});

export const readUserRoles = endpoint({
  name: 'readUserRoles',
  method: 'GET',
  path: '/v1/admin/users/:id/roles',
  summary: 'Roles of a person, and which of them the current user may give',
  effect: 'read',
  access: 'users.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  params,
  reply: z.object({
    data: z.object({
      roles: z.array(z.enum(ROLES)),
      account_type: z.enum(ROLES),
      /** With the brand's label, and a reason if it may not be assigned. */
      assignable: z.array(
        z.object({ role: z.enum(ROLES), label: z.string(), allowed: z.boolean(), reason: z.string() }),
      ),
    }),
  }),
});

/** Ends the sessions and API keys of the person. */
export const updateUserRoles = endpoint({
  name: 'updateUserRoles',
  method: 'PATCH',
  path: '/v1/admin/users/:id/update_roles',
  summary: 'Give a person another account type',
  effect: 'write',
  access: 'users.manage',
  sudo: true,
  idempotent: true,
  rate: 'write',
  audit: 'users.rolesChanged',
  params,
  body: z.strictObject({ account_type: z.enum(ROLES) }),
  reply: one,
});

/** The person gets a mail with a link to choose a password. */
export const createUser = endpoint({
  name: 'createUser',
  method: 'POST',
  path: '/v1/admin/users',
  summary: 'Add a person',
  effect: 'write',
  access: 'users.manage',
  sudo: true,
  idempotent: true,
  rate: 'write',
  audit: 'users.created',
  body: z.strictObject({
    user: z.strictObject({
      username: Username,
      first_name: Name.check(z.minLength(1, 'Enter a first name.')),
      last_name: Name.check(z.minLength(1, 'Enter a last name.')),
      email: Email,
      account_type: z.enum(ROLES),
      business_unit_id: z.optional(Id),
      manager_id: z.optional(z.nullable(Id)),
      timezone: z.optional(z.enum(TIME_ZONES)),
    }),
  }),
  reply: one,
});

export const updateAdminUser = endpoint({
  name: 'updateAdminUser',
  method: 'PATCH',
  path: '/v1/admin/users/:id',
  summary: 'Change a person',
  effect: 'write',
  access: 'users.manage',
  idempotent: true,
  rate: 'write',
  audit: ['users.changed', 'users.activated', 'users.deactivated'],
  params,
  body: z.strictObject({ user: z.strictObject(UserFields) }),
  reply: one,
});

/** Also brings a deactivated person back. */
export const quickUpdateUser = endpoint({
  name: 'quickUpdateUser',
  method: 'PATCH',
  path: '/v1/admin/users/:id/quick_update',
  summary: 'Change single fields of a person, or activate them again',
  effect: 'write',
  access: 'users.manage',
  idempotent: true,
  rate: 'write',
  audit: ['users.changed', 'users.activated', 'users.deactivated'],
  params,
  body: z.strictObject({ user: z.strictObject({ ...UserFields, active: z.optional(z.boolean()) }) }),
  reply: one,
});

/** Ends their sessions and API keys; their contacts stay with them. */
export const deactivateUser = endpoint({
  name: 'deactivateUser',
  method: 'DELETE',
  path: '/v1/admin/users/:id',
  summary: 'Deactivate a person',
  effect: 'write',
  access: 'users.manage',
  sudo: true,
  idempotent: true,
  rate: 'write',
  audit: 'users.deactivated',
  params,
  reply: one,
});

/** Answers with the cookie of the new top of the stack; the page reloads at the root. */
export const loginAsUser = endpoint({
  name: 'loginAsUser',
  method: 'POST',
  path: '/v1/admin/users/:id/login',
  summary: 'Act for a person below',
  effect: 'write',
  access: 'users.actAs',
  sudo: 'signer',
  idempotent: false,
  rate: 'write',
  audit: 'session.actingBegun',
  params,
  body: z.strictObject({
    login_type: z.enum(LOGIN_TYPES),
    reason: z.string().check(z.trim(), z.minLength(3, 'Say why, in a few words.'), z.maxLength(300)),
  }),
  reply: z.object({ data: z.extend(SignedIn, { marker: z.enum(MARKERS) }) }),
});

export const setPaidMembership = endpoint({
  name: 'setPaidMembership',
  method: 'POST',
  path: '/v1/admin/users/:id/paid_membership',
  summary: 'Give a paid membership, or take it away',
  effect: 'write',
  access: 'users.manage',
  idempotent: true,
  rate: 'write',
  audit: 'users.membershipChanged',
  params,
  body: z.strictObject({ paid_membership: z.boolean() }),
  reply: one,
});

const People = z.object({
  data: z.array(z.object({ id: Id, name: z.string(), role: z.enum(ROLES), business_unit_id: Id })),
});

export const listAdminOwners = endpoint({
  name: 'listAdminOwners',
  method: 'GET',
  path: '/v1/admin/users/owners',
  summary: 'Active people who may own contacts, within what the current user sees',
  effect: 'read',
  access: 'users.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: People,
});

export const listPoolHolders = endpoint({
  name: 'listPoolHolders',
  method: 'GET',
  path: '/v1/admin/users/pool_holders',
  summary: 'People who hold a pool, within what the current user sees',
  effect: 'read',
  access: 'users.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: People,
});

/** Not among the 404 specified calls: business units in which the current user may place users. */
export const listUserPlaces = endpoint({
  name: 'listUserPlaces',
  method: 'GET',
  path: '/v1/admin/users/places/list',
  summary: 'Business units and managers that a person can be given',
  effect: 'read',
  access: 'users.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({
    data: z.object({
      business_units: z.array(z.object({ id: Id, name: z.string(), active: z.boolean() })),
      managers: z.array(z.object({ id: Id, name: z.string(), business_unit_id: Id })),
    }),
  }),
});
