import { brandOf } from '#brands/brand.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';

/** Somebody with the mail address that they have now. */
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

const NOT_YOU = 'If this was not you, tell your administrator at once and set a new password.';

const WORDS: Readonly<Record<Happening, { subject: string; text: string }>> = {
  twoFactorEnabled: {
    subject: 'Two-factor is on',
    text: `Two-factor was enabled for your user name. From now on a sign-in asks for a code as well.\n\n${NOT_YOU}`,
  },
  twoFactorDisabled: {
    subject: 'Two-factor is off',
    text: `Two-factor was disabled for your user name. From now on the password alone signs in.\n\n${NOT_YOU}`,
  },
  recoveryCodesRenewed: {
    subject: 'New recovery codes',
    text: `New recovery codes were made for your user name; the old ones work no more.\n\n${NOT_YOU}`,
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used',
    text: `Somebody signed in with one of your recovery codes. It works no more.\n\n${NOT_YOU}`,
  },
  passwordChanged: {
    subject: 'Your password was changed',
    text: `The password of your user name was changed. Everywhere else you have been signed out, and your API keys work no more.\n\n${NOT_YOU}`,
  },
  locked: {
    subject: 'Your sign-in is locked',
    text: `A hundred sign-ins in a row failed for your user name, so nobody can sign in with it any more.\n\nTo open it again, choose “Forgot your password?” on the sign-in page and set a new password.`,
  },
};

/** Tells somebody what happened to their sign-in, in the transaction of what happened. */
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
    text: `Hello,\n\n${text}\n\nUser name: ${person.username}\n${name}\n`,
  });
}
