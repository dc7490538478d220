import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const BusinessUnitsPage = lazyPart(() => import('./BusinessUnitsPage.tsx'), 'BusinessUnitsPage');

export const businessUnitsRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/admin/business-units', component: BusinessUnitsPage }),
] as const;
