import { RouterProvider } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { AppActors } from '../../actors/root.ts';
import { AnchorProvider } from '../_kit/display/Link.tsx';
import { AppContext } from '../_base/app-context.ts';
import { arrive, keepFocus } from '../_base/arrival.ts';
import { RouterAnchor } from './RouterAnchor.tsx';
import { Crash } from './Crash.tsx';
import { PageAnnouncer } from './PageAnnouncer.tsx';
import { createAppRouter } from './router.tsx';
import { ServerUnreachable } from './ServerUnreachable.tsx';
import { warmStart } from './warm-start.ts';
import { leadToWrongField } from './wrong-field.ts';

/** Providers and the router. */
export function App({ actors }: { actors: AppActors }) {
  const [router] = useState(() => {
    const made = createAppRouter(actors.askGuard, () => actors.session.getSnapshot().context.user);
    warmStart(actors.resources, made.latestLocation);
    return made;
  });
  const isCrashed = useSelector(actors.root, (snapshot) => snapshot.hasTag('crashed'));
  const isBroken = useSelector(actors.session, (snapshot) => snapshot.hasTag('broken'));
  const isSignedIn = useSelector(actors.session, (snapshot) => snapshot.hasTag('signedIn'));
  const user = useSelector(actors.session, ({ context }) => context.user);
  const account = useSelector(actors.session, ({ context }) => context.account);

  // The signed-in user, or their pending obligation, has changed: the guards decide again about the open page.
  useEffect(() => void router.invalidate(), [router, isSignedIn, user, account]);
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation, toLocation }) => {
        if (!pathChanged) return;
        actors.api.leavePage();
        if (fromLocation) actors.dock.openPage(toLocation.pathname);
      }),
    [router, actors.api, actors.dock],
  );
  useEffect(
    () => router.subscribe('onRendered', ({ fromLocation, pathChanged }) => fromLocation && pathChanged && arrive()),
    [router],
  );
  useEffect(() => actors.phone.openBy((href) => void router.navigate({ href })), [router, actors.phone]);
  useEffect(() => actors.chat.openBy((href) => void router.navigate({ href })), [router, actors.chat]);
  useEffect(keepFocus, []);
  useEffect(leadToWrongField, []);
  if (isCrashed)
    return (
      <AppContext value={actors}>
        <Crash error={actors.root.getSnapshot().context.fault} />
      </AppContext>
    );
  return (
    <AppContext value={actors}>
      <AnchorProvider render={(anchor) => <RouterAnchor {...anchor} />}>
        <PageAnnouncer />
        {isBroken ? <ServerUnreachable /> : null}
        <RouterProvider router={router} />
      </AnchorProvider>
    </AppContext>
  );
}
