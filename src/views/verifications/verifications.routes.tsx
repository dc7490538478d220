import { createRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NotFound } from '../_base/NotFound.tsx';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const VerificationsPage = lazyPart(() => import('./VerificationsPage.tsx'), 'VerificationsPage');
const VerificationPage = lazyPart(() => import('./VerificationPage.tsx'), 'VerificationPage');

const verificationRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/verifications/$id',
  component: function VerificationRoute(): ReactNode {
    const id = Number(verificationRoute.useParams().id);
    return Number.isSafeInteger(id) && id > 0 ? <VerificationPage key={id} id={id} /> : <NotFound />;
  },
});

export const verificationsRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/verifications', component: VerificationsPage }),
  verificationRoute,
] as const;
