import Stripe from 'stripe';
import type { DisputeStatus } from '#contract/wallets/disputes.contract.ts';
import { type Dispute, type Movement, type Notice, NotSigned, type Payments, type Span } from './payments.ts';
import { asking } from './stripe-client.ts';

/** Ours: a bank takes 120 days for a dispute, and longer for some. Milliseconds. */
const LONGEST_MS = 200 * 24 * 3_600_000;

const STATUS: Readonly<Record<string, DisputeStatus>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  prevented: 'closed',
  needs_response: 'needs_response',
  appeal_needs_response: 'needs_response',
  under_review: 'under_review',
  appeal_under_review: 'under_review',
  won: 'won',
  lost: 'lost',
};

/** Disputes at Stripe. `webhookSecret`: `null`: notices aren't taken. */
export const stripeDisputes = (
  stripe: Stripe,
  webhookSecret: string | null,
): Pick<Payments, 'disputes' | 'disputeOf'> => ({
  disputes: (since) =>
    asking(async () => {
      const found: Dispute[] = [];
      for await (const dispute of listed(stripe, since)) found.push(await toDispute(stripe, dispute));
      return found;
    }),
  disputeOf: (notice) =>
    asking(async () => {
      const id = disputeIn(stripe, webhookSecret, notice);
      if (id === null) return null;
      // What the notice says of the dispute may be older than what is known.
      return toDispute(stripe, await stripe.disputes.retrieve(id, { expand: ['payment_intent'] }));
    }),
});

const listed = (stripe: Stripe, since: Date) =>
  stripe.disputes.list({ created: { gte: secondsOf(since) }, limit: 100, expand: ['data.payment_intent'] });

/** The dispute that a notice is about. @throws {NotSigned} */
function disputeIn(stripe: Stripe, secret: string | null, { body, signature }: Notice): string | null {
  if (secret === null) throw new NotSigned('notices are not taken');
  try {
    const { data } = stripe.webhooks.constructEvent(body, signature, secret);
    const thing = data.object as { readonly object?: string; readonly id?: string };
    return thing.object === 'dispute' ? (thing.id ?? null) : null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError)
      throw new NotSigned(error.message, { cause: error });
    throw error;
  }
}

async function toDispute(stripe: Stripe, dispute: Stripe.Dispute): Promise<Dispute> {
  const dueBy = dispute.evidence_details.due_by;
  const status = STATUS[dispute.status] ?? 'under_review';
  return {
    ref: dispute.id,
    chargeRefs: await chargesOf(stripe, dispute),
    cents: dispute.amount,
    reason: dispute.reason,
    status,
    respondBy: dueBy !== null && (status === 'inquiry' || status === 'needs_response') ? dateOf(dueBy) : null,
    openedAt: dateOf(dispute.created),
  };
}

/** A subscription's payment is known by its invoice, every other one by itself. */
async function chargesOf(stripe: Stripe, { payment_intent: payment }: Stripe.Dispute): Promise<string[]> {
  if (payment === null) return [];
  const id = typeof payment === 'string' ? payment : payment.id;
  if (typeof payment !== 'string' && payment.metadata['operation'] !== undefined) return [id];
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: id },
    limit: 1,
  });
  const [found] = data;
  return found === undefined ? [id] : [id, typeof found.invoice === 'string' ? found.invoice : found.invoice.id];
}

/** Name of the movement by which the money of a dispute has come back. */
export const returnOf = (ref: string): string => `${ref}:won`;

/** Money that disputes have moved in a span of time, which may be long after they were opened. */
export async function disputeMovements(stripe: Stripe, { from, until }: Span): Promise<Movement[]> {
  const found: Movement[] = [];
  for await (const dispute of listed(stripe, new Date(from.getTime() - LONGEST_MS))) {
    const moved = dispute.balance_transactions.filter(
      ({ created }) => from <= dateOf(created) && dateOf(created) < until,
    );
    if (moved.length === 0) continue;
    const [first, invoice] = await chargesOf(stripe, dispute);
    for (const { amount, created } of moved) {
      const ref = amount < 0 ? dispute.id : returnOf(dispute.id);
      const chargeRef = invoice ?? first ?? null;
      found.push({ ref, cents: amount, customerRef: null, chargeRef, at: dateOf(created) });
    }
  }
  return found;
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);
const dateOf = (seconds: number): Date => new Date(seconds * 1000);
