import { brandOf } from '#brands/brand.ts';
import { RESET_MIN, WELCOME_DAYS } from '#contract/passwords.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { freshToken } from '../session/session-tokens.ts';
import { insertReset } from './passwords.sql.ts';

export interface LinkOwner {
  readonly id: number;
  readonly accountId: number;
  readonly username: string;
  readonly email: string;
}

/** Reason for a password link: the user was added, or an operator lets them in `again`. */
export type LinkPurpose = 'welcome' | 'again';

/** Links that are e-mailed; the others are printed in a terminal. */
type MailedPurpose = Exclude<LinkPurpose, 'again'>;

/** Creates a link for choosing a password; it works once. The token is stored nowhere else. */
export async function openPasswordLink(
  tx: Tx,
  { id: userId, accountId }: Pick<LinkOwner, 'id' | 'accountId'>,
  purpose: LinkPurpose,
  at: Date,
): Promise<string> {
  const { token, hash } = freshToken();
  const expiresAt = new Date(at.getTime() + MINUTES[purpose] * 60_000);
  await insertReset(tx, { hash, accountId, userId, at, expiresAt });
  return token;
}

/** E-mails a user a link under `origin` for choosing a password; it works once, and can be requested again. */
export async function mailPasswordLink(
  { config, mailer, now }: Pick<Deps, 'config' | 'mailer' | 'now'>,
  tx: Tx,
  owner: LinkOwner,
  purpose: MailedPurpose,
  origin: string,
): Promise<void> {
  const token = await openPasswordLink(tx, owner, purpose, now());
  const { name } = brandOf(config.brand);
  const { accountId, email, username } = owner;
  await mailer.send(tx, accountId, {
    to: email,
    ...PASSWORD_TEXTS[purpose]({ name, username, origin, token }),
    urgent: true,
    secrets: [token],
  });
}

/** Lifetime of a link. */
const MINUTES: Readonly<Record<LinkPurpose, number>> = { welcome: WELCOME_DAYS * 24 * 60, again: RESET_MIN };

interface Words {
  readonly name: string;
  readonly username: string;
  readonly origin: string;
  readonly token: string;
}

/** Words of the e-mails with a link for choosing a password. */
export const PASSWORD_TEXTS: Readonly<
  Record<MailedPurpose | 'reset', (words: Words) => { subject: string; text: string }>
> = {
  reset: ({ name, username, origin, token }) => ({
    subject: `${name}: set a new password`,
    text: `Hello,\n\nSomeone requested a new password for the username ${username}. Open this page to set it:\n\n${origin}/reset-password?token=${token}\n\nThe link works once and for ${RESET_MIN} minutes. If you didn't request it, you can ignore this e-mail. Your password stays the same.\n\n${name}\n`,
  }),
  welcome: ({ name, username, origin, token }) => ({
    subject: `${name}: choose your password`,
    text: `Hello,\n\nYou were added to ${name} with the username ${username}. Open this page to choose your password:\n\n${origin}/reset-password?token=${token}\n\nThe link works once and for ${WELCOME_DAYS} days. After that, request a new link with your username:\n\n${origin}/reset-password\n\n${name}\n`,
  }),
};
