import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  useNavigate,
} from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import type { AskGuard } from '../../actors/guards.actors.ts';
import { SkeletonLines } from '../_kit/Skeleton.tsx';
import { SignInPage } from '../session/SignInPage.tsx';
import { useActors } from './app-context.ts';
import { Crash } from './Crash.tsx';
import { Frame } from './Frame.tsx';
import { NotForYou } from './NotForYou.tsx';
import { NotFound } from './NotFound.tsx';
import { contactsSearch, importsSearch, signInSearch } from './search-params.ts';

const LegalPage = lazy(async () => ({ default: (await import('../public-pages/LegalPage.tsx')).LegalPage }));
const OutboxPage = lazy(async () => ({ default: (await import('../mail/OutboxPage.tsx')).OutboxPage }));
const ContactsPage = lazy(async () => ({ default: (await import('../contacts/ContactsPage.tsx')).ContactsPage }));
const ContactPage = lazy(async () => ({ default: (await import('../contacts/ContactPage.tsx')).ContactPage }));
const ImportsPage = lazy(async () => ({ default: (await import('../imports/ImportsPage.tsx')).ImportsPage }));
const LivePage = lazy(async () => ({ default: (await import('../live/LivePage.tsx')).LivePage }));
const KitPage = lazy(async () => ({ default: (await import('./KitRoute.tsx')).KitRoute }));
const ImportPage = lazy(async () => ({ default: (await import('../imports/ImportPage.tsx')).ImportPage }));

interface RouterContext {
  readonly ask: AskGuard;
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, location }) => {
    const decision = await context.ask(location.href);
    if (decision.kind === 'redirected') throw redirect({ href: decision.to, replace: true });
    return { refusal: decision.kind === 'refused' ? decision.reason : null };
  },
  component: Outlet,
  errorComponent: Crash,
  notFoundComponent: NotFound,
});

const signInRoutes = (['/login', '/login-app'] as const).map((path) =>
  createRoute({ getParentRoute: () => rootRoute, path, validateSearch: signInSearch, component: SignInPage }),
);

const legalRoutes = (['/contact-us', '/privacy-policy', '/terms-of-use'] as const).map((path) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: () => (
      <Suspense>
        <LegalPage path={path} />
      </Suspense>
    ),
  }),
);

const appRoute = createRoute({ getParentRoute: () => rootRoute, id: 'app', component: Shell });

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
        <Suspense fallback={<SkeletonLines lines={8} label="Loading the page" />}>
          <Outlet />
        </Suspense>
      ) : (
        <NotForYou reason={refusal} />
      )}
    </Frame>
  );
}

const startRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/contacts', replace: true });
  },
});

const shellRoute = createRoute({ getParentRoute: () => appRoute, path: '/_app', component: () => null });

type How = 'push' | 'replace';

const contactsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/contacts',
  validateSearch: contactsSearch,
  component: function ContactsRoute() {
    const navigate = useNavigate();
    const setSearch = (next: ReturnType<typeof contactsSearch>, how: How = 'push') =>
      void navigate({ to: '/contacts', search: contactsSearch({ ...next }), replace: how === 'replace' });
    return <ContactsPage search={contactsRoute.useSearch()} setSearch={setSearch} />;
  },
});

const contactRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/contacts/$number',
  component: function ContactRoute() {
    const number = Number(contactRoute.useParams().number);
    return Number.isSafeInteger(number) && number > 0 ? <ContactPage key={number} number={number} /> : <NotFound />;
  },
});

const importsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/imports',
  validateSearch: importsSearch,
  component: function ImportsRoute() {
    const navigate = useNavigate();
    const setSearch = (next: ReturnType<typeof importsSearch>, how: How = 'push') =>
      void navigate({ to: '/imports', search: importsSearch({ ...next }), replace: how === 'replace' });
    return <ImportsPage search={importsRoute.useSearch()} setSearch={setSearch} />;
  },
});

const newImportRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/imports/new',
  component: () => <ImportPage id={null} />,
});

const importRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/imports/$id',
  component: function ImportRoute() {
    const id = Number(importRoute.useParams().id);
    return Number.isSafeInteger(id) && id > 0 ? <ImportPage key={id} id={id} /> : <NotFound />;
  },
});

const liveRoute = createRoute({ getParentRoute: () => appRoute, path: '/live', component: LivePage });

/** The design kit, where there is a demo world. */
const kitRoute = createRoute({ getParentRoute: () => appRoute, path: '/_kit', component: KitPage });

const outboxRoute = createRoute({ getParentRoute: () => appRoute, path: '/outbox', component: OutboxPage });

const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  ...legalRoutes,
  appRoute.addChildren([
    startRoute,
    shellRoute,
    contactsRoute,
    contactRoute,
    importsRoute,
    newImportRoute,
    importRoute,
    liveRoute,
    outboxRoute,
    kitRoute,
  ]),
]);

export const createAppRouter = (ask: AskGuard) =>
  createRouter({ routeTree, context: { ask }, defaultErrorComponent: Crash, scrollRestoration: true });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
