import * as z from 'zod/mini';
import { Id, Instant, PlainDate } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';
import { paged, resource, shown } from './resource.ts';

// ---- constants -------------------------------------------------------------

export const SIGNUP_STATUSES = ['draft', 'submitted'] as const;
export type SignupStatus = (typeof SIGNUP_STATUSES)[number];
export const SIGNUP_LINES = [
  'medicare',
  'health',
  'life',
  'final_expense',
  'annuities',
  'long_term_care',
  'pre_need',
] as const;
export type SignupLine = (typeof SIGNUP_LINES)[number];
/** What a registration for Medicare needs. */
export const MEDICARE_NEEDS = ['submitted', 'npn', 'licensed_states', 'line', 'certification'] as const;
export type MedicareNeed = (typeof MEDICARE_NEEDS)[number];
/** Licenses: the states, DC and the territories. */
const MAX_STATES = 60;
/** Carriers of a signup at most. Ours. */
const MAX_CARRIERS = 60;

// ---- schemas ---------------------------------------------------------------

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));

/** Answers of the form. Empty text: not answered. */
const Fields = z.object({
  first_name: text(100),
  last_name: text(100),
  email: text(160),
  /** Stored as E.164. */
  phone: text(40),
  address: text(200),
  city: text(80),
  /** Stored as two letters, like all states here. */
  state: text(40),
  zip_code: text(10).check(z.regex(/^$|^\d{5}(-\d{4})?$/, 'Enter a ZIP code like 78701 or 78701-1234.')),
  /** National producer number. */
  npn: text(10).check(z.regex(/^$|^[1-9]\d{0,9}$/, 'Enter the digits of the NPN, at most 10.')),
  resident_state: text(40),
  licensed_states: z.array(text(40)).check(z.maxLength(MAX_STATES, `Enter at most ${MAX_STATES} states.`)),
  lines: z.array(z.enum(SIGNUP_LINES)).check(z.maxLength(SIGNUP_LINES.length, 'Choose each line once.')),
  /** Errors and omissions insurance. */
  eo_carrier: text(120),
  eo_policy_number: text(60),
  eo_expires_on: z.nullable(PlainDate),
  /** Names of the carriers that have appointed the agent. */
  carriers: z.array(text(120)).check(z.maxLength(MAX_CARRIERS, `Enter at most ${MAX_CARRIERS} carriers.`)),
  /** Plan year of the AHIP certification for Medicare; `null`: not certified. */
  ahip_year: z.nullable(z.int().check(z.minimum(2000, 'Enter a year.'), z.maximum(2999, 'Enter a year.'))),
  heard_from: text(200),
  /** The recruiter's name or NPN. */
  upline: text(160),
});

export const MedicareRegistration = z.object({
  registered: z.boolean(),
  /** The coming year from October 1, when its plans may be marketed; otherwise the running one. */
  plan_year: z.int(),
  /** `null`: not registered. */
  since: z.nullable(Instant),
  /** Empty: nothing. */
  missing: z.array(z.enum(MEDICARE_NEEDS)),
});
export type MedicareRegistration = z.output<typeof MedicareRegistration>;

export const Signup = z.extend(Fields, {
  id: Id,
  status: z.enum(SIGNUP_STATUSES),
  /** `null`: a draft. */
  submitted_at: z.nullable(Instant),
  updated_at: Instant,
  medicare: MedicareRegistration,
});
export type Signup = z.output<typeof Signup>;

export const ManagedSignup = z.extend(Signup, { user: z.object({ id: Id, name: z.string() }) });
export type ManagedSignup = z.output<typeof ManagedSignup>;

/** Answers that are left out stay as they are. */
export const SignupChange = z.extend(z.strictObject(z.partial(Fields).shape), {
  /** True: the answers are complete and go to the agency. A submitted signup stays submitted. */
  submit: z.optional(z.boolean()),
});
export type SignupChange = z.output<typeof SignupChange>;

const filter = {
  status: z.optional(z.enum(SIGNUP_STATUSES)),
  medicare: z.optional(z.enum(['registered', 'missing'])),
};
const ORDER = ['name', 'status', 'resident_state', 'ahip_year', 'submitted_at', 'updated_at'] as const;

// ---- endpoints -------------------------------------------------------------

const READ = { method: 'GET', effect: 'read', idempotent: false, rate: 'read', audit: null } as const;

export const signups = resource(
  {
    path: '/v1/admin/signups',
    one: 'Signup',
    many: 'Signups',
    label: { one: 'signup', many: 'signups' },
    subject: 'signup',
    access: { read: 'users.manage', write: 'self' },
  },
  {
    list: paged(ManagedSignup, {
      summary: 'List the signups of the agency, latest change first',
      order: ORDER,
      filter,
    }),
    /** Not among the 404 specified calls, like the file. */
    read: shown(ManagedSignup),
    file: ({ path, access }) =>
      endpoint({
        ...READ,
        name: 'downloadSignups',
        path: `${path}/export.csv`,
        summary: 'The signups of the agency that the list shows, as CSV',
        access: access.read,
        query: z.strictObject({
          q: z.optional(text(200)),
          ...filter,
          order: z._default(z.enum(['asc', 'desc']), 'asc'),
          order_field: z.optional(z.enum(ORDER)),
        }),
        reply: z.unknown(),
      }),
    fetch: () =>
      endpoint({
        ...READ,
        name: 'fetchSignup',
        path: '/v1/signups/fetch',
        summary: 'The signup of the current user; null when they have not begun one',
        access: 'signedIn',
        reply: z.object({ data: z.nullable(Signup) }),
      }),
    save: ({ access }) =>
      endpoint({
        name: 'saveSignup',
        method: 'POST',
        path: '/v1/signups',
        summary: 'Save the signup of the current user, as a draft or submitted; each user has one',
        effect: 'write',
        access: access.write,
        idempotent: true,
        rate: 'write',
        audit: ['signup.created', 'signup.updated'],
        body: SignupChange,
        reply: z.object({ data: Signup }),
      }),
    medicare: () =>
      endpoint({
        ...READ,
        name: 'readMedicareRegistered',
        path: '/v1/users/medicare_registered',
        summary: 'Whether the current user is registered to sell Medicare plans, since when, and what is missing',
        access: 'signedIn',
        reply: z.object({ data: MedicareRegistration }),
      }),
  },
);
