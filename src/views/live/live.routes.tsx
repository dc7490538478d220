import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const LivePage = lazyPart(() => import('./LivePage.tsx'), 'LivePage');

export const liveRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/live', component: LivePage }),
] as const;
