import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const MailerKitsPage = lazyPart(() => import('./MailerKitsPage.tsx'), 'MailerKitsPage');

export const mailerKitsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/mailer-kits',
    component: MailerKitsPage,
  }),
] as const;
