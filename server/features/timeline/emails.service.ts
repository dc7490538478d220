import type { Purpose } from '#contract/compliance.contract.ts';
import type { Body, Query, Reply } from '#contract/endpoint.ts';
import type {
  ContactEmail,
  listEmailLogs as ListEmailLogs,
  recordEmail as RecordEmail,
  sendEmail as SendEmail,
} from '#contract/timeline/emails.contract.ts';
import { cleanLine, cleanText } from '#rules/contacts/contact-name.ts';
import { isEmailAddress } from '#rules/contacts/email-address.ts';
import type { Mail } from '../../adapters/mail/mail.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { keepingRefusals, purposeOf } from '../compliance/may-be-reached.ts';
import {
  type Caller,
  type FoundContact,
  requireContact,
  requireLiveContact,
  touchContact,
} from '../contacts/contacts.service.ts';
import { attachmentOf, findCampaignFile } from '../campaign-triggers/campaign-files.ts';
import { addressesFor } from '../mail/inbound/mail-addresses.ts';
import { tellLines } from '../messages/tell-lines.ts';
import { countLogs } from './contact-logs.sql.ts';
import * as rows from './emails.sql.ts';
import { requireMailable } from './may-be-mailed.ts';
import { simpleHtml } from './simple-html.ts';
import { metaOf } from './timeline.service.ts';

/** For e-mails that are part of something larger. */
export { findSender, insertEmail, requeueEmail } from './emails.sql.ts';

/** @throws {Refusal} `not_found` */
export function listEmailLogs(
  deps: Deps,
  identity: Identity,
  contactId: number,
  page: Query<typeof ListEmailLogs>,
): Promise<Reply<typeof ListEmailLogs>> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    const found = await rows.findEmails(tx, contactId, page);
    return { data: found.map(rows.toEmail), meta: metaOf(page, await countLogs(tx, 'contact_emails', contactId)) };
  });
}

/** @throws {Refusal} `refused`, `not_found`, `conflict` when the contact is deleted. */
export function sendEmail(
  deps: Deps,
  caller: Caller,
  contactId: number,
  body: Body<typeof SendEmail>,
): Promise<ContactEmail> {
  const { text, html } = readBody(body);
  const subject = cleanLine(body.subject);
  if (subject === '') throw refuseField('subject', 'Enter a subject.');
  const cc = [...new Set(body.cc)];
  const wrong = cc.find((address) => !isEmailAddress(address));
  if (wrong !== undefined) throw refuseField('cc', `“${wrong}” isn't a valid e-mail address.`);
  const { identity } = caller;
  return change(deps, caller, contactId, 'email.sent', async (tx, contact, at) => {
    const address = await requireMailable(tx, identity, contact, { purpose: body.purpose, at, seal: deps.seal });
    const mail = { to: address, subject, text, cc, ...(html !== null && { html }) };
    await touchContact(tx, contactId, at);
    const who = { userId: identity.userId, actorId: identity.actorId };
    const written = { direction: 'out', address, cc, subject, body: text, html, status: 'queued' } as const;
    const emailId = await rows.insertEmail(tx, { contactId, ...who, ...written, messageId: null, at });
    await post(deps, tx, identity, emailId, mail, await rows.findToAnswer(tx, contactId, subject));
    return emailId;
  });
}

/** An e-mail that is part of a larger change. */
export interface PartMail extends Pick<Mail, 'subject' | 'text' | 'calendar' | 'secrets'> {
  readonly purpose: Purpose;
}

/**
 * Sends an e-mail to a contact within the transaction of a larger change. What is thrown has written nothing, so that
 * the change may go on without it.
 * @throws {Refusal} `refused`, `not_found`, `conflict` when the contact is deleted.
 */
export async function mailContact(
  deps: Pick<Deps, 'now' | 'seal' | 'config' | 'mailer'>,
  tx: Tx,
  { identity, requestId }: Caller,
  contactId: number,
  { purpose, ...mail }: PartMail,
): Promise<void> {
  const at = deps.now();
  const contact = await requireLiveContact(tx, identity, contactId);
  const address = await requireMailable(tx, identity, contact, { purpose, at, seal: deps.seal });
  await touchContact(tx, contactId, at);
  const { subject, text: body } = mail;
  const written = { direction: 'out', address, subject, body, html: null, status: 'queued' } as const;
  const who = { userId: identity.userId, actorId: identity.actorId };
  const emailId = await rows.insertEmail(tx, { contactId, ...who, ...written, cc: [], messageId: null, at });
  await post(deps, tx, identity, emailId, { ...mail, to: address });
  const detail = { email_id: emailId };
  await writeAudit(tx, identity, requestId, {
    action: 'email.sent',
    subjectType: 'contact',
    subjectId: contactId,
    detail,
  });
  await emitContactsChanged(tx, identity.accountId, [contact]);
  await tellLines(tx, identity.accountId, contactId, { newAt: at });
}

/** @throws {Refusal} `refused`, `not_found`, `conflict` when the contact is deleted or the mail has not failed. */
export function sendEmailAgain(
  deps: Deps,
  caller: Caller,
  { contactId, emailId }: { contactId: number; emailId: number },
): Promise<ContactEmail> {
  return change(deps, caller, contactId, 'email.sentAgain', async (tx, contact, at) => {
    const email = await requireEmail(tx, contactId, emailId);
    if (email.status !== 'failed') throw new Refusal('conflict', 'Only failed e-mail can be sent again.');
    const purpose = await purposeOf(tx, contactId, { channel: 'mail', at: email.at });
    const address = await requireMailable(tx, caller.identity, contact, { purpose, at, seal: deps.seal });
    const { subject, body: text, cc, html, campaign_file_id: fileId } = email;
    const file = fileId === null ? null : await findCampaignFile(tx, fileId);
    const attached = file !== null && { attachment: attachmentOf(file) };
    const mail = { to: address, subject, text, cc, ...(html !== null && { html }), ...attached };
    await post(deps, tx, caller.identity, emailId, mail);
    return emailId;
  });
}

/** @throws {Refusal} `refused`, `not_found`, `conflict` when the contact is deleted. */
export function recordEmail(
  deps: Deps,
  caller: Caller,
  contactId: number,
  body: Body<typeof RecordEmail>,
): Promise<ContactEmail> {
  const { identity } = caller;
  return change(deps, caller, contactId, 'email.recorded', async (tx, contact, now) => {
    const at = body.at === undefined ? now : new Date(body.at);
    if (at > now) throw refuseField('at', 'The date is in the future.');
    await touchContact(tx, contactId, at);
    return rows.insertEmail(tx, {
      contactId,
      userId: identity.userId,
      actorId: identity.actorId,
      direction: body.direction,
      address: contact.email ?? '',
      cc: [],
      subject: cleanLine(body.subject),
      body: cleanText(body.body),
      html: null,
      status: 'recorded',
      messageId: null,
      at,
    });
  });
}

/** Hands a mail of the log to the port; answers go to who sends it. */
async function post(
  deps: Pick<Deps, 'config' | 'seal' | 'mailer'>,
  tx: Tx,
  { accountId, userId }: Identity,
  emailId: number,
  mail: Mail,
  inReplyTo: string | null = null,
): Promise<void> {
  const writer = await rows.findSender(tx, userId);
  const address = isEmailAddress(writer.address) ? writer.address : '';
  const { replyTo, logged } = addressesFor(deps, emailId, { ...writer, address });
  const addressed: Mail = {
    ...mail,
    ...(replyTo && { replyTo }),
    ...(logged && { logged: { ...logged, ...(inReplyTo !== null && { inReplyTo }) } }),
  };
  await rows.requeueEmail(tx, emailId, mail.to, await deps.mailer.send(tx, accountId, addressed));
}

function readBody({ body, format }: Body<typeof SendEmail>): { text: string; html: string | null } {
  const read = format === 'html' ? simpleHtml(body) : { text: cleanText(body), html: null };
  if (read.text === '') throw refuseField('body', 'Write something first.');
  return read;
}

/** Adds an e-mail to an existing contact, with audit and event. `work` returns its id. */
function change(
  deps: Deps,
  { identity, requestId }: Caller,
  contactId: number,
  action: string,
  work: (tx: Tx, contact: FoundContact, at: Date) => Promise<number>,
): Promise<ContactEmail> {
  return keepingRefusals(deps, identity, async (tx) => {
    const contact = await requireLiveContact(tx, identity, contactId);
    const emailId = await work(tx, contact, deps.now());
    const detail = { email_id: emailId };
    await writeAudit(tx, identity, requestId, { action, subjectType: 'contact', subjectId: contactId, detail });
    await emitContactsChanged(tx, identity.accountId, [contact]);
    await tellLines(tx, identity.accountId, contactId, { newAt: deps.now() });
    return rows.toEmail(await requireEmail(tx, contactId, emailId));
  });
}

async function requireEmail(tx: Tx, contactId: number, emailId: number): Promise<rows.FoundEmail> {
  const found = await rows.lockEmail(tx, contactId, emailId);
  if (found === null) throw new Refusal('not_found', 'E-mail not found.');
  return found;
}
