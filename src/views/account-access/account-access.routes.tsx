import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const AccountAccessPage = lazyPart(() => import('./AccountAccessPage.tsx'), 'AccountAccessPage');

export const accountAccessRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/admin/account-access', component: AccountAccessPage }),
] as const;
