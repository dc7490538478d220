import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { idPage } from '../_base/routes/page-parts.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const UsersRoute = lazyPart(() => import('./UsersPage.tsx'), 'UsersRoute');
const UserPage = lazyPart(() => import('./UserPage.tsx'), 'UserPage');

export const usersRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/users',
    component: UsersRoute,
  }),
  createRoute({ getParentRoute: () => appRoute, path: '/admin/users/$id', component: idPage(UserPage) }),
] as const;
