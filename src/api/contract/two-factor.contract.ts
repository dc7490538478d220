import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { CurrentUser } from './session.contract.ts';
import { Instant } from './_wire.contract.ts';

// ---- schemas ---------------------------------------------------------------

export const CODE_METHODS = ['app', 'email', 'sms'] as const;

const Code = z.string().check(z.trim(), z.minLength(1, 'Enter the code.'), z.maxLength(40));

/** Data for the setup screen. It contains the seed, which is never shown again. */
export const TwoFactorSetUp = z.object({
  /** `otpauth://totp/…`, as the QR code has it. */
  uri: z.string(),
  /** Seed in base32, for manual entry. */
  seed: z.string(),
  /** The QR code as an SVG in a data URL. */
  qr: z.string(),
});
export type TwoFactorSetUp = z.output<typeof TwoFactorSetUp>;

export const TwoFactorStatus = z.object({
  enabled: z.boolean(),
  required: z.boolean(),
  /** Default method for receiving codes at sign-in. */
  method: z.enum(CODE_METHODS),
  /** Recovery codes that have not been used. */
  recovery_codes_left: z.int(),
  enabled_at: z.nullable(Instant),
  last_otp_at: z.nullable(Instant),
});
export type TwoFactorStatus = z.output<typeof TwoFactorStatus>;

/** Shown once. */
const codes = z.object({ data: z.object({ recovery_codes: z.array(z.string()), user: CurrentUser }) });

// ---- endpoints -------------------------------------------------------------

/** Not among the 404 specified calls. */
export const readTwoFactor = endpoint({
  name: 'readTwoFactor',
  method: 'GET',
  path: '/v1/two_factor/status/read',
  summary: 'Whether and how two-factor is set up',
  effect: 'read',
  access: 'signedIn',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: TwoFactorStatus }),
});

export const generateQr = endpoint({
  name: 'generateQr',
  method: 'POST',
  path: '/v1/two_factor/generate_qr',
  summary: 'Begin setting two-factor up: a new seed as a QR code',
  effect: 'write',
  access: 'self',
  sudo: true,
  idempotent: false,
  rate: 'write',
  audit: 'twoFactor.begun',
  reply: z.object({ data: TwoFactorSetUp }),
});

export const enableTwoFactor = endpoint({
  name: 'enableTwoFactor',
  method: 'POST',
  path: '/v1/two_factor/enable',
  summary: 'Enable two-factor with the first code of the app',
  effect: 'write',
  access: 'self',
  sudo: true,
  idempotent: false,
  rate: 'write',
  audit: 'twoFactor.enabled',
  body: z.strictObject({ otp_code: Code }),
  reply: codes,
});

export const disableTwoFactor = endpoint({
  name: 'disableTwoFactor',
  method: 'POST',
  path: '/v1/two_factor/disable',
  summary: 'Disable two-factor',
  effect: 'write',
  access: 'self',
  sudo: true,
  idempotent: true,
  rate: 'write',
  audit: 'twoFactor.disabled',
  reply: z.object({ data: z.object({ user: CurrentUser }) }),
});

/** Not among the 404 specified calls: the old codes stop working. */
export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/v1/two_factor/recovery_codes/renew',
  summary: 'Ten new recovery codes in place of the old ones',
  effect: 'write',
  access: 'self',
  sudo: true,
  idempotent: false,
  rate: 'write',
  audit: 'twoFactor.codesRenewed',
  reply: z.object({ data: z.object({ recovery_codes: z.array(z.string()) }) }),
});

/** Public: between password and session only the challenge names who it is. */
export const sendOtp = endpoint({
  name: 'sendOtp',
  method: 'POST',
  path: '/v1/two_factor/send_otp',
  summary: 'Mail or text a code for the second step',
  effect: 'write',
  access: 'public',
  idempotent: false,
  rate: 'signIn',
  audit: 'twoFactor.codeSent',
  body: z.strictObject({
    otp_secret: z.string().check(z.minLength(1), z.maxLength(100)),
    method: z.enum(['email', 'sms']),
  }),
  reply: z.object({ data: z.object({ sent_to: z.string() }) }),
});

/** Preferred method for codes. */
export const updateTwoFactor = endpoint({
  name: 'updateTwoFactor',
  method: 'PATCH',
  path: '/v1/users/update_2fa',
  summary: 'Choose how codes come',
  effect: 'write',
  access: 'self',
  sudo: true,
  idempotent: true,
  rate: 'write',
  audit: 'twoFactor.methodChanged',
  body: z.strictObject({ method: z.enum(CODE_METHODS) }),
  reply: z.object({ data: TwoFactorStatus }),
});
