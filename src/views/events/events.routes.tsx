import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const CalendarPage = lazyPart(() => import('./CalendarPage.tsx'), 'CalendarPage');

export const eventsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/calendar',
    component: CalendarPage,
  }),
] as const;
