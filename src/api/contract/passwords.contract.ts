import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { PathId } from './_wire.contract.ts';

// ---- schemas ---------------------------------------------------------------

/** Requirements beyond the length are in `src/rules/access/password.ts`. */
const NewPassword = z
  .string()
  .check(z.minLength(1, 'Enter a new password.'), z.maxLength(128, 'Use at most 128 characters.'));

// ---- endpoints -------------------------------------------------------------

/** The reply is the same whether or not the user name exists. */
export const requestPasswordReset = endpoint({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/v1/users/reset_password_instructions',
  summary: 'Mail instructions to reset a password',
  effect: 'write',
  access: 'public',
  idempotent: false,
  rate: 'signIn',
  audit: 'password.resetRequested',
  /** A user name or an e-mail address. */
  body: z.strictObject({
    username: z.string().check(z.trim(), z.minLength(1, 'Enter your username or e-mail address.'), z.maxLength(200)),
  }),
  reply: null,
});

/** Does not sign in: a second step is owed as ever. Ends every session of the person. */
export const resetPasswordByToken = endpoint({
  name: 'resetPasswordByToken',
  method: 'POST',
  path: '/v1/users/reset_password_by_token',
  summary: 'Set a new password with the token of the mail',
  effect: 'write',
  access: 'public',
  idempotent: false,
  rate: 'signIn',
  audit: 'password.reset',
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)), password: NewPassword }),
  reply: z.object({ data: z.object({ username: z.string() }) }),
});

/** Ends every other session and all API keys; this session continues with a new token. `{id}` is the current user. */
export const updatePassword = endpoint({
  name: 'updatePassword',
  method: 'PATCH',
  path: '/v1/users/:id/update_password',
  summary: 'Change the own password',
  effect: 'write',
  access: 'self',
  sudo: true,
  idempotent: false,
  rate: 'signIn',
  audit: 'password.changed',
  params: z.object({ id: PathId }),
  body: z.strictObject({ password: NewPassword }),
  reply: null,
});

// ---- constants -------------------------------------------------------------

/** Characters that a password has at least, without two-factor and with it. Source: promise P3. */
export const PASSWORD_MIN = 15;
export const PASSWORD_MIN_WITH_2FA = 8;
/** Minutes that a reset token works. Source: promise P3. */
export const RESET_MIN = 20;
/** Days in which a new user must choose a first password. Our choice: longer than a weekend. */
export const WELCOME_DAYS = 3;
