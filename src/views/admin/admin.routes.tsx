import { createRoute } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const AdminPage = lazyPart(() => import('./AdminPage.tsx'), 'AdminPage');

export const adminRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin',
    staticData: { icon: Settings },
    component: AdminPage,
  }),
] as const;
