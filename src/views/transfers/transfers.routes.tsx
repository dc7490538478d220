import { createRoute } from '@tanstack/react-router';
import { ArrowLeftRight } from 'lucide-react';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_base/routes/lazy-part.ts';
import { idPage } from '../_base/routes/page-parts.tsx';

const TransfersRoute = lazyPart(() => import('./TransfersPage.tsx'), 'TransfersRoute');
const TransferPage = lazyPart(() => import('./TransferPage.tsx'), 'TransferPage');

export const transfersRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/transfers',
    staticData: { icon: ArrowLeftRight },
    component: TransfersRoute,
  }),
  createRoute({ getParentRoute: () => appRoute, path: '/transfers/$id', component: idPage(TransferPage) }),
] as const;
