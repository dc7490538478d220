import { createRoute, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import type { BillingPage } from '../../machines/billing/billing-context.ts';
import { newIdempotencyKey } from '../_base/idempotency-key.ts';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const BillingShell = lazyPart(() => import('./BillingShell.tsx'), 'BillingShell');

/** The plan that is reviewed, or was before its card. */
const billingSearch = (raw: RawSearch): { plan?: number } => readSearch({ plan: z.int() }, raw);

/** Pages of billing and what they are about; one machine serves them all. */
const BILLING = {
  '/billing': 'overview',
  '/billing/plan': 'choosing',
  '/billing/review': 'reviewing',
  '/billing/update': 'card',
} as const;

const billingShellRoute = createRoute({
  getParentRoute: () => appRoute,
  id: 'billing',
  component: function BillingRoute(): ReactNode {
    const { pathname, search } = useLocation();
    const page: BillingPage | undefined = BILLING[pathname.replace(/\/$/u, '') as keyof typeof BILLING];
    return (
      <BillingShell newKey={newIdempotencyKey} page={page ?? 'overview'} planId={billingSearch(search).plan ?? null} />
    );
  },
});

const pageRoutes = [
  createRoute({ getParentRoute: () => billingShellRoute, path: '/billing' }),
  createRoute({ getParentRoute: () => billingShellRoute, path: '/billing/plan' }),
  createRoute({ getParentRoute: () => billingShellRoute, path: '/billing/review', validateSearch: billingSearch }),
  createRoute({ getParentRoute: () => billingShellRoute, path: '/billing/update', validateSearch: billingSearch }),
] as const;

export const billingRoutes = [billingShellRoute.addChildren(pageRoutes)] as const;
