import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { billingSearch } from './billing-search.ts';

const BillingRoute = lazyPart(() => import('./BillingRoute.tsx'), 'BillingRoute');

const billingShellRoute = createRoute({ getParentRoute: () => appRoute, id: 'billing', component: BillingRoute });

const pageRoutes = [
  createRoute({ getParentRoute: () => billingShellRoute, path: '/billing' }),
  createRoute({ getParentRoute: () => billingShellRoute, path: '/billing/plan' }),
  createRoute({ getParentRoute: () => billingShellRoute, path: '/billing/review', validateSearch: billingSearch }),
  createRoute({ getParentRoute: () => billingShellRoute, path: '/billing/update', validateSearch: billingSearch }),
] as const;

export const billingRoutes = [billingShellRoute.addChildren(pageRoutes)] as const;
