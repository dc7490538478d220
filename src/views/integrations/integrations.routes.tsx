import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const IntegrationsRoute = lazyPart(() => import('./IntegrationsPage.tsx'), 'IntegrationsRoute');

export const integrationsRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/integrations', component: IntegrationsRoute }),
] as const;
