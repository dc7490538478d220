import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const FeaturesPage = lazyPart(() => import('./FeaturesPage.tsx'), 'FeaturesPage');

export const flagsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/features',
    component: FeaturesPage,
  }),
] as const;
