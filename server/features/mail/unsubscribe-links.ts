import type { Purpose } from '#contract/compliance.contract.ts';
import type { Config } from '../../config.ts';
import type { Seal } from '../../seal.ts';

/** Where an e-mail's recipient opts out: no session, no cookie, only the sealed address counts. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

/** What a link to unsubscribe is about. */
export interface Unsubscribed {
  readonly accountId: number;
  /** In the e-mail log. */
  readonly emailId: number;
  readonly contactId: number;
  readonly purpose: Purpose;
}

const OWNER = 'unsubscribe';

/** Mail that leaves has a public address (`mailFaults`); mail that stays inside is read on this machine. */
const originOf = ({ appUrl, port }: Pick<Config, 'appUrl' | 'port'>): string => appUrl ?? `http://localhost:${port}`;

export interface UnsubscribeLink {
  readonly url: string;
  readonly token: string;
}

/** The address in one e-mail. It never expires: who kept the mail may still opt out. */
export function unsubscribeLink(
  { seal, config }: { readonly seal: Seal; readonly config: Pick<Config, 'appUrl' | 'port'> },
  { accountId, emailId, contactId, purpose }: Unsubscribed,
): UnsubscribeLink {
  const token = seal.seal([accountId, emailId, contactId, purpose].join('.'), OWNER).toString('base64url');
  return { url: `${originOf(config)}${UNSUBSCRIBE_PATH}/${token}`, token };
}

/** `null`: not made here, or changed. */
export function readUnsubscribe(seal: Seal, token: string): Unsubscribed | null {
  try {
    const text = seal.open(Buffer.from(token, 'base64url'), OWNER);
    const [accountId, emailId, contactId, purpose] = text.split('.');
    return {
      accountId: Number(accountId),
      emailId: Number(emailId),
      contactId: Number(contactId),
      purpose: purpose as Purpose,
    };
  } catch {
    return null;
  }
}
