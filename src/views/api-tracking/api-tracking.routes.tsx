import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const ApiRequestsRoute = lazyPart(() => import('./ApiRequestsPage.tsx'), 'ApiRequestsRoute');

export const apiTrackingRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/api-requests',
    component: ApiRequestsRoute,
  }),
] as const;
