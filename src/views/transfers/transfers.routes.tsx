import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { idPage } from '../_base/routes/page-parts.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const TransfersRoute = lazyPart(() => import('./TransfersPage.tsx'), 'TransfersRoute');
const TransferPage = lazyPart(() => import('./TransferPage.tsx'), 'TransferPage');

export const transfersRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/transfers',
    component: TransfersRoute,
  }),
  createRoute({ getParentRoute: () => appRoute, path: '/transfers/$id', component: idPage(TransferPage) }),
] as const;
