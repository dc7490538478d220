import { createRoute } from '@tanstack/react-router';
import { Contact } from 'lucide-react';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_base/routes/lazy-part.ts';
import { idPage } from '../_base/routes/page-parts.tsx';

const UsersRoute = lazyPart(() => import('./UsersPage.tsx'), 'UsersRoute');
const UserPage = lazyPart(() => import('./UserPage.tsx'), 'UserPage');

export const usersRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/users',
    staticData: { icon: Contact },
    component: UsersRoute,
  }),
  createRoute({ getParentRoute: () => appRoute, path: '/admin/users/$id', component: idPage(UserPage) }),
] as const;
