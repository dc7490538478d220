import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const CorporationsPage = lazyPart(() => import('./CorporationsPage.tsx'), 'CorporationsPage');

export const corporationsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/corporations',
    component: CorporationsPage,
  }),
] as const;
