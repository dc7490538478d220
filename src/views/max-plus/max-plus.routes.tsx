import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const MaxPlusPage = lazyPart(() => import('./MaxPlusPage.tsx'), 'MaxPlusPage');

export const maxPlusRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/max-plus', component: MaxPlusPage }),
] as const;
