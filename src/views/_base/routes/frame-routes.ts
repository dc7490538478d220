import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import type { CurrentUser } from '#contract/session.contract.ts';
import type { AskGuard } from '../../../actors/session/guards.actors.ts';
import type { StoredFor } from '../../../store/stored-once.ts';

/** The user as far as routes ask. */
export type RoutedUser = StoredFor & Pick<CurrentUser, 'admin' | 'downline_count' | 'owns_contacts'>;

interface RouterContext {
  readonly ask: AskGuard;
  /** The user this tab belongs to; `null` when signed out. */
  readonly who: () => RoutedUser | null;
  /** True for the address of a page that the first script doesn't know. */
  readonly lacksRoute: (path: string) => boolean;
  /** Adds the routes of all pages. */
  readonly addRoutes: () => Promise<void>;
}

/** Parent of every page: the guards decide first. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, location }) => {
    if (context.lacksRoute(location.pathname)) {
      await context.addRoutes();
      // The same address again, now with its route.
      throw redirect({ href: location.href, replace: true });
    }
    const decision = await context.ask(location.href);
    if (decision.kind === 'redirected') throw redirect({ href: decision.to, replace: true });
    return { refusal: decision.kind === 'refused' ? decision.reason : null, user: context.who() };
  },
  component: Outlet,
});

/** Parent of every page of a signed-in user; the app gives it its frame. */
export const appRoute = createRoute({ getParentRoute: () => rootRoute, id: 'app' });
