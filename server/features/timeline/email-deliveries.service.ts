import type { ContactEmail } from '#contract/timeline/emails.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import type { Deliveries } from '../mail/mail.jobs.ts';
import { settleEmail } from './emails.sql.ts';

/** Characters of a reason at most: mail servers can be wordy. Ours. */
const REASON_MAX = 300;

/** Updates a contact's log with the delivery of their e-mails. */
export function emailDeliveries({ now }: Pick<Deps, 'now'>): Deliveries {
  const settle = async (
    tx: Tx,
    accountId: number,
    messageId: number,
    status: ContactEmail['status'],
    reason: string,
  ): Promise<void> => {
    const said = reason.replaceAll(/\s+/g, ' ').slice(0, REASON_MAX);
    const contact = await settleEmail(tx, messageId, { status, reason: said, at: now() });
    if (contact !== null) await emitContactsChanged(tx, accountId, [contact]);
  };
  return {
    sent: (tx, accountId, messageId) => settle(tx, accountId, messageId, 'sent', ''),
    waits: (tx, accountId, messageId, reason) => settle(tx, accountId, messageId, 'queued', reason),
    failed: (tx, accountId, messageId, reason) => settle(tx, accountId, messageId, 'failed', reason),
  };
}
