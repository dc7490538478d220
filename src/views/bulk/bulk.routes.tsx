import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_base/routes/lazy-part.ts';
import { idPage } from '../_base/routes/page-parts.tsx';

const BulkJobsPage = lazyPart(() => import('./BulkJobsPage.tsx'), 'BulkJobsPage');
const BulkJobPage = lazyPart(() => import('./BulkJobPage.tsx'), 'BulkJobPage');

export const bulkRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/contacts/bulk', component: BulkJobsPage }),
  createRoute({ getParentRoute: () => appRoute, path: '/contacts/bulk/$id', component: idPage(BulkJobPage) }),
] as const;
