import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { AskGuard } from '../../../actors/session/guards.actors.ts';
import type { StoredFor } from '../../../store/stored-once.ts';

interface RouterContext {
  readonly ask: AskGuard;
  /** The user this tab belongs to; `null` when signed out. */
  readonly who: () => StoredFor | null;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The sign of the page in the rail. */
    icon?: LucideIcon;
  }
}

/** Parent of every page: the guards decide first. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, location }) => {
    const decision = await context.ask(location.href);
    if (decision.kind === 'redirected') throw redirect({ href: decision.to, replace: true });
    return { refusal: decision.kind === 'refused' ? decision.reason : null, user: context.who() };
  },
  component: Outlet,
});

/** Parent of every page of a signed-in user; the app gives it its frame. */
export const appRoute = createRoute({ getParentRoute: () => rootRoute, id: 'app' });
