import type { Mail } from '../../adapters/mail/mail.ts';

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
      `The account ${username} now receives e-mail at ${after}. This address no longer receives any.`,
      "If you didn't make this change, change your password immediately, sign out of other sessions, and tell your administrator.",
      '',
    ].join('\n\n'),
  };
  const toNew: Mail = {
    to: after,
    subject: `This is now your e-mail address at ${brandName}`,
    text: [
      `E-mail for the account ${username} now comes here: password reset instructions, codes and notices.`,
      "If you don't recognize this account, someone mistyped their address. Tell them, or ignore this e-mail.",
      '',
    ].join('\n\n'),
  };
  return before === '' ? [toNew] : [toOld, toNew];
}
