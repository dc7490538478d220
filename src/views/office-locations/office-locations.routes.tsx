import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const OfficesPage = lazyPart(() => import('./OfficesPage.tsx'), 'OfficesPage');

export const officeLocationsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/office-locations',
    component: OfficesPage,
  }),
] as const;
