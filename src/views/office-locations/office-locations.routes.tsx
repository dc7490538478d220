import { createRoute } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const OfficesPage = lazyPart(() => import('./OfficesPage.tsx'), 'OfficesPage');

export const officeLocationsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/office-locations',
    staticData: { icon: MapPin },
    component: OfficesPage,
  }),
] as const;
