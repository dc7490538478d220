import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const AttachmentsPage = lazyPart(() => import('./AttachmentsPage.tsx'), 'AttachmentsPage');

export const filesRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/imports/attachments', component: AttachmentsPage }),
] as const;
