import * as z from 'zod/mini';
import { PERMISSIONS, ROLES } from './access.contract.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, PathId } from './_wire.contract.ts';

// ---- schemas ---------------------------------------------------------------

export const FONT_SIZES = ['small', 'default', 'large'] as const;
/** `brand` is the brand's own color, until a user picks one of the spec's five. */
export const PRIMARY_COLORS = ['brand', 'orange', 'green', 'pink', 'yellow', 'purple'] as const;
export const BACKGROUNDS = ['default', 'dark'] as const;
export const TIME_ZONES = ['est', 'cst', 'mst', 'pst', 'akst', 'hst'] as const;

export const Display = z.object({
  font_size: z.enum(FONT_SIZES),
  primary_color: z.enum(PRIMARY_COLORS),
  background: z.enum(BACKGROUNDS),
});
export type Display = z.output<typeof Display>;

export const OwnProfile = z.extend(Display, {
  /** E.164. `null` without a verified number, and so without a dialer. */
  dialer_verified_phone_number: z.nullable(z.string()),
  /** Switched on for this user: minutes are not counted. */
  dialer_enabled: z.boolean(),
  /** Addresses that work for some minutes; `null`: there is none. */
  personal_photo: z.nullable(z.string()),
  logo: z.nullable(z.string()),
});

/** Kind of a step on the login stack (core §4). */
export const MARKERS = [
  'impersonating_as_rm',
  'logged_as_bu_admin',
  'logged_as_manager',
  'logged_as_admin',
  'impersonating',
] as const;
export type Marker = (typeof MARKERS)[number];

/** One step of the identity stack; the first is who signed in. */
export const IdentityStep = z.object({
  /** Id of the session; `POST /v1/sessions/{id}` returns to it. */
  session_id: Id,
  user_id: Id,
  name: z.string(),
  /** `null` for who signed in. */
  marker: z.nullable(z.enum(MARKERS)),
  /** Why they act for this person; empty for who signed in. */
  reason: z.string(),
  since: Instant,
  /** Time at which this step ends by itself. */
  expires_at: Instant,
});
export type IdentityStep = z.output<typeof IdentityStep>;

/** An address that the user may sign in from; an empty list allows any address. */
export const AuthIp = z.object({ id: Id, network: z.string(), label: z.string() });
export type AuthIp = z.output<typeof AuthIp>;

export const DIALER_ORDER_TYPES = ['manager_pay', 'self_pay', 'company'] as const;

/** Payer of the user's minutes. */
export const DialerSubscription = z.object({
  id: Id,
  active: z.boolean(),
  /** Whole minutes of this month that it covers. */
  current_usage: z.int(),
  order_type: z.enum(DIALER_ORDER_TYPES),
});
export type DialerSubscription = z.output<typeof DialerSubscription>;

export const FeatureOverride = z.object({ feature: z.string(), enabled: z.boolean() });

export const CurrentUser = z.object({
  id: Id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  roles: z.array(z.enum(ROLES)),
  /**
   * Permissions of the whole identity stack: the rights of this user, minus those that anyone below in the stack lacks.
   */
  permissions: z.array(z.enum(PERMISSIONS)),
  admin: z.boolean(),
  basic: z.boolean(),
  manager: z.boolean(),
  bu_admin: z.boolean(),
  c_1: z.boolean(),
  aris: z.boolean(),
  wallet_feature_enabled: z.boolean(),
  max_plus_subscription: z.object({ active: z.boolean(), plan: z.nullable(z.enum(['standard', 'premium'])) }),
  /** The agent's own number for display, not a phone. */
  number: z.string(),
  company: z.object({ id: Id, name: z.string(), domain_name: z.string(), number: z.string() }),
  business_unit: z.object({ id: Id, name: z.string(), number: z.string() }),
  timezone: z.enum(TIME_ZONES),
  /** True: has accepted terms of use; `updated_tos`: their latest version. */
  tos: z.boolean(),
  updated_tos: z.boolean(),
  'two_fa_is_required?': z.boolean(),
  'has_2fa_enabled?': z.boolean(),
  /** `null`: no code was ever accepted. */
  last_otp_at: z.nullable(Instant),
  webpage: z.object({
    /** First label of the page's address. `null` without a page. */
    domain: z.nullable(z.string()),
    title: z.string(),
    about_me: z.string(),
    active: z.boolean(),
    /** Addresses that work for some minutes; `null`: there is none. */
    photo: z.nullable(z.string()),
    flyer: z.nullable(z.string()),
  }),
  profile: OwnProfile,
  /** Own numbers, the first one first. */
  available_phone_numbers: z.array(z.object({ number: z.string(), label: z.string() })),
  dialer_subscription: z.nullable(DialerSubscription),
  company_dialer_subscription: z.nullable(DialerSubscription),
  /** Minutes a manager pays for this user; `allocation` in minutes a month. */
  dialer_license: z.nullable(z.object({ paid: z.boolean(), allocation: z.int() })),
  auth_ips: z.array(AuthIp),
  /** Names of the API keys that work, and their first characters. */
  api_keys: z.array(z.object({ id: Id, name: z.string(), prefix: z.string() })),
  /** Override set by an admin of the account; takes precedence over the defaults. */
  feature_overrides: z.array(FeatureOverride),
  /** Bottom to top; its last step is this user. */
  identity: z.array(IdentityStep),
  /** Number of users in the downline; 0 means there is no one to watch. */
  downline_count: z.int(),
  /** True when contacts are in the user's own book. */
  owns_contacts: z.boolean(),
});
export type CurrentUser = z.output<typeof CurrentUser>;

export const CurrentAccount = z.object({ id: Id, 'change_password?': z.boolean(), 'paid_user?': z.boolean() });
export type CurrentAccount = z.output<typeof CurrentAccount>;

export const Person = z.object({ id: Id, name: z.string(), role: z.enum(ROLES) });
export type Person = z.output<typeof Person>;

export const SignedIn = z.object({ user: CurrentUser });

// ---- endpoints -------------------------------------------------------------

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

/** 401 when the session below is over by now: its person was deactivated, demoted, or changed the password (promise P6). */
export const leaveIdentity = endpoint({
  name: 'leaveIdentity',
  method: 'POST',
  path: '/v1/sessions/:id',
  summary: 'Exit login-as or impersonation and return to the previous session',
  effect: 'write',
  access: 'signedIn',
  idempotent: false,
  rate: 'write',
  audit: 'session.left',
  params: z.object({ id: PathId }),
  reply: z.object({ data: SignedIn }),
});

/** Not among the 404 specified calls. A recovery code doesn't count as re-authentication (promise P5). */
export const confirmIdentity = endpoint({
  name: 'confirmIdentity',
  method: 'POST',
  path: '/v1/sessions/mine/confirm',
  summary: 'Re-authenticate to allow sensitive actions for 15 minutes',
  effect: 'write',
  access: 'self',
  idempotent: false,
  rate: 'signIn',
  audit: 'session.confirmed',
  body: z.strictObject({
    password: z.optional(z.string().check(z.minLength(1, 'Enter your password.'), z.maxLength(128))),
    otp_code: z.optional(z.string().check(z.minLength(1, 'Enter the code.'), z.maxLength(40))),
  }),
  reply: z.object({ data: z.object({ sudo_until: Instant }) }),
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

// ---- constants -------------------------------------------------------------

/** Minutes without a request after which a session ends. Source: promise P1. */
export const SESSION_IDLE_MIN = 60;
/** Hours after which a session ends in any case; admins 12. Source: promise P1. */
export const SESSION_MAX_H = 24;
export const ADMIN_SESSION_MAX_H = 12;
/** Minutes for which sensitive actions need no new re-authentication. Source: promise P5. */
export const SUDO_MIN = 15;
/** Maximum minutes of a log-in as another user, without renewal. Source: promise P6. */
export const ACTING_MAX_MIN = 60;
/** Identities that stack above the first at most. Source: decisions, "Identity on the wire". */
export const ACTING_MAX_DEPTH = 2;
/** Minutes that a second step may take. Source: promise P4. */
export const CHALLENGE_MIN = 10;
/** Wrong codes that end a second step. Ours. */
export const CHALLENGE_ATTEMPTS = 5;
