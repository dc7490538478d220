import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const ComraLeadsRoute = lazyPart(() => import('./ComraLeadsPage.tsx'), 'ComraLeadsRoute');

export const comraLeadsRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/admin/comra-leads-reports', component: ComraLeadsRoute }),
] as const;
