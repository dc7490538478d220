import type { PaymentMethod } from '#contract/store.contract.ts';
import { MICROS_OF_CENT } from '#rules/wallets/micros.ts';
import type { Tx } from '../../db/tx.ts';
import { type OrderRequest, recordPayment, type RefundRequest } from '../billing/charges.ts';
import { post, saleOf, spendOf } from '../ledger/ledger.ts';
import { setFailed, setPaid } from './orders.sql.ts';
import { settleRefund } from './refunds.sql.ts';

const revenueOf = (method: PaymentMethod) => (method === 'wallet' ? 'store' : 'store_card');

export interface Purchase {
  readonly orderId: number;
  readonly userId: number;
  readonly ownerId: number;
  readonly method: PaymentMethod;
  readonly cents: number;
}

/** Moves the price of an order to revenue, once. @throws {InsufficientFunds} */
export function postPurchase(tx: Tx, { orderId, userId, ownerId, method, cents }: Purchase, at: Date) {
  const key = `store-order:${orderId}`;
  const about = { key, ownerId, userId, description: `Store order ${orderId}`, amount: cents * MICROS_OF_CENT };
  return post(
    tx,
    method === 'wallet' ? spendOf({ ...about, usage: 'store' }) : saleOf({ ...about, of: 'store_card' }),
    at,
  );
}

export interface Reversal {
  readonly refundId: number;
  readonly orderId: number;
  /** The admin. */
  readonly userId: number;
  readonly ownerId: number;
  readonly paidBy: PaymentMethod;
  readonly to: PaymentMethod;
  readonly cents: number;
}

/** Reverses revenue by a transfer of its own, once for each refund. */
export const postRefund = (tx: Tx, { refundId, orderId, userId, ownerId, paidBy, to, cents }: Reversal, at: Date) =>
  post(
    tx,
    {
      kind: 'refund',
      key: `store-refund:${refundId}`,
      description: `Refund of store order ${orderId}`,
      userId,
      legs: [
        { kind: 'revenue', ownerId, usage: revenueOf(paidBy), amount: -cents * MICROS_OF_CENT },
        { kind: to, ownerId, amount: cents * MICROS_OF_CENT },
      ],
    },
    at,
  );

interface Charged {
  readonly userId: number;
  readonly at: Date;
  readonly request: OrderRequest;
  readonly chargeRef: string;
}

/** Writes down that a card has paid an order: on the ledger, on the order, and in the payer's billing history. */
export async function recordOrder(tx: Tx, { userId, at, request, chargeRef }: Charged) {
  const { orderId, ownerId, cents, masked, description } = request;
  if (await setPaid(tx, orderId, { chargeRef, card: masked, at })) {
    await postPurchase(tx, { orderId, userId, ownerId, method: 'card', cents }, at);
    await recordPayment(tx, { userId, at, cents, description, ref: chargeRef });
  }
  return { order: orderId, charged_cents: cents };
}

/** The order keeps why it wasn't paid. */
export const recordUnpaid = (tx: Tx, { orderId }: OrderRequest, failure: string) => setFailed(tx, orderId, failure);

/** Writes down that a card has got money back. */
export async function recordRefund(tx: Tx, request: RefundRequest, refundRef: string, at: Date) {
  const { refundId, orderId, ownerId, cents, byUserId: userId } = request;
  if (await settleRefund(tx, refundId, { state: 'done', refundRef, failure: '', at })) {
    await postRefund(tx, { refundId, orderId, userId, ownerId, paidBy: 'card', to: 'card', cents }, at);
  }
  return { order: orderId, refund: refundId, refunded_cents: cents };
}

/** What never went back may be refunded again. */
export const recordNoRefund = (tx: Tx, { refundId }: RefundRequest, failure: string, at: Date) =>
  settleRefund(tx, refundId, { state: 'declined', refundRef: '', failure, at });
