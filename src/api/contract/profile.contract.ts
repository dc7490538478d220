import * as z from 'zod/mini';
import { ROLES } from './access.contract.ts';
import { endpoint } from './endpoint.ts';
import { AuthIp, CurrentUser, Display, OwnProfile, Person, TIME_ZONES } from './session.contract.ts';
import { PathId, PlainDate } from './_wire.contract.ts';

// ---- constants -------------------------------------------------------------

/** Bytes of a photo, a logo or a flyer at most. Ours. */
export const MAX_USER_FILE_BYTES = 5 * 1024 * 1024;
export const USER_PICTURE_TYPES = ['png', 'jpg', 'gif', 'webp'] as const;
/** Files of a user: of the profile, then of the public page. */
export const PROFILE_FILES = ['personal_photo', 'logo'] as const;
export const WEBPAGE_FILES = ['photo', 'flyer'] as const;
export type UserFile = (typeof PROFILE_FILES)[number] | (typeof WEBPAGE_FILES)[number];

// ---- schemas ---------------------------------------------------------------

/** A first label of an address: letters, digits, hyphens inside. */
const PageName = z
  .string()
  .check(z.regex(/^[a-z0-9]([a-z0-9-]{1,30}[a-z0-9])$/, 'Use 3 to 32 letters, digits and hyphens.'));
const Name = z.string().check(z.trim(), z.maxLength(100));

export const ProfileChange = z.strictObject({
  first_name: z.optional(Name.check(z.minLength(1, 'Enter a first name.'))),
  last_name: z.optional(Name.check(z.minLength(1, 'Enter a last name.'))),
  /** E.164 or as people write it; empty removes it. */
  phone: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  about_me: z.optional(z.string().check(z.trim(), z.maxLength(4_000))),
  /** A file of the profile that goes. */
  remove: z.optional(z.enum(PROFILE_FILES)),
});

const me = z.object({ data: CurrentUser });

// ---- endpoints -------------------------------------------------------------

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
    data: z.extend(OwnProfile, {
      first_name: z.string(),
      last_name: z.string(),
      about_me: z.string(),
      account_type: z.enum(ROLES),
      /** Addresses that work for some minutes; `null`: there is none. */
      webpage_photo: z.nullable(z.string()),
      webpage_flyer: z.nullable(z.string()),
    }),
  }),
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
  body: z.strictObject(z.partial(Display).shape),
  reply: z.object({ data: Display }),
});

export const updateTimezone = endpoint({
  name: 'updateTimezone',
  method: 'PATCH',
  path: '/v1/users/update_timezone',
  summary: 'Keep the time zone of the current user',
  effect: 'write',
  access: 'signedIn',
  idempotent: true,
  rate: 'write',
  audit: 'profile.timezoneChanged',
  body: z.strictObject({ timezone: z.enum(TIME_ZONES) }),
  reply: me,
});

export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'PATCH',
  path: '/v1/users/update_profile',
  summary: 'Change name, phone and words about oneself, and the photo or logo',
  effect: 'write',
  access: 'signedIn',
  idempotent: true,
  rate: 'upload',
  audit: 'profile.changed',
  body: z.strictObject({ profile: ProfileChange }),
  upload: { field: 'personal_photo', also: ['logo'], maxBytes: MAX_USER_FILE_BYTES, required: false },
  reply: me,
});

/**
 * The login e-mail address is part of the identity: changing it needs re-authentication (promise P5). `{id}` is the
 * current user.
 */
export const updateUser = endpoint({
  name: 'updateUser',
  method: 'PATCH',
  path: '/v1/users/:id',
  summary: 'Change the e-mail address of the current user',
  effect: 'write',
  access: 'self',
  sudo: true,
  idempotent: true,
  rate: 'write',
  audit: 'profile.emailChanged',
  params: z.object({ id: PathId }),
  body: z.strictObject({
    user: z.strictObject({
      email: z.string().check(z.trim(), z.email('Invalid e-mail address.'), z.maxLength(200)),
    }),
  }),
  reply: me,
});

export const updateWebpage = endpoint({
  name: 'updateWebpage',
  method: 'PATCH',
  path: '/v1/users/:id/update_webpage',
  summary: "Change the basics of the agent's own public page, and its photo or flyer",
  effect: 'write',
  access: 'signedIn',
  feature: 'marketing-profile',
  idempotent: true,
  rate: 'upload',
  audit: 'profile.webpageChanged',
  params: z.object({ id: PathId }),
  body: z.strictObject({
    webpage: z.strictObject({
      domain: z.optional(z.nullable(PageName)),
      title: z.optional(z.string().check(z.trim(), z.maxLength(120))),
      about_me: z.optional(z.string().check(z.trim(), z.maxLength(4_000))),
      active: z.optional(z.boolean()),
      /** How many organizations the agent represents and plans they offer, for the notice that Medicare asks for. */
      organizations: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(9_999)))),
      plans: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(99_999)))),
      /** A file of the page that goes. */
      remove: z.optional(z.enum(WEBPAGE_FILES)),
    }),
  }),
  upload: { field: 'photo', also: ['flyer'], maxBytes: MAX_USER_FILE_BYTES, required: false },
  reply: me,
});

export const acceptTos = endpoint({
  name: 'acceptTos',
  method: 'PATCH',
  path: '/v1/users/accept_tos',
  summary: 'Accept the latest terms of use',
  effect: 'write',
  access: 'self',
  idempotent: true,
  rate: 'write',
  audit: 'profile.tosAccepted',
  body: z.strictObject({
    /** First day of the terms that were shown; absent: the latest. Other terms than the latest are refused. */
    version: z.optional(PlainDate),
  }),
  reply: me,
});

export const listAuthIps = endpoint({
  name: 'listAuthIps',
  method: 'GET',
  path: '/v1/users/auth_ips',
  summary: 'Addresses that the current user may sign in from; none means any address',
  effect: 'read',
  access: 'signedIn',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: z.array(AuthIp) }),
});

/**
 * Not among the 404 specified calls: users who can receive contacts from the current user. The first entry is the
 * current user.
 */
export const listOwners = endpoint({
  name: 'listOwners',
  method: 'GET',
  path: '/v1/users/owners/list',
  summary: 'The current user and their downline, as owners of contacts',
  effect: 'read',
  access: 'signedIn',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: z.array(Person) }),
});
