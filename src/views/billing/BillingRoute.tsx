import { useLocation } from '@tanstack/react-router';
import type { BillingPage } from '../../machines/billing/billing-context.ts';
import { newIdempotencyKey } from '../_base/idempotency-key.ts';
import { billingSearch } from './billing-search.ts';
import { BillingShell } from './BillingShell.tsx';

/** Pages of billing and what they are about; one machine serves them all. */
const BILLING: Readonly<Record<string, BillingPage>> = {
  '/billing': 'overview',
  '/billing/plan': 'choosing',
  '/billing/review': 'reviewing',
  '/billing/update': 'card',
};

/** The shell of the page that the address names. */
export function BillingRoute() {
  const { pathname, search } = useLocation();
  const page = BILLING[pathname.replace(/\/$/u, '')] ?? 'overview';
  return <BillingShell newKey={newIdempotencyKey} page={page} planId={billingSearch(search).plan ?? null} />;
}
