import { RouterProvider } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { AppActors } from '../../actors/root.ts';
import { AnchorProvider } from '../_kit/Link.tsx';
import { AppContext } from './app-context.ts';
import { RouterAnchor } from './RouterAnchor.tsx';
import { Crash } from './Crash.tsx';
import { createAppRouter } from './router.tsx';
import { ServerUnreachable } from './ServerUnreachable.tsx';

/** Providers and the router. */
export function App({ actors }: { actors: AppActors }) {
  const [router] = useState(() => createAppRouter(actors.askGuard));
  const isCrashed = useSelector(actors.root, (snapshot) => snapshot.hasTag('crashed'));
  const isBroken = useSelector(actors.session, (snapshot) => snapshot.hasTag('broken'));
  const isSignedIn = useSelector(actors.session, (snapshot) => snapshot.hasTag('signedIn'));
  const user = useSelector(actors.session, ({ context }) => context.user);
  const account = useSelector(actors.session, ({ context }) => context.account);

  // Who is signed in, or what they owe, has changed: the guards decide again about the page that is open.
  useEffect(() => void router.invalidate(), [router, isSignedIn, user, account]);
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && actors.api.leavePage()),
    [router, actors.api],
  );
  if (isCrashed)
    return (
      <AppContext value={actors}>
        <Crash error={actors.root.getSnapshot().context.fault} />
      </AppContext>
    );
  return (
    <AppContext value={actors}>
      <AnchorProvider render={(anchor) => <RouterAnchor {...anchor} />}>
        {isBroken ? <ServerUnreachable /> : null}
        <RouterProvider router={router} />
      </AnchorProvider>
    </AppContext>
  );
}
