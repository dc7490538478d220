import type { Mail } from '../../adapters/mail.ts';

interface EmailChange {
  readonly username: string;
  readonly brandName: string;
  readonly before: string;
  readonly after: string;
}

/** Tells both addresses that an e-mail address was changed: the old one can still warn its owner. */
export function mailsOfEmailChange({ username, brandName, before, after }: EmailChange): Mail[] {
  const toOld: Mail = {
    to: before,
    subject: `Your e-mail address at ${brandName} was changed`,
    text: [
      `The account ${username} now gets its mail at ${after}; this address gets none any more.`,
      'If you did not do this, change your password at once, sign out everywhere else, and tell your administrator.',
      '',
    ].join('\n\n'),
  };
  const toNew: Mail = {
    to: after,
    subject: `This is now your e-mail address at ${brandName}`,
    text: [
      `Mail for the account ${username} comes here from now on: instructions to reset a password, codes, notices.`,
      'If you do not know this account, somebody mistyped their address: tell them, or ignore this mail.',
      '',
    ].join('\n\n'),
  };
  return before === '' ? [toNew] : [toOld, toNew];
}
