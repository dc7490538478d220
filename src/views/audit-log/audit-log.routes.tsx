import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const AuditLogRoute = lazyPart(() => import('./AuditLogPage.tsx'), 'AuditLogRoute');

export const auditLogRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/audit-log',
    component: AuditLogRoute,
  }),
] as const;
