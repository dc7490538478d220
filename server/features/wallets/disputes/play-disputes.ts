import { DISPUTED } from '../../../adapters/payments/embedded-payments.ts';
import type { Dispute } from '../../../adapters/payments/payments.ts';
import type { Deps } from '../../../deps.ts';
import { findPayments, type PaidRow } from './disputes.sql.ts';

/** Days until the bank of a test card decides. Ours: real banks take weeks. */
const DECIDED_AFTER_DAYS = 7;
const DAY_MS = 24 * 3_600_000;

/** What the banks of the test cards do: they want the money back immediately, and decide a week later. */
export async function playDisputes({ pool, now }: Pick<Deps, 'pool' | 'now'>): Promise<Dispute[]> {
  const [lost, won] = [
    await findPayments(pool, [], DISPUTED.disputedLost),
    await findPayments(pool, [], DISPUTED.disputedWon),
  ];
  const at = now();
  return [
    ...lost.map((paid) => disputeOf(paid, { reason: 'fraudulent', end: 'lost', at })),
    ...won.map((paid) => disputeOf(paid, { reason: 'product_not_received', end: 'won', at })),
  ];
}

interface Played {
  readonly reason: string;
  readonly end: 'won' | 'lost';
  readonly at: Date;
}

function disputeOf({ ref, amount_cents: cents, at: openedAt }: PaidRow, { reason, end, at }: Played): Dispute {
  const decidedAt = new Date(openedAt.getTime() + DECIDED_AFTER_DAYS * DAY_MS);
  const isOpen = at < decidedAt;
  return {
    ref: ref.replace(/^ch_/u, 'dp_'),
    chargeRefs: [ref],
    cents,
    reason,
    status: isOpen ? 'needs_response' : end,
    respondBy: isOpen ? decidedAt : null,
    openedAt,
  };
}
