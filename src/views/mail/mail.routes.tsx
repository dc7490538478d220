import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const NewEmailPage = lazyPart(() => import('./NewEmailPage.tsx'), 'NewEmailPage');
const SendingDomainPage = lazyPart(() => import('./SendingDomainPage.tsx'), 'SendingDomainPage');
const OutboxPage = lazyPart(() => import('./OutboxPage.tsx'), 'OutboxPage');

export const mailRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/email-management/new',
    beforeLoad: async ({ context: { refusal, user } }) => {
      if (refusal === null && user !== null) (await import('./take-ai-email.ts')).takeAiEmail(user);
    },
    component: NewEmailPage,
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/sending-domain',
    component: SendingDomainPage,
  }),
  createRoute({ getParentRoute: () => appRoute, path: '/outbox', component: OutboxPage }),
] as const;
