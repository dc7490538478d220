import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { tabPage, tabSearch } from '../_base/routes/page-parts.tsx';
import { LIST_TABS } from './list-tabs.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const ListsPage = lazyPart(() => import('./ListsPage.tsx'), 'ListsPage');

export const referenceRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/lists',
    validateSearch: tabSearch(LIST_TABS),
    component: tabPage('/admin/lists', LIST_TABS, ListsPage),
  }),
] as const;
