import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { idPage } from '../_base/routes/page-parts.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const BulkJobsPage = lazyPart(() => import('./BulkJobsPage.tsx'), 'BulkJobsPage');
const BulkJobPage = lazyPart(() => import('./BulkJobPage.tsx'), 'BulkJobPage');

export const bulkRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/contacts/bulk', component: BulkJobsPage }),
  createRoute({ getParentRoute: () => appRoute, path: '/contacts/bulk/$id', component: idPage(BulkJobPage) }),
] as const;
