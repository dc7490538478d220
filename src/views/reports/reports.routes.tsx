import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { idPage } from '../_base/routes/page-parts.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const ReportsRoute = lazyPart(() => import('./ReportsPage.tsx'), 'ReportsRoute');
const ReportPage = lazyPart(() => import('./ReportPage.tsx'), 'ReportPage');

export const reportsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/reports',
    component: ReportsRoute,
  }),
  createRoute({ getParentRoute: () => appRoute, path: '/reports/$id', component: idPage(ReportPage) }),
] as const;
