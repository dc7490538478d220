import * as z from 'zod/mini';
import { ROLES } from './access.contract.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './_wire.contract.ts';

// ---- schemas ---------------------------------------------------------------

export const FONT_SIZES = ['small', 'default', 'large'] as const;
/** `brand` is the brand's own colour, until a user picks one of the spec's five. */
export const PRIMARY_COLORS = ['brand', 'orange', 'green', 'pink', 'yellow', 'purple'] as const;
export const BACKGROUNDS = ['default', 'dark'] as const;
export const TIME_ZONES = ['est', 'cst', 'mst', 'pst', 'akst', 'hst'] as const;

export const Display = z.object({
  font_size: z.enum(FONT_SIZES),
  primary_color: z.enum(PRIMARY_COLORS),
  background: z.enum(BACKGROUNDS),
});
export type Display = z.output<typeof Display>;

/** One step of the identity stack; the first is who signed in. */
export const IdentityStep = z.object({
  user_id: Id,
  name: z.string(),
  /** `null` for who signed in. */
  marker: z.nullable(
    z.enum(['impersonating_as_rm', 'logged_as_bu_admin', 'logged_as_manager', 'logged_as_admin', 'impersonating']),
  ),
  since: Instant,
});

export const CurrentUser = z.object({
  id: Id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(ROLES)),
  admin: z.boolean(),
  basic: z.boolean(),
  manager: z.boolean(),
  bu_admin: z.boolean(),
  /** The agent's own number for display, not a phone. */
  number: z.string(),
  company: z.object({ id: Id, name: z.string(), domain_name: z.string(), number: z.string() }),
  business_unit: z.object({ id: Id, name: z.string(), number: z.string() }),
  timezone: z.enum(TIME_ZONES),
  profile: Display,
  /** Bottom to top; its last step is this user. */
  identity: z.array(IdentityStep),
  /** How many people stand below this user; 0 means that there is nobody to watch. */
  downline_count: z.int(),
});
export type CurrentUser = z.output<typeof CurrentUser>;

export const CurrentAccount = z.object({ id: Id, 'change_password?': z.boolean(), 'paid_user?': z.boolean() });
export type CurrentAccount = z.output<typeof CurrentAccount>;

export const Person = z.object({ id: Id, name: z.string(), role: z.enum(ROLES) });
export type Person = z.output<typeof Person>;

// ---- endpoints -------------------------------------------------------------

/** A wrong name or password is 422; the answer is the same for an unknown name. */
export const signIn = endpoint({
  name: 'signIn',
  method: 'POST',
  path: '/v1/sessions',
  summary: 'Sign in with a user name and a password',
  effect: 'write',
  access: 'public',
  idempotent: false,
  rate: 'signIn',
  audit: 'session.signedIn',
  body: z.strictObject({
    username: z.string().check(z.minLength(1, 'Enter your user name.'), z.maxLength(200)),
    password: z.string().check(z.minLength(1, 'Enter your password.'), z.maxLength(128)),
  }),
  reply: z.object({ data: z.object({ user: CurrentUser }) }),
});

export const signOut = endpoint({
  name: 'signOut',
  method: 'DELETE',
  path: '/v1/sessions',
  summary: 'Sign out: ends the whole stack of sessions',
  effect: 'write',
  access: 'signedIn',
  idempotent: false,
  rate: 'write',
  audit: 'session.signedOut',
  reply: null,
});

export const readMe = endpoint({
  name: 'readMe',
  method: 'GET',
  path: '/v1/users/me',
  summary: 'The current user',
  effect: 'read',
  access: 'signedIn',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: CurrentUser }),
});

export const readProfile = endpoint({
  name: 'readProfile',
  method: 'GET',
  path: '/auth/profile',
  summary: 'The profile of the current user',
  effect: 'read',
  access: 'signedIn',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({
    data: z.extend(Display, { first_name: z.string(), last_name: z.string(), account_type: z.enum(ROLES) }),
  }),
});

export const readAccountInfo = endpoint({
  name: 'readAccountInfo',
  method: 'GET',
  path: '/v1/accounts/info',
  summary: 'The current account, as the guards read it',
  effect: 'read',
  access: 'signedIn',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: CurrentAccount }),
});

export const updateTheme = endpoint({
  name: 'updateTheme',
  method: 'PATCH',
  path: '/v1/users/update_theme',
  summary: 'Keep the display options of the current user',
  effect: 'write',
  access: 'signedIn',
  idempotent: true,
  rate: 'write',
  audit: null,
  body: z.partial(Display),
  reply: z.object({ data: Display }),
});

/** Beside the 404: whom the current user may give contacts to. The first entry is the user. */
export const listOwners = endpoint({
  name: 'listOwners',
  method: 'GET',
  path: '/v1/users/owners/list',
  summary: 'The current user and everybody below, as owners of contacts',
  effect: 'read',
  access: 'signedIn',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: z.array(Person) }),
});

export const readHealth = endpoint({
  name: 'readHealth',
  method: 'GET',
  path: '/v1/health',
  summary: 'Whether the server can serve: its database answers and is migrated',
  effect: 'read',
  access: 'public',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: z.object({ status: z.literal('ok'), version: z.string() }) }),
});

// ---- constants -------------------------------------------------------------

/** Minutes without a request after which a session ends. Source: promise P1. */
export const SESSION_IDLE_MIN = 60;
/** Hours after which a session ends in any case; admins 12. Source: promise P1. */
export const SESSION_MAX_H = 24;
export const ADMIN_SESSION_MAX_H = 12;
