import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const ExportsPage = lazyPart(() => import('./ExportsPage.tsx'), 'ExportsPage');

export const exportsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/exports',
    component: ExportsPage,
  }),
] as const;
