import { brandOf } from '#brands/brand.ts';
import { WELCOME_DAYS } from '#contract/passwords.contract.ts';
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

/** Why somebody gets a link to choose a password: they were added. */
export type LinkPurpose = 'welcome';

/** Mails somebody a link under `origin` to choose a password; it works once, and can be asked for anew. */
export async function mailPasswordLink(
  { config, mailer, now }: Pick<Deps, 'config' | 'mailer' | 'now'>,
  tx: Tx,
  { id: userId, accountId, username, email }: LinkOwner,
  purpose: LinkPurpose,
  origin: string,
): Promise<void> {
  const at = now();
  const { token, hash } = freshToken();
  const expiresAt = new Date(at.getTime() + DAYS[purpose] * 86_400_000);
  await insertReset(tx, { hash, accountId, userId, at, expiresAt });
  const { name } = brandOf(config.brand);
  await mailer.send(tx, accountId, { to: email, ...TEXTS[purpose]({ name, username, origin, token }) });
}

const DAYS: Readonly<Record<LinkPurpose, number>> = { welcome: WELCOME_DAYS };

interface Words {
  readonly name: string;
  readonly username: string;
  readonly origin: string;
  readonly token: string;
}

const TEXTS: Readonly<Record<LinkPurpose, (words: Words) => { subject: string; text: string }>> = {
  welcome: ({ name, username, origin, token }) => ({
    subject: `${name}: choose your password`,
    text: `Hello,\n\nyou were added to ${name} with the user name ${username}. Open this page to choose your password:\n\n${origin}/reset-password?token=${token}\n\nThe link works once and for ${WELCOME_DAYS} days. Later, ask for another one with your user name:\n\n${origin}/reset-password\n\n${name}\n`,
  }),
};
