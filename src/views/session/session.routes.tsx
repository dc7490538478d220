import { createRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { rootRoute } from '../_base/routes/frame-routes.ts';
import { barePage } from '../_base/routes/page-parts.tsx';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

/** A page with the calls that it sends, which the session loads by itself only when they are due. */
const withCalls = async <Page,>(page: Promise<Page>): Promise<Page> => {
  await import('#contract/session/sign-in.contract.ts');
  return page;
};

const SignInPage = lazyPart(() => withCalls(import('./SignInPage.tsx')), 'SignInPage');
const SsoCallbackRoute = lazyPart(() => withCalls(import('./SsoCallbackRoute.tsx')), 'SsoCallbackRoute');
const SsoLogoutPage = lazyPart(() => import('./SsoLogoutPage.tsx'), 'SsoLogoutPage');

const signInSearch = (raw: RawSearch): { redirect?: string } => readSearch({ redirect: z.string() }, raw);

const signInRoutes = [{ path: '/login', kind: 'page' } as const, { path: '/login-app', kind: 'app' } as const].map(
  ({ path, kind }) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path,
      validateSearch: signInSearch,
      component: barePage(() => <SignInPage kind={kind} />),
    }),
);

const ssoCallbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api/auth/callback',
  component: barePage(SsoCallbackRoute),
});

const ssoLogoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sso-logout',
  component: barePage(SsoLogoutPage),
});

export const sessionRoutes = [...signInRoutes, ssoCallbackRoute, ssoLogoutRoute] as const;
