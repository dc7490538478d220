import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const DomainsPage = lazyPart(() => import('./DomainsPage.tsx'), 'DomainsPage');

export const customDomainsRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/admin/custom-domains', component: DomainsPage }),
] as const;
