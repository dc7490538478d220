import { useLocation, useNavigate } from '@tanstack/react-router';
import { ADMIN_STATUSES, type AdminStatus, PAYMENT_STATUSES, type PaymentStatus } from '#contract/store.contract.ts';

/** The list of orders in the address; absent parts have defaults. */
export interface OrdersSearch {
  readonly q?: string;
  readonly admin_status?: AdminStatus;
  readonly payment_status?: PaymentStatus;
  readonly page?: number;
  /** The open order. */
  readonly order?: number;
}

type Change = { readonly [Part in keyof OrdersSearch]: OrdersSearch[Part] | undefined };

export function useOrdersSearch() {
  const { pathname, searchStr, search } = useLocation();
  const navigate = useNavigate();
  return {
    search: ordersSearchOf(search),
    /** `undefined` takes a part out of the address. */
    change: (next: Change, how: 'push' | 'replace' = 'push') =>
      void navigate({
        to: '.',
        search: ((now: object) => ({ ...now, ...next })) as never,
        replace: how === 'replace',
      }),
    hrefOf: (order: number) => {
      const parts = new URLSearchParams(searchStr);
      parts.set('order', String(order));
      return `${pathname}?${parts}`;
    },
  };
}

/** Reads what it knows and leaves out nonsense. The router reads `q=123` as a number. */
function ordersSearchOf(raw: object): OrdersSearch {
  const { q, page, order, ...statuses } = raw as Readonly<Record<string, unknown>>;
  const admin = ADMIN_STATUSES.find((one) => one === statuses['admin_status']);
  const payment = PAYMENT_STATUSES.find((one) => one === statuses['payment_status']);
  return {
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
    ...(admin !== undefined && { admin_status: admin }),
    ...(payment !== undefined && { payment_status: payment }),
    ...(isPositive(page) && { page }),
    ...(isPositive(order) && { order }),
  };
}

const isPositive = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
