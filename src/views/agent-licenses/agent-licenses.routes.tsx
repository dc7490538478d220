import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const LicensesPage = lazyPart(() => import('./LicensesPage.tsx'), 'LicensesPage');

export const agentLicensesRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/licenses', component: LicensesPage }),
] as const;
