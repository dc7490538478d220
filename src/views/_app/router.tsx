import { createRouter } from '@tanstack/react-router';
import { loadPart } from '../../actors/_frame/load-part.ts';
import type { AskGuard } from '../../actors/session/guards.actors.ts';
import { NotFound } from '../_base/NotFound.tsx';
import { appRoute, rootRoute, type RoutedUser } from '../_base/routes/frame-routes.ts';
import type { routeTree } from './all-routes.tsx';
import { Crash } from './Crash.tsx';
import { firstRoutes, isFirstPath } from './first-routes.tsx';
import { Shell } from './Shell.tsx';

rootRoute.update({ errorComponent: Crash, notFoundComponent: NotFound });
appRoute.update({ component: Shell });

/**
 * Starts with the routes of the contact list. The first other address loads all of them, and so does the frame once the
 * list is there: the first script stays as it is with every page that is added.
 */
export function createAppRouter(ask: AskGuard, who: () => RoutedUser | null) {
  let coming: Promise<void> | null = null;
  let isWhole = false;
  const addAll = async () => {
    await loadPart(() => import('./all-routes.tsx'));
    router.setRoutes(router.buildRouteTree());
    isWhole = true;
  };
  const addRoutes = (): Promise<void> => {
    coming ??= addAll().catch((error: unknown) => {
      coming = null;
      throw error;
    });
    return coming;
  };
  const router = createRouter({
    routeTree: rootRoute.addChildren([appRoute.addChildren([...firstRoutes])]) as unknown as typeof routeTree,
    context: { ask, who, addRoutes, lacksRoute: (path) => !isWhole && !isFirstPath(path) },
    defaultErrorComponent: Crash,
    scrollRestoration: true,
  });
  // With what the guards ask, not after it.
  if (!isFirstPath(router.latestLocation.pathname)) addRoutes().catch(() => undefined);
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
