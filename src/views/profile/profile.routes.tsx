import { createRoute, redirect } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';
import { PROFILE_TABS, type ProfileTab } from './profile-tabs.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const ProfileRoute = lazyPart(() => import('./ProfileRoute.tsx'), 'ProfileRoute');

/** `why` and `back` are the guards' (machines/guards/detour.ts); they stay while the tab changes. */
const profileSearch = (raw: RawSearch): { tab?: ProfileTab; why?: string; back?: string } =>
  readSearch({ tab: z.enum(PROFILE_TABS), why: z.string(), back: z.string() }, raw);

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
  component: ProfileRoute,
});

export const profileRoutes = [accountRoute, profileRoute] as const;
