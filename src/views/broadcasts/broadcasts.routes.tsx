import { createRoute, useLocation } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { numberIn } from '../_base/routes/page-parts.tsx';
import { NotFound } from '../_base/NotFound.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const BroadcastsRoute = lazyPart(() => import('./BroadcastsPage.tsx'), 'BroadcastsRoute');
const BroadcastShell = lazyPart(() => import('./BroadcastShell.tsx'), 'BroadcastShell');

/** One machine serves the steps of a draft and the live page, so that nothing is lost between them. */
const broadcastShellRoute = createRoute({
  getParentRoute: () => appRoute,
  id: 'broadcast',
  component: function BroadcastRoute(): ReactNode {
    const { pathname } = useLocation();
    const [, area, number, place] = pathname.toLowerCase().split('/');
    // The next page is on its way.
    if (area !== 'broadcasts') return null;
    const id = numberIn(number);
    return id === null ? <NotFound /> : <BroadcastShell key={id} id={id} place={place ?? ''} />;
  },
});

const placeRoutes = [
  createRoute({ getParentRoute: () => broadcastShellRoute, path: '/broadcasts/$id' }),
  createRoute({ getParentRoute: () => broadcastShellRoute, path: '/broadcasts/$id/audience' }),
  createRoute({ getParentRoute: () => broadcastShellRoute, path: '/broadcasts/$id/content' }),
  createRoute({ getParentRoute: () => broadcastShellRoute, path: '/broadcasts/$id/check' }),
] as const;

export const broadcastsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/broadcasts',
    staticData: { icon: Megaphone },
    component: BroadcastsRoute,
  }),
  broadcastShellRoute.addChildren(placeRoutes),
] as const;
