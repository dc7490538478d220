import type { OrderLine, PaymentStatus, StoreItem, StoreOrder } from '#contract/store.contract.ts';
import type { Tone } from '../_kit/display/Icon.tsx';
import { formatCounted } from '../_kit/format/format-count.ts';

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** US dollars with two decimals (core §5). */
export const money = (amount: number): string => DOLLARS.format(amount);

export const PAYMENT_TONES: Readonly<Record<PaymentStatus, Tone>> = {
  pending: 'warn',
  paid: 'good',
  partially_refunded: 'info',
  refunded: 'info',
  failed: 'bad',
};

/** `for 12 months`, `per contact`, both, or nothing. */
export const termsOf = ({ per_contact: each, months_count: months }: StoreItem): string =>
  [each ? 'per contact' : '', months === null ? '' : `for ${formatCounted(months, 'month', 'months')}`]
    .filter(Boolean)
    .join(', ');

/** `Business cards, 500`, or `3 items`. */
export function itemsOf(items: readonly OrderLine[]): string {
  const [first] = items;
  if (first === undefined) return '';
  if (items.length > 1) return `${items.length} items`;
  return first.quantity === 1 ? first.name : `${first.quantity} × ${first.name}`;
}

/** `Visa 4242`, or `Wallet`. */
export const paidFrom = ({ payment_method: method, card }: Pick<StoreOrder, 'payment_method' | 'card'>): string =>
  method === 'wallet' ? 'Wallet' : (card ?? 'Card');
