import { MICROS_OF_CENT } from '#rules/wallets/micros.ts';
import type { PaymentMethod } from '#contract/store.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { type NumberOrderRequest, type NumberRefundRequest, recordPayment } from '../billing/charges.ts';
import { post, saleOf, spendOf } from '../ledger/ledger.ts';
import { setFailed, setNotRefunded, setPaid, setRefunded } from './number-orders.sql.ts';

/** Milliseconds until a refund that the provider declined is asked for again. Ours. */
const REFUND_AGAIN_MS = 24 * 3_600_000;

interface Paid {
  readonly orderId: number;
  readonly userId: number;
  readonly ownerId: number;
  readonly method: PaymentMethod;
  readonly cents: number;
}

/** Moves the price of a number to revenue, once. @throws {InsufficientFunds} */
export function postNumber(tx: Tx, { orderId, userId, ownerId, method, cents }: Paid, at: Date) {
  const about = {
    key: `number-order:${orderId}`,
    ownerId,
    userId,
    description: `Phone number, order ${orderId}`,
    amount: cents * MICROS_OF_CENT,
  };
  const isWallet = method === 'wallet';
  return post(tx, isWallet ? spendOf({ ...about, usage: 'number' }) : saleOf({ ...about, of: 'number_card' }), at);
}

/** Reverses the revenue of a number that the carrier couldn't provide, once. */
export const postNumberRefund = (tx: Tx, { orderId, userId, ownerId, method, cents }: Paid, at: Date) =>
  post(
    tx,
    {
      kind: 'refund',
      key: `number-refund:${orderId}`,
      description: `Refund of phone number, order ${orderId}`,
      userId,
      legs: [
        {
          kind: 'revenue',
          ownerId,
          usage: method === 'wallet' ? 'number' : 'number_card',
          amount: -cents * MICROS_OF_CENT,
        },
        { kind: method, ownerId, amount: cents * MICROS_OF_CENT },
      ],
    },
    at,
  );

interface Charged {
  readonly userId: number;
  readonly at: Date;
  readonly request: NumberOrderRequest;
  readonly chargeRef: string;
}

/** Writes down that a card has paid for a number. */
export async function recordNumberOrder(tx: Tx, { userId, at, request, chargeRef }: Charged) {
  const { orderId, ownerId, cents, description } = request;
  if (await setPaid(tx, orderId, chargeRef, at)) {
    await postNumber(tx, { orderId, userId, ownerId, method: 'card', cents }, at);
    await recordPayment(tx, { userId, at, cents, description, ref: chargeRef });
  }
  return { order: orderId, charged_cents: cents };
}

/** The order keeps why it wasn't paid. */
export const recordNumberUnpaid = (tx: Tx, { orderId }: NumberOrderRequest, failure: string) =>
  setFailed(tx, orderId, failure);

/** Writes down that a card has got its money back. */
export async function recordNumberRefund(
  tx: Tx,
  { userId, at }: { readonly userId: number; readonly at: Date },
  { orderId, ownerId, cents }: NumberRefundRequest,
) {
  if (await setRefunded(tx, orderId)) {
    await postNumberRefund(tx, { orderId, userId, ownerId, method: 'card', cents }, at);
  }
  return { order: orderId, refunded_cents: cents };
}

/** Asked for again a day later where it was declined, and by the next job where it never arrived. */
export const recordNoNumberRefund = (tx: Tx, { orderId }: NumberRefundRequest, at: Date, isDeclined: boolean) =>
  setNotRefunded(tx, orderId, isDeclined ? new Date(at.getTime() + REFUND_AGAIN_MS) : at);
