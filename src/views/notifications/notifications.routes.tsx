import { createRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const NotificationsPage = lazyPart(() => import('./NotificationsPage.tsx'), 'NotificationsPage');

const notificationsSearch = (raw: RawSearch): { show?: 'unread' } => readSearch({ show: z.enum(['unread']) }, raw);

const notificationsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/notifications',
  validateSearch: notificationsSearch,
  component: function NotificationsRoute(): ReactNode {
    const { show = 'all' } = notificationsRoute.useSearch();
    return <NotificationsPage show={show} />;
  },
});

export const notificationsRoutes = [notificationsRoute] as const;
