import { createRoute } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const FailedJobsPage = lazyPart(() => import('./FailedJobsPage.tsx'), 'FailedJobsPage');

export const failedJobsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/failed-jobs',
    staticData: { icon: CircleAlert },
    component: FailedJobsPage,
  }),
] as const;
