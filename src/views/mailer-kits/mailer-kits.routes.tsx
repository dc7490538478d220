import { createRoute } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const MailerKitsPage = lazyPart(() => import('./MailerKitsPage.tsx'), 'MailerKitsPage');

export const mailerKitsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/mailer-kits',
    staticData: { icon: Printer },
    component: MailerKitsPage,
  }),
] as const;
