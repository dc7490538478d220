import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { isEmailAddress } from '#rules/contacts/email-address.ts';
import { findSender, insertEmail } from '../timeline/emails.sql.ts';

export interface CampaignEmail {
  readonly accountId: number;
  readonly contactId: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** `null`: the text is all there is. */
  readonly html: string | null;
  /** In whose name it is sent. */
  readonly userId: number;
  readonly at: Date;
}

/** Queues an e-mail of a campaign and logs it at the contact; answers go to its sender. Returns its id. */
export async function queueCampaignEmail(
  { mailer }: Pick<Deps, 'mailer'>,
  tx: Tx,
  { accountId, contactId, to, subject, text, html, userId, at }: CampaignEmail,
): Promise<number> {
  const replyTo = await findSender(tx, userId);
  const messageId = await mailer.send(tx, accountId, {
    to,
    subject,
    text,
    ...(html !== null && { html }),
    ...(isEmailAddress(replyTo.address) && { replyTo }),
  });
  const status = messageId === null ? 'sent' : 'queued';
  const written = { direction: 'out' as const, address: to, cc: [], subject, body: text, html };
  return insertEmail(tx, { contactId, userId, actorId: userId, ...written, status, messageId, at });
}
