import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const SoaRoute = lazyPart(() => import('./SoaPage.tsx'), 'SoaRoute');

export const soaRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/soa-requests', component: SoaRoute }),
] as const;
