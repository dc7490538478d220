import { createRoute } from '@tanstack/react-router';
import type { PlanKind } from '#contract/plans/plan.contract.ts';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { tabPage, tabSearch } from '../_base/routes/page-parts.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const PlansPage = lazyPart(() => import('./PlansPage.tsx'), 'PlansPage');
const AdminPlansPage = lazyPart(() => import('./AdminPlansPage.tsx'), 'AdminPlansPage');

/** Those of the contract, whose schemas the first script doesn't need. */
const PLAN_KINDS = ['sms', 'dialer'] as const satisfies readonly PlanKind[];

export const plansRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/subscriptions/sms',
    component: () => <PlansPage key="sms" kind="sms" />,
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/subscriptions/dialer',
    component: () => <PlansPage key="dialer" kind="dialer" />,
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/plans',
    validateSearch: tabSearch(PLAN_KINDS),
    component: tabPage('/admin/plans', PLAN_KINDS, AdminPlansPage),
  }),
] as const;
