import { createRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { searchPage } from '../_base/routes/page-parts.tsx';
import { duplicatesSearch, mergeSearch } from './duplicates-search.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const DuplicatesPage = lazyPart(() => import('./DuplicatesPage.tsx'), 'DuplicatesPage');
const MergePage = lazyPart(() => import('./MergePage.tsx'), 'MergePage');
const MergesPage = lazyPart(() => import('./MergesPage.tsx'), 'MergesPage');

const duplicatesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/contacts/duplicates',
  validateSearch: duplicatesSearch,
  component: searchPage('/contacts/duplicates', duplicatesSearch, DuplicatesPage),
});

const mergeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/contacts/merge',
  validateSearch: mergeSearch,
  component: function MergeRoute(): ReactNode {
    const { ids = '' } = mergeRoute.useSearch();
    const chosen = [...new Set(ids.split(',').map(Number))].filter((id) => id > 0);
    return <MergePage key={ids} ids={chosen} />;
  },
});

const mergesRoute = createRoute({ getParentRoute: () => appRoute, path: '/contacts/merges', component: MergesPage });

export const duplicatesRoutes = [duplicatesRoute, mergeRoute, mergesRoute] as const;
