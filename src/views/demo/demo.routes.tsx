import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const DemoWorldPage = lazyPart(() => import('./DemoWorldPage.tsx'), 'DemoWorldPage');

export const demoRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/demo',
    component: DemoWorldPage,
  }),
] as const;
