import type { AdminStatus, PaymentStatus } from '#contract/store.contract.ts';

const NEXT: Readonly<Record<AdminStatus, readonly AdminStatus[]>> = {
  new: ['accepted', 'canceled'],
  accepted: ['fulfilled', 'canceled'],
  fulfilled: ['returned'],
  returned: [],
  canceled: [],
};

/** The statuses that an order may move to. Nothing is fulfilled before it is paid. */
export const nextStatuses = (status: AdminStatus, payment: PaymentStatus): readonly AdminStatus[] =>
  payment === 'pending' || payment === 'failed' ? [] : NEXT[status];

export const ADMIN_STATUS_WORDS: Readonly<Record<AdminStatus, string>> = {
  new: 'New',
  accepted: 'Accepted',
  fulfilled: 'Fulfilled',
  returned: 'Returned',
  canceled: 'Canceled',
};

export const PAYMENT_STATUS_WORDS: Readonly<Record<PaymentStatus, string>> = {
  pending: 'Payment pending',
  paid: 'Paid',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  failed: 'Payment failed',
};

interface Standing {
  readonly total: number;
  readonly paid: number;
  readonly refunded: number;
  readonly hasFailed: boolean;
}

/** Derived from amounts, in cents. */
export function paymentStatusOf({ total, paid, refunded, hasFailed }: Standing): PaymentStatus {
  if (paid === 0) return hasFailed ? 'failed' : 'pending';
  if (refunded === 0) return 'paid';
  return refunded < total ? 'partially_refunded' : 'refunded';
}
