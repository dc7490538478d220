import type { ContactEmail } from '#contract/timeline/emails.contract.ts';
import type { CampaignMark } from '../../adapters/mail/mail.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { mayBeReached, refusalOf } from '../compliance/may-be-reached.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
import { tellLines } from '../messages/tell-lines.ts';
import type { Deliveries } from '../mail/mail.jobs.ts';
import { removeMessage } from '../mail/mail.service.ts';
import { findContactOf, findReached, settleEmail } from './emails.sql.ts';

/** Characters of a reason at most: mail servers can be wordy. Ours. */
const REASON_MAX = 300;

/** Updates a contact's log with the delivery of their e-mails. */
export function emailDeliveries({ now, seal }: Pick<Deps, 'now' | 'seal'>): Deliveries {
  const settle = async (
    tx: Tx,
    accountId: number,
    messageId: number,
    status: ContactEmail['status'],
    reason: string,
  ): Promise<void> => {
    const contactId = await findContactOf(tx, messageId);
    if (contactId === null) return;
    await lockContacts(tx, [contactId]);
    const said = reason.replaceAll(/\s+/g, ' ').slice(0, REASON_MAX);
    const contact = await settleEmail(tx, messageId, { status, reason: said, at: now() });
    if (contact === null) return;
    await emitContactsChanged(tx, accountId, [contact]);
    await tellLines(tx, accountId, contact.id, { newAt: null });
  };
  /** Locks the contact of an e-mail, so that an opt-out comes before the question or after the e-mail has left. */
  const whyNot = async (tx: Tx, { emailId, purpose }: CampaignMark): Promise<string | null> => {
    const seen = await findReached(tx, emailId);
    if (seen !== null) await lockContacts(tx, [seen.id]);
    const contact = await findReached(tx, emailId);
    if (contact === null) return 'Not sent. This contact was deleted.';
    const decision = await mayBeReached(tx, seal, contact, {
      channel: 'mail',
      purpose,
      at: now(),
      besides: { emailIds: [emailId] },
    });
    return decision.allowed ? null : `Not sent. ${refusalOf(decision)}`;
  };
  return {
    leaving: async (tx, accountId, messageId, mark) => {
      const why = await whyNot(tx, mark);
      if (why === null) return 'go';
      await removeMessage(tx, messageId);
      await settle(tx, accountId, messageId, 'failed', why);
      return 'stay';
    },
    sent: (tx, accountId, messageId) => settle(tx, accountId, messageId, 'sent', ''),
    unsure: (tx, accountId, messageId, reason) => settle(tx, accountId, messageId, 'sent', reason),
    waits: (tx, accountId, messageId, reason) => settle(tx, accountId, messageId, 'queued', reason),
    failed: (tx, accountId, messageId, reason) => settle(tx, accountId, messageId, 'failed', reason),
  };
}
