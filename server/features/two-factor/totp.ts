import { Secret, TOTP } from 'otpauth';

/** Seconds that a code of the app is shown. Source: RFC 6238. */
export const STEP_S = 30;

/** Steps that a clock may be off in either direction. Source: promise P4. */
const SKEW_STEPS = 1;

/** 160 random bits in base32. Source: RFC 4226 §4. */
export const newSeed = (): string => new Secret({ size: 20 }).base32;

const totpOf = (seed: string, issuer = '', label = ''): TOTP =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: STEP_S, secret: Secret.fromBase32(seed) });

/** `otpauth://totp/…`, which apps read from the QR code. */
export const uriOf = (seed: string, issuer: string, label: string): string => totpOf(seed, issuer, label).toString();

/** The step that the code belongs to. `null`: it is no code of this seed around that time. */
export function stepOf(seed: string, code: string, at: Date): number | null {
  const timestamp = at.getTime();
  const delta = totpOf(seed).validate({ token: code, timestamp, window: SKEW_STEPS });
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP_S) + delta;
}
