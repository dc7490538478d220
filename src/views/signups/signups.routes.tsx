import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const SignupsRoute = lazyPart(() => import('./SignupsPage.tsx'), 'SignupsRoute');

export const signupsRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/admin/signups', component: SignupsRoute }),
] as const;
