import { createRoute, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const DashboardPage = lazyPart(() => import('./DashboardPage.tsx'), 'DashboardPage');

const dashboardSearch = (raw: RawSearch): { group?: 'mine' | 'downline' } =>
  readSearch({ group: z.enum(['mine', 'downline']) }, raw);

const dashboardRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  component: function DashboardRoute(): ReactNode {
    const navigate = useNavigate();
    const { group = 'mine' } = dashboardRoute.useSearch();
    return (
      <DashboardPage group={group} onGroup={(next) => void navigate({ to: '/dashboard', search: { group: next } })} />
    );
  },
});

export const dashboardRoutes = [dashboardRoute] as const;
