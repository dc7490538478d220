import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const FailedJobsPage = lazyPart(() => import('./FailedJobsPage.tsx'), 'FailedJobsPage');

export const failedJobsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/failed-jobs',
    component: FailedJobsPage,
  }),
] as const;
