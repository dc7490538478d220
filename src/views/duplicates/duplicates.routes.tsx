import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { searchPage } from '../_base/routes/page-parts.tsx';
import { duplicatesSearch } from './duplicates-search.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const DuplicatesPage = lazyPart(() => import('./DuplicatesPage.tsx'), 'DuplicatesPage');
const MergeRoute = lazyPart(() => import('./MergeRoute.tsx'), 'MergeRoute');
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
  component: MergeRoute,
});

const mergesRoute = createRoute({ getParentRoute: () => appRoute, path: '/contacts/merges', component: MergesPage });

export const duplicatesRoutes = [duplicatesRoute, mergeRoute, mergesRoute] as const;
