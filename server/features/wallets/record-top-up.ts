import { formatMicros, MICROS_OF_CENT } from '#rules/wallets/micros.ts';
import type { Tx } from '../../db/tx.ts';
import { recordPayment, type TopUpRequest } from '../billing/charges.ts';
import { post } from '../ledger/ledger.ts';
import { insertInvoice, setPaused, touchSettings } from './wallets.sql.ts';

interface ToppedUp {
  /** The user whose card paid. */
  readonly userId: number;
  readonly at: Date;
  readonly key: string;
  readonly request: TopUpRequest;
  readonly chargeRef: string;
}

/** Writes down a card's payment: on the ledger, as an invoice, and in the payer's billing history. */
export async function recordTopUp(tx: Tx, { userId, at, key, request, chargeRef }: ToppedUp) {
  const { ownerId, cents, isRefill, masked } = request;
  const amount = cents * MICROS_OF_CENT;
  // What the payer wrote may name someone, and a transfer is never changed: only the invoice has it.
  const words = isRefill ? 'Auto-refill' : 'Top-up';
  const { outcome, transfer_id: transferId } = await post(
    tx,
    {
      kind: isRefill ? 'refill' : 'top_up',
      key: `top-up:${key}`,
      description: words,
      ...(isRefill ? {} : { userId }),
      legs: [
        { kind: 'card', ownerId, amount: -amount },
        { kind: 'wallet', ownerId, amount },
      ],
    },
    at,
  );
  if (outcome === 'posted' && transferId !== null) {
    const about = { userId, at, cents };
    const invoice = { ownerId, transferId, description: request.description || words, card: masked, chargeRef };
    await insertInvoice(tx, { ...about, ...invoice });
    await recordPayment(tx, { ...about, description: `Wallet: ${words}`, ref: chargeRef });
  }
  return { amount: formatMicros(amount), refill: isRefill };
}

/** A refill that never happened doesn't stand in the way of the next one, whose key names these settings. */
export const renewRefill = (tx: Tx, ownerId: number, at: Date) => touchSettings(tx, ownerId, at);

/** A declined card isn't asked again until its owner looks at it. */
export const pauseRefill = (tx: Tx, ownerId: number, reason: string) => setPaused(tx, ownerId, reason);
