import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { idPage } from '../_base/routes/page-parts.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const VerificationsPage = lazyPart(() => import('./VerificationsPage.tsx'), 'VerificationsPage');
const VerificationPage = lazyPart(() => import('./VerificationPage.tsx'), 'VerificationPage');

export const verificationsRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/verifications', component: VerificationsPage }),
  createRoute({ getParentRoute: () => appRoute, path: '/verifications/$id', component: idPage(VerificationPage) }),
] as const;
