import type { Tx } from '../../db/tx.ts';
import { type CardRow, type FreshEntry, findCards, insertEntry } from './billing.sql.ts';
import { findOperation, type Request } from './operations.sql.ts';

export { lockPayer } from './billing.sql.ts';
export type { FailedCharge } from './mail-failed-charge.ts';

/** What the wallet, the store, plans and phone numbers ask of billing: the card on file, and a line in the payer's history. */

export type TopUpRequest = Extract<Request, { kind: 'topUp' }>;
export type MaxPlusRequest = Extract<Request, { kind: 'maxPlus' }>;
export type OrderRequest = Extract<Request, { kind: 'order' }>;
export type NumberOrderRequest = Extract<Request, { kind: 'numberOrder' }>;
export type NumberRefundRequest = Extract<Request, { kind: 'numberRefund' }>;
export type RefundRequest = Extract<Request, { kind: 'refund' }>;

/** The card that is charged; `null`: none on file. */
export const cardOnFile = async (tx: Tx, userId: number, provider: string): Promise<CardRow | null> =>
  (await findCards(tx, userId, provider))[0] ?? null;

/** Writes a payment into the payer's history, once for each `ref`. */
export const recordPayment = (tx: Tx, payment: Omit<FreshEntry, 'status'>) =>
  insertEntry(tx, { ...payment, status: 'paid' });

/** Writes a failed payment into the payer's history, once for each `ref`. */
export const recordFailure = (tx: Tx, payment: Omit<FreshEntry, 'status'>) =>
  insertEntry(tx, { ...payment, status: 'failed' });

/** Writes into the payer's history that their bank took a payment back, once for each `ref`. `cents` are negative. */
export const recordDisputed = (tx: Tx, payment: Omit<FreshEntry, 'status'>) =>
  insertEntry(tx, { ...payment, status: 'disputed' });

/** True once a payment with this key has been recorded, whatever its outcome. */
export const isPaymentBegun = async (tx: Tx, userId: number, key: string): Promise<boolean> =>
  (await findOperation(tx, userId, key)) !== null;
