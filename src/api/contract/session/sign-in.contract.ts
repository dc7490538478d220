import * as z from 'zod/mini';
import { Instant } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';
import { SignedIn } from '../session.contract.ts';

// ---- schemas ---------------------------------------------------------------

export const SECOND_STEP_METHODS = ['app', 'email', 'sms', 'recovery'] as const;

/** A required second step: no session exists yet. */
export const SecondStepDue = z.object({
  /** An opaque challenge, never the seed; it works once and for 10 minutes. */
  otp_secret: z.string(),
  /** `null`: no code was ever accepted. */
  last_otp_at: z.nullable(Instant),
  methods: z.array(z.enum(SECOND_STEP_METHODS)),
  /** Masked destination of codes: `d•••@example.com`, `•••0142`. `null`: none. */
  email_hint: z.nullable(z.string()),
  phone_hint: z.nullable(z.string()),
});
export type SecondStepDue = z.output<typeof SecondStepDue>;

// ---- endpoints -------------------------------------------------------------

/** A wrong name, password or code is 422; the answer is the same for an unknown name. */
export const signIn = endpoint({
  name: 'signIn',
  method: 'POST',
  path: '/v1/sessions',
  summary: 'Sign in with a user name and a password, or with the code of a second step',
  effect: 'write',
  access: 'public',
  idempotent: false,
  rate: 'signIn',
  audit: ['session.signedIn', 'session.signedOut', 'session.ssoLinked', 'twoFactor.recoveryUsed'],
  body: z.union([
    z.strictObject({
      username: z.string().check(z.minLength(1, 'Enter your username.'), z.maxLength(200)),
      password: z.string().check(z.minLength(1, 'Enter your password.'), z.maxLength(128)),
    }),
    z.strictObject({
      otp_secret: z.string().check(z.minLength(1), z.maxLength(100)),
      otp_code: z.string().check(z.minLength(1, 'Enter the code.'), z.maxLength(40)),
    }),
  ]),
  reply: z.object({ data: z.union([SignedIn, SecondStepDue]) }),
});

/**
 * Not among the 404 specified calls: address of the identity provider, with a new state for the return. 404 when none
 * is configured.
 */
export const startSso = endpoint({
  name: 'startSso',
  method: 'POST',
  path: '/v1/sessions/sso/start',
  summary: 'Begin a sign-in at the identity provider',
  effect: 'write',
  access: 'public',
  onlyWhere: 'single sign-on is set up',
  idempotent: false,
  rate: 'signIn',
  audit: null,
  reply: z.object({ data: z.object({ url: z.string() }) }),
});

export const signInBySso = endpoint({
  name: 'signInBySso',
  method: 'POST',
  path: '/v1/sessions/sso',
  summary: 'Come back from the identity provider',
  effect: 'write',
  access: 'public',
  onlyWhere: 'single sign-on is set up',
  idempotent: false,
  rate: 'signIn',
  audit: ['session.signedIn', 'session.signedOut', 'session.ssoLinked', 'twoFactor.recoveryUsed'],
  /** The query of `/api/auth/callback`. */
  body: z.strictObject({
    code: z.string().check(z.minLength(1), z.maxLength(4_000)),
    state: z.string().check(z.minLength(1), z.maxLength(400)),
    iss: z.optional(z.string().check(z.maxLength(400))),
  }),
  reply: z.object({ data: z.union([SignedIn, SecondStepDue]) }),
});
