import { createRoute } from '@tanstack/react-router';
import { Contact } from 'lucide-react';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_base/routes/lazy-part.ts';
import { idPage, searchPage } from '../_base/routes/page-parts.tsx';
import { usersSearch } from './users-search.ts';

const UsersPage = lazyPart(() => import('./UsersPage.tsx'), 'UsersPage');
const UserPage = lazyPart(() => import('./UserPage.tsx'), 'UserPage');

export const usersRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/users',
    staticData: { icon: Contact },
    validateSearch: usersSearch,
    component: searchPage('/admin/users', usersSearch, UsersPage),
  }),
  createRoute({ getParentRoute: () => appRoute, path: '/admin/users/$id', component: idPage(UserPage) }),
] as const;
