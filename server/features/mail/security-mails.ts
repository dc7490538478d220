import { brandOf } from '#brands/brand.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';

/** A user with their current e-mail address. */
export interface Addressee {
  readonly accountId: number;
  readonly userId: number;
}

export type Happening =
  | 'twoFactorEnabled'
  | 'twoFactorDisabled'
  | 'recoveryCodesRenewed'
  | 'recoveryCodeUsed'
  | 'passwordChanged'
  | 'locked';

const NOT_YOU = "If this wasn't you, tell your administrator immediately and set a new password.";

const WORDS: Readonly<Record<Happening, { subject: string; text: string }>> = {
  twoFactorEnabled: {
    subject: 'Two-factor is on',
    text: `Two-factor is now on for your account. You'll enter a code each time you sign in.\n\n${NOT_YOU}`,
  },
  twoFactorDisabled: {
    subject: 'Two-factor is off',
    text: `Two-factor is now off for your account. You'll sign in with your password only.\n\n${NOT_YOU}`,
  },
  recoveryCodesRenewed: {
    subject: 'New recovery codes',
    text: `New recovery codes were generated for your account. The old codes no longer work.\n\n${NOT_YOU}`,
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used',
    text: `Someone signed in with one of your recovery codes. That code no longer works.\n\n${NOT_YOU}`,
  },
  passwordChanged: {
    subject: 'Your password was changed',
    text: `Your password was changed. All other sessions are signed out, and your API keys no longer work.\n\n${NOT_YOU}`,
  },
  locked: {
    subject: 'Your sign-in is locked',
    text: `We locked your sign-in after 100 failed attempts in a row.\n\nTo unlock it, choose “Forgot your password?” on the sign-in page and set a new password.`,
  },
};

export const HAPPENINGS = Object.keys(WORDS) as readonly Happening[];

/** Notifies a user of a change to their sign-in, within the transaction of the change. */
export async function mailHappening(
  deps: Pick<Deps, 'mailer' | 'config'>,
  tx: Tx,
  { accountId, userId }: Addressee,
  happening: Happening,
): Promise<void> {
  const rows = await tx.raw<{ username: string; email: string }>('select username, email from users where id = $1', [
    userId,
  ]);
  const [person] = rows;
  if (person === undefined || person.email === '') return;
  const { name } = brandOf(deps.config.brand);
  const { subject, text } = WORDS[happening];
  await deps.mailer.send(tx, accountId, {
    to: person.email,
    subject: `${name}: ${subject}`,
    text: `Hello,\n\n${text}\n\nUsername: ${person.username}\n${name}\n`,
  });
}
