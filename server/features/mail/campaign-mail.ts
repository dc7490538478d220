import type { Purpose } from '#contract/compliance.contract.ts';
import { wholeEmail } from '#rules/emails/whole-email.ts';
import type { Mail } from '../../adapters/mail/mail.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { findSender, insertEmail, requeueEmail } from '../timeline/emails.service.ts';
import { attachmentOf, type CampaignFile } from '../campaign-triggers/campaign-files.ts';
import { htmlText } from './html-text.ts';
import { addressesFor } from './inbound/mail-addresses.ts';
import type { CampaignSender } from './postal-address.ts';
import { unsubscribeLink } from './unsubscribe-links.ts';

type Use = Pick<Deps, 'config' | 'mailer' | 'seal' | 'now'>;

/** An e-mail of a campaign, filled in for one contact who may be reached. */
export interface CampaignMail {
  readonly contactId: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** `null`: the text is all there is. */
  readonly html: string | null;
  /** Asked about again before it leaves. `marketing`: sent by a person; `automated`: by a broadcast or a sequence. */
  readonly purpose: Exclude<Purpose, 'service'>;
  /** In whose name it is sent. */
  readonly userId: number;
  readonly actorId: number;
  /** What it attaches; absent or `null`: nothing. */
  readonly file?: CampaignFile | null;
  /** The broadcast that it is part of; absent: none. */
  readonly broadcastId?: number;
}

export interface QueuedCampaignMail {
  /** In the e-mail log. */
  readonly emailId: number;
  /** `null`: it has been taken already, by the mailbox inside. */
  readonly messageId: number | null;
}

/**
 * Queues a campaign's e-mail to one contact, within the transaction of the caller: adds the agency with its postal address
 * and the link to unsubscribe, and enters the e-mail in the log without them. Who opts out until it leaves doesn't get it.
 *
 * The caller has locked the contact, asked whether it may be reached and recorded the decision, and writes one audit row
 * for the whole campaign. `sender` is read once for many (`requireCampaignSender`).
 */
export async function queueCampaignMail(
  use: Use,
  tx: Tx,
  accountId: number,
  { sender, file = null, ...mail }: CampaignMail & { readonly sender: CampaignSender },
): Promise<QueuedCampaignMail> {
  const { contactId, to, subject, text, html, purpose, userId } = mail;
  const at = use.now();
  const logged = { ...mail, address: to, cc: [], body: text, messageId: null, campaignFileId: file?.id ?? null, at };
  const emailId = await insertEmail(tx, { ...logged, direction: 'out', status: 'queued' });
  const link = unsubscribeLink(use, { accountId, emailId, contactId, purpose });
  const whole: Mail = {
    to,
    subject,
    text: `${text}\n\n--\n${sender.agency}, ${sender.address}\nUnsubscribe: ${link.url}\n`,
    ...(html !== null && { html: wholeEmail(`${html}${footerOf(sender, link.url)}`) }),
    secrets: [link.token],
    ...(file !== null && { attachment: attachmentOf(file) }),
    ...addressesFor(use, emailId, await findSender(tx, userId)),
    campaign: { emailId, purpose, unsubscribeUrl: link.url },
  };
  const messageId = await use.mailer.send(tx, accountId, whole);
  await requeueEmail(tx, emailId, to, messageId);
  return { emailId, messageId };
}

const footerOf = ({ agency, address }: CampaignSender, url: string): string =>
  `<hr /><p>${htmlText(agency)}, ${htmlText(address)}</p><p><a href="${htmlText(url)}">Unsubscribe</a></p>`;
