import type { SECOND_STEP_METHODS } from '#contract/session/sign-in.contract.ts';
import { toE164 } from '#rules/phone/phone-number.ts';
import { isTryout } from '#rules/access/tryout.ts';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../db/tx.ts';
import { countRecoveryCodes, findReachable } from './two-factor.sql.ts';

/** A user's methods for codes, and where one can be sent. */
export interface CodeWays {
  readonly username: string;
  /** Their preferred method comes first. */
  readonly methods: (typeof SECOND_STEP_METHODS)[number][];
  /** `null`: nowhere. */
  readonly email: string | null;
  /** E.164. `null`: nowhere. */
  readonly phone: string | null;
  readonly lastOtpAt: Date | null;
}

/** In demo and development the outbox is readable; elsewhere a code that stays inside reaches no one. */
export function reachesOut({ appEnv, smtp, twilio }: Pick<Config, 'appEnv' | 'smtp' | 'twilio'>) {
  const isInside = isTryout(appEnv);
  return { mail: isInside || smtp !== null, texts: isInside || twilio !== null };
}

/** `null` when the user doesn't exist. */
export async function findCodeWays(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  tx: Tx,
  userId: number,
): Promise<CodeWays | null> {
  const found = await findReachable(tx, userId);
  if (found === null) return null;
  const { mail, texts } = reachesOut(config);
  // After a password reset by e-mail, the same mailbox proves nothing new.
  const isTrusted = found.mail_trusted_from === null || found.mail_trusted_from <= now();
  const email = found.email === '' || !mail || !isTrusted ? null : found.email;
  const phone = found.phone === '' || !texts ? null : toE164(found.phone);
  const sent = [...(email === null ? [] : (['email'] as const)), ...(phone === null ? [] : (['sms'] as const))];
  const first = (['app', ...sent] as const).filter((method) => method === found.two_fa_method);
  const others = (['app', ...sent] as const).filter((method) => method !== found.two_fa_method);
  const recovery = (await countRecoveryCodes(tx, userId)) > 0 ? (['recovery'] as const) : [];
  return {
    username: found.username,
    methods: [...first, ...others, ...recovery],
    email,
    phone,
    lastOtpAt: found.last_otp_at,
  };
}

/** `d•••@example.com`. */
export const maskEmail = (address: string): string => address.replace(/^(.)[^@]*/, '$1•••');

/** `•••0142`. */
export const maskPhone = (number: string): string => `•••${number.slice(-4)}`;
