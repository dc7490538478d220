import type { Decision, Purpose } from '#contract/compliance.contract.ts';
import type { TemplateFormat } from '#contract/email-templates.contract.ts';
import type { Mail } from '../../adapters/mail.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { mayBeReached, recordDecision, refusalOf } from '../compliance/may-be-reached.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { requireLiveContact, touchContact } from '../contacts/contacts.service.ts';
import { mergedEmail, mergeParts, valuesFor } from '../email-templates/merged-email.ts';
import { findSender, insertEmail, requeueEmail } from '../timeline/emails.sql.ts';
import { htmlText } from './html-text.ts';
import { addressesFor } from './inbound/mail-addresses.ts';
import { type CampaignSender, requireCampaignSender } from './postal-address.ts';
import { unsubscribeLink } from './unsubscribe-links.ts';

type Use = Pick<Deps, 'config' | 'mailer' | 'seal' | 'now'>;

/** Words of a campaign, with merge fields. */
export interface CampaignTemplate {
  readonly subject: string;
  readonly body: string;
  readonly format: TemplateFormat;
}

export interface CampaignMail {
  readonly contactId: number;
  /** `marketing`: sent by a person; `automated`: a broadcast or a workflow. */
  readonly purpose: Exclude<Purpose, 'service'>;
  readonly template: CampaignTemplate;
}

/** `refused`: not allowed, so nothing was sent; the reason is one or more sentences. */
export type CampaignMailOutcome =
  | { readonly status: 'taken'; readonly emailId: number }
  | { readonly status: 'refused'; readonly reason: string; readonly decision: Decision };

/**
 * Sends a campaign's e-mail to one contact, within the transaction of the caller: asks whether the contact may be reached
 * and records the decision, fills the template in, adds the agency with its postal address and the link to unsubscribe,
 * enters it in the e-mail log, and queues it. Who opts out until it leaves doesn't get it.
 *
 * The caller writes one audit row for the whole campaign, and locks the contacts of a batch first, by id.
 * @throws {Refusal} `conflict` when the agency has no postal address (ask `requireCampaignSender` before you begin), or
 * the contact is deleted; `not_found` when the sender doesn't see it.
 * @throws {MergeFault} when the template can't be filled in.
 */
export async function sendCampaignMail(
  use: Use,
  tx: Tx,
  identity: Identity,
  { contactId, purpose, template }: CampaignMail,
): Promise<CampaignMailOutcome> {
  const { accountId, userId, actorId } = identity;
  const at = use.now();
  const sender = await requireCampaignSender(tx, identity);
  const contact = await requireLiveContact(tx, identity, contactId);
  const decision = await mayBeReached(tx, use.seal, contact, { channel: 'mail', purpose, at });
  await recordDecision(tx, identity, contactId, decision);
  const address = contact.email ?? '';
  if (!decision.allowed) return { status: 'refused', reason: refusalOf(decision), decision };

  const values = await valuesFor(tx, identity, contactId, at);
  const { subject, text, html } = mergedEmail(mergeParts(template), template.format, values);
  const written = { direction: 'out' as const, address, cc: [], subject, body: text, html, status: 'queued' as const };
  const emailId = await insertEmail(tx, { contactId, userId, actorId, ...written, messageId: null, at });
  const link = unsubscribeLink(use, { accountId, emailId, contactId, purpose });
  const writer = await findSender(tx, userId);
  const mail: Mail = {
    to: address,
    subject,
    text: `${text}\n\n--\n${sender.agency}, ${sender.address}\nUnsubscribe: ${link.url}\n`,
    ...(html !== null && { html: `${html}${footerOf(sender, link.url)}` }),
    secrets: [link.token],
    ...addressesFor(use, emailId, writer),
    campaign: { emailId, purpose, unsubscribeUrl: link.url },
  };
  await requeueEmail(tx, emailId, address, await use.mailer.send(tx, accountId, mail));
  await emitContactsChanged(tx, accountId, await touchContact(tx, contactId, at));
  return { status: 'taken', emailId };
}

const footerOf = ({ agency, address }: CampaignSender, url: string): string =>
  `<hr /><p>${htmlText(agency)}, ${htmlText(address)}</p><p><a href="${htmlText(url)}">Unsubscribe</a></p>`;
