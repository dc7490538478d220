import { createRoute } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const DemoWorldPage = lazyPart(() => import('./DemoWorldPage.tsx'), 'DemoWorldPage');

export const demoRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/demo',
    staticData: { icon: FlaskConical },
    component: DemoWorldPage,
  }),
] as const;
