import { createRoute, redirect, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';
import { PROFILE_TABS, type ProfileTab } from './profile-tabs.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const ProfilePage = lazyPart(() => import('./ProfilePage.tsx'), 'ProfilePage');

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
  component: function ProfileRoute(): ReactNode {
    const navigate = useNavigate();
    const search = profileRoute.useSearch();
    return (
      <ProfilePage
        tab={search.tab ?? PROFILE_TABS[0]}
        setTab={(tab) => void navigate({ to: '/account/profile', search: { ...search, tab }, replace: true })}
      />
    );
  },
});

export const profileRoutes = [accountRoute, profileRoute] as const;
