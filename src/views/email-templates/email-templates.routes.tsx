import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const EmailTemplatesPage = lazyPart(() => import('./EmailTemplatesPage.tsx'), 'EmailTemplatesPage');

export const emailTemplatesRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/emails',
    component: EmailTemplatesPage,
  }),
] as const;
