import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const RegistrationPage = lazyPart(() => import('./RegistrationPage.tsx'), 'RegistrationPage');

export const registrationRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/text-registration',
    component: RegistrationPage,
  }),
] as const;
