import type { DisputeStatus } from '#contract/wallets/disputes.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import type { Tx } from '../../../db/tx.ts';
import { notify } from '../../notifications/notify.ts';
import { type DisputeRow, findManagers } from './disputes.sql.ts';

/** States that are news; `under_review` follows an answer of theirs. */
const WORDS: Readonly<Record<Exclude<DisputeStatus, 'under_review'>, string>> = {
  inquiry: 'A bank asks about a payment of',
  needs_response: 'A bank disputes a payment of',
  won: 'Dispute won:',
  lost: 'Dispute lost:',
  closed: 'Inquiry closed:',
};

/** Notifies those who manage the payments of the account, once for each state. */
export async function tellManagers(tx: Tx, accountId: number, dispute: DisputeRow, at: Date): Promise<void> {
  const { id, status, payer, amount_cents: cents, respond_by: respondBy } = dispute;
  if (status === 'under_review') return;
  const isOpen = status === 'inquiry' || status === 'needs_response';
  const until =
    isOpen && respondBy !== null ? ` Answer by ${formatPlainDate(respondBy.toISOString().slice(0, 10))}.` : '';
  for (const userId of await findManagers(tx)) {
    await notify(tx, {
      accountId,
      userId,
      kind: 'dispute',
      aboutId: id,
      occurrence: status,
      title: `${WORDS[status]} ${dollars(cents)}`,
      body: `${payer}: ${dispute.description}.${until}`,
      href: '/admin/reconciliation',
      at,
    });
  }
}
