import { createRoute, createRouter, redirect, useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import type { AskGuard } from '../../actors/guards.actors.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import type { BillingPage } from '../../machines/billing/billing-context.ts';
import { aiSearch } from '../../store/ai-search.ts';
import type { StoredFor } from '../../store/stored-once.ts';
import { ContactsPage } from '../contacts/list/ContactsPage.tsx';
import { CONTACT_TAB_KEYS, type ContactTabKey } from '../contacts/page/contact-tab-keys.ts';
import { SignInPage } from '../session/SignInPage.tsx';
import { Crash } from './Crash.tsx';
import { appRoute, rootRoute } from './frame-routes.tsx';
import {
  AttachmentsPage,
  BillingShell,
  ContactPage,
  DashboardPage,
  DemoWorldPage,
  FeaturesPage,
  HelpArticleRoute,
  HelpRoute,
  ImportPage,
  ImportsPage,
  KitPage,
  LegalPage,
  ListsPage,
  LivePage,
  MachinesPage,
  OutboxPage,
  ProfilePage,
  ResetPasswordPage,
  RulesPage,
  SsoCallbackPage,
  SsoLogoutPage,
  UserPage,
  UsersPage,
} from './lazy-pages.ts';
import { NotFound } from '../_base/NotFound.tsx';
import {
  billingSearch,
  contactSearch,
  contactsSearch,
  importsSearch,
  dashboardSearch,
  helpSearch,
  listsSearch,
  profileSearch,
  resetSearch,
  rulesSearch,
  signInSearch,
  ssoSearch,
  usersSearch,
} from './search-params.ts';
import { type How, workRoutes } from './work-routes.tsx';

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

const startRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/contacts', replace: true });
  },
});

const shellRoute = createRoute({ getParentRoute: () => appRoute, path: '/_app', component: () => null });

const contactsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/contacts',
  validateSearch: contactsSearch,
  beforeLoad: ({ context: { refusal, user } }) => {
    const found = refusal === null && user !== null ? aiSearch.take(user) : null;
    if (found !== null) throw redirect({ to: '/contacts', search: contactsSearch(found), replace: true });
  },
  component: function ContactsRoute() {
    const navigate = useNavigate();
    const setSearch = (next: ReturnType<typeof contactsSearch>, how: How = 'push') =>
      void navigate({ to: '/contacts', search: contactsSearch({ ...next }), replace: how === 'replace' });
    const raw = contactsRoute.useSearch();
    // What nobody knows in an address is no part of a scope.
    const search = useMemo(() => contactsSearch({ ...raw }), [raw]);
    return <ContactsPage search={search} setSearch={setSearch} />;
  },
});

const contactRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/contacts/$number',
  validateSearch: contactSearch,
  component: function ContactRoute() {
    const number = Number(contactRoute.useParams().number);
    const { tab = CONTACT_TAB_KEYS[0] } = contactRoute.useSearch();
    const navigate = useNavigate();
    const setTab = (next: ContactTabKey) =>
      void navigate({
        to: '/contacts/$number',
        params: { number: String(number) },
        search: next === CONTACT_TAB_KEYS[0] ? {} : { tab: next },
        replace: true,
      });
    return Number.isSafeInteger(number) && number > 0 ? (
      <ContactPage number={number} tab={tab} setTab={setTab} />
    ) : (
      <NotFound />
    );
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

const attachmentsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/imports/attachments',
  component: () => <AttachmentsPage />,
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

const dashboardRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  component: function DashboardRoute() {
    const navigate = useNavigate();
    const { group = 'mine' } = dashboardRoute.useSearch();
    return (
      <DashboardPage group={group} onGroup={(next) => void navigate({ to: '/dashboard', search: { group: next } })} />
    );
  },
});

const listsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/lists',
  validateSearch: listsSearch,
  component: function ListsRoute() {
    const navigate = useNavigate();
    const { tab = 'statuses' } = listsRoute.useSearch();
    return <ListsPage tab={tab} onTab={(next) => void navigate({ to: '/admin/lists', search: { tab: next } })} />;
  },
});

const rulesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/rules',
  validateSearch: rulesSearch,
  component: function RulesRoute() {
    const navigate = useNavigate();
    const { tab = 'in_force' } = rulesRoute.useSearch();
    return <RulesPage tab={tab} onTab={(next) => void navigate({ to: '/admin/rules', search: { tab: next } })} />;
  },
});

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

const helpRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/help', validateSearch: helpSearch, component: HelpRoute }),
  createRoute({ getParentRoute: () => appRoute, path: '/help/$page', component: HelpArticleRoute }),
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
    ...workRoutes,
    importsRoute,
    newImportRoute,
    attachmentsRoute,
    importRoute,
    accountRoute,
    profileRoute,
    liveRoute,
    featuresRoute,
    demoRoute,
    dashboardRoute,
    listsRoute,
    rulesRoute,
    usersRoute,
    userRoute,
    billingShellRoute.addChildren(billingRoutes),
    ...helpRoutes,
    outboxRoute,
    machinesRoute,
    kitRoute,
  ]),
]);

export const createAppRouter = (ask: AskGuard, who: () => StoredFor | null) =>
  createRouter({
    routeTree,
    context: { ask, who },
    defaultErrorComponent: Crash,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
