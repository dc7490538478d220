import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const AdminPage = lazyPart(() => import('./AdminPage.tsx'), 'AdminPage');

export const adminRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin',
    component: AdminPage,
  }),
] as const;
