import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { AskGuard } from '../../actors/guards.actors.ts';
import type { StoredFor } from '../../store/stored-once.ts';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { useActors } from '../_base/app-context.ts';
import { Crash } from './Crash.tsx';
import { Frame } from './Frame.tsx';
import { NotForYou } from '../_base/NotForYou.tsx';
import { NotFound } from '../_base/NotFound.tsx';

interface RouterContext {
  readonly ask: AskGuard;
  /** Whom the tab stands for; `null`: nobody is signed in. */
  readonly who: () => StoredFor | null;
}

/** Above every page: the guards decide first. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, location }) => {
    const decision = await context.ask(location.href);
    if (decision.kind === 'redirected') throw redirect({ href: decision.to, replace: true });
    return { refusal: decision.kind === 'refused' ? decision.reason : null, user: context.who() };
  },
  component: Outlet,
  errorComponent: Crash,
  notFoundComponent: NotFound,
});

/** Above every page of a signed-in person. */
export const appRoute = createRoute({ getParentRoute: () => rootRoute, id: 'app', component: Shell });

/** Frame and page of a signed-in person; a page that is not theirs is not even loaded. */
function Shell() {
  const { refusal } = appRoute.useRouteContext();
  const { session } = useActors();
  const isSignedIn = useSelector(session, (snapshot) => snapshot.hasTag('signedIn'));
  // Somebody is leaving: what is personal goes at once, and the guards lead on.
  if (!isSignedIn) return null;
  return (
    <Frame>
      {refusal === null ? (
        <Suspense fallback={<SkeletonLines lines={8} label="Loading page" />}>
          <Outlet />
        </Suspense>
      ) : (
        <NotForYou reason={refusal} />
      )}
    </Frame>
  );
}
