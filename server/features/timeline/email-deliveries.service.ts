import type { ContactEmail } from '#contract/timeline/emails.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { mayBeReached, refusalOf } from '../compliance/may-be-reached.ts';
import { tellLines } from '../messages/tell-lines.ts';
import type { Deliveries } from '../mail/mail.jobs.ts';
import { findReached, settleEmail } from './emails.sql.ts';

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
    const said = reason.replaceAll(/\s+/g, ' ').slice(0, REASON_MAX);
    const contact = await settleEmail(tx, messageId, { status, reason: said, at: now() });
    if (contact === null) return;
    await emitContactsChanged(tx, accountId, [contact]);
    await tellLines(tx, accountId, contact.id);
  };
  return {
    stops: async (tx, { emailId, purpose }) => {
      const contact = await findReached(tx, emailId);
      if (contact === null) return 'Not sent. This contact was deleted.';
      const decision = await mayBeReached(tx, seal, contact, { channel: 'mail', purpose, at: now() });
      return decision.allowed ? null : `Not sent. ${refusalOf(decision)}`;
    },
    sent: (tx, accountId, messageId) => settle(tx, accountId, messageId, 'sent', ''),
    waits: (tx, accountId, messageId, reason) => settle(tx, accountId, messageId, 'queued', reason),
    failed: (tx, accountId, messageId, reason) => settle(tx, accountId, messageId, 'failed', reason),
  };
}
