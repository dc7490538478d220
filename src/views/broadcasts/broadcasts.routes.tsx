import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const BroadcastsRoute = lazyPart(() => import('./BroadcastsPage.tsx'), 'BroadcastsRoute');
const BroadcastShell = lazyPart(() => import('./BroadcastShell.tsx'), 'BroadcastShell');

/** One machine serves the steps of a draft and the live page, so that nothing is lost between them. */
const broadcastShellRoute = createRoute({ getParentRoute: () => appRoute, id: 'broadcast', component: BroadcastShell });

const placeRoutes = [
  createRoute({ getParentRoute: () => broadcastShellRoute, path: '/broadcasts/$id' }),
  createRoute({ getParentRoute: () => broadcastShellRoute, path: '/broadcasts/$id/$step' }),
] as const;

export const broadcastsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/broadcasts',
    component: BroadcastsRoute,
  }),
  broadcastShellRoute.addChildren(placeRoutes),
] as const;
