import { Outlet } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { useActors } from '../_base/app-context.ts';
import { NotForYou } from '../_base/NotForYou.tsx';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { Frame } from './Frame.tsx';

/** Frame and page of a signed-in person; a page that is not theirs is not even loaded. */
export function Shell() {
  const { refusal } = appRoute.useRouteContext();
  const { session } = useActors();
  const isSignedIn = useSelector(session, (snapshot) => snapshot.hasTag('signedIn'));
  // The user is signing out: personal data disappears immediately, and the guards redirect.
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
