import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  useLocation,
  useNavigate,
} from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { AskGuard } from '../../actors/guards.actors.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import type { BillingPage } from '../../machines/billing/billing-context.ts';
import { SkeletonLines } from '../_kit/Skeleton.tsx';
import { ContactsPage } from '../contacts/ContactsPage.tsx';
import { SignInPage } from '../session/SignInPage.tsx';
import { useActors } from './app-context.ts';
import { Crash } from './Crash.tsx';
import { Frame } from './Frame.tsx';
import { NotForYou } from './NotForYou.tsx';
import { NotFound } from './NotFound.tsx';
import {
  billingSearch,
  contactsSearch,
  importsSearch,
  profileSearch,
  resetSearch,
  signInSearch,
  ssoSearch,
  usersSearch,
} from './search-params.ts';

const ResetPasswordPage = lazy(async () => ({
  default: (await import('../passwords/ResetPasswordPage.tsx')).ResetPasswordPage,
}));
const SsoCallbackPage = lazy(async () => ({
  default: (await import('../session/SsoCallbackPage.tsx')).SsoCallbackPage,
}));
const SsoLogoutPage = lazy(async () => ({ default: (await import('../session/SsoLogoutPage.tsx')).SsoLogoutPage }));
const LegalPage = lazy(async () => ({ default: (await import('../public-pages/LegalPage.tsx')).LegalPage }));
const OutboxPage = lazy(async () => ({ default: (await import('../mail/OutboxPage.tsx')).OutboxPage }));
const ContactPage = lazy(async () => ({ default: (await import('../contacts/ContactPage.tsx')).ContactPage }));
const ImportsPage = lazy(async () => ({ default: (await import('../imports/ImportsPage.tsx')).ImportsPage }));
const LivePage = lazy(async () => ({ default: (await import('../live/LivePage.tsx')).LivePage }));
const FeaturesPage = lazy(async () => ({ default: (await import('../flags/FeaturesPage.tsx')).FeaturesPage }));
const UsersPage = lazy(async () => ({ default: (await import('../users/UsersPage.tsx')).UsersPage }));
const UserPage = lazy(async () => ({ default: (await import('../users/UserPage.tsx')).UserPage }));
const ProfilePage = lazy(async () => ({ default: (await import('../profile/ProfilePage.tsx')).ProfilePage }));
const BillingShell = lazy(async () => ({ default: (await import('../billing/BillingShell.tsx')).BillingShell }));
const KitPage = lazy(async () => ({ default: (await import('./KitRoute.tsx')).KitRoute }));
const MachinesPage = lazy(async () => ({ default: (await import('../machines/MachinesPage.tsx')).MachinesPage }));
const DemoWorldPage = lazy(async () => ({ default: (await import('../demo/DemoWorldPage.tsx')).DemoWorldPage }));
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

const signInRoutes = [{ path: '/login', kind: 'page' } as const, { path: '/login-app', kind: 'app' } as const].map(
  ({ path, kind }) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path,
      validateSearch: signInSearch,
      component: () => <SignInPage kind={kind} />,
    }),
);

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: resetSearch,
  component: function ResetPasswordRoute() {
    const { token = null } = resetPasswordRoute.useSearch();
    const navigate = useNavigate();
    const [given] = useState(token);
    // The token stays neither in the address bar nor in the history.
    useEffect(() => {
      if (token !== null) void navigate({ to: '/reset-password', search: {}, replace: true });
    }, [token, navigate]);
    return (
      <Suspense>
        <ResetPasswordPage token={given} />
      </Suspense>
    );
  },
});

const ssoCallbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api/auth/callback',
  validateSearch: ssoSearch,
  component: function SsoCallbackRoute() {
    const navigate = useNavigate();
    const enter = useCallback(() => void navigate({ to: '/', replace: true }), [navigate]);
    return (
      <Suspense>
        <SsoCallbackPage query={ssoCallbackRoute.useSearch()} onEnter={enter} />
      </Suspense>
    );
  },
});

const ssoLogoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sso-logout',
  component: () => (
    <Suspense>
      <SsoLogoutPage />
    </Suspense>
  ),
});

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

const accountRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/account',
  beforeLoad: () => {
    throw redirect({ to: '/account/profile', replace: true });
  },
});

const profileRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/account/profile',
  validateSearch: profileSearch,
  component: function ProfileRoute() {
    const navigate = useNavigate();
    const search = profileRoute.useSearch();
    return (
      <ProfilePage
        tab={search.tab ?? 'profile'}
        setTab={(tab) => void navigate({ to: '/account/profile', search: { ...search, tab }, replace: true })}
      />
    );
  },
});

const liveRoute = createRoute({ getParentRoute: () => appRoute, path: '/live', component: LivePage });

const featuresRoute = createRoute({ getParentRoute: () => appRoute, path: '/admin/features', component: FeaturesPage });

const demoRoute = createRoute({ getParentRoute: () => appRoute, path: '/admin/demo', component: DemoWorldPage });

const usersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/users',
  validateSearch: usersSearch,
  component: function UsersRoute() {
    const navigate = useNavigate();
    const setSearch = (next: ReturnType<typeof usersSearch>, how: How = 'push') =>
      void navigate({ to: '/admin/users', search: usersSearch({ ...next }), replace: how === 'replace' });
    return <UsersPage search={usersRoute.useSearch()} setSearch={setSearch} />;
  },
});

const userRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/users/$id',
  component: function UserRoute() {
    const id = Number(userRoute.useParams().id);
    return Number.isSafeInteger(id) && id > 0 ? <UserPage key={id} id={id} /> : <NotFound />;
  },
});

/** Pages of billing and what they are about; one machine serves them all. */
const BILLING = {
  '/billing': 'overview',
  '/billing/plan': 'choosing',
  '/billing/review': 'reviewing',
  '/billing/update': 'card',
} as const;

const billingShellRoute = createRoute({
  getParentRoute: () => appRoute,
  id: 'billing',
  component: function BillingRoute() {
    const { pathname, search } = useLocation();
    const page: BillingPage | undefined = BILLING[pathname.replace(/\/$/u, '') as keyof typeof BILLING];
    return (
      <BillingShell newKey={newIdempotencyKey} page={page ?? 'overview'} planId={billingSearch(search).plan ?? null} />
    );
  },
});

const billingRoutes = [
  createRoute({ getParentRoute: () => billingShellRoute, path: '/billing' }),
  createRoute({ getParentRoute: () => billingShellRoute, path: '/billing/plan' }),
  createRoute({ getParentRoute: () => billingShellRoute, path: '/billing/review', validateSearch: billingSearch }),
  createRoute({ getParentRoute: () => billingShellRoute, path: '/billing/update', validateSearch: billingSearch }),
] as const;

/** The design kit, where there is a demo world. */
const kitRoute = createRoute({ getParentRoute: () => appRoute, path: '/_kit', component: KitPage });

/** What runs in this tab; the guards say for whom. */
const machinesRoute = createRoute({ getParentRoute: () => appRoute, path: '/_machines', component: MachinesPage });

const outboxRoute = createRoute({ getParentRoute: () => appRoute, path: '/outbox', component: OutboxPage });

const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  resetPasswordRoute,
  ssoCallbackRoute,
  ssoLogoutRoute,
  ...legalRoutes,
  appRoute.addChildren([
    startRoute,
    shellRoute,
    contactsRoute,
    contactRoute,
    importsRoute,
    newImportRoute,
    importRoute,
    accountRoute,
    profileRoute,
    liveRoute,
    featuresRoute,
    demoRoute,
    usersRoute,
    userRoute,
    billingShellRoute.addChildren(billingRoutes),
    outboxRoute,
    machinesRoute,
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
