import { createRoute } from '@tanstack/react-router';
import { ArrowLeftRight } from 'lucide-react';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_base/routes/lazy-part.ts';
import { idPage, searchPage } from '../_base/routes/page-parts.tsx';
import { transfersSearch } from './transfers-search.ts';

const TransfersPage = lazyPart(() => import('./TransfersPage.tsx'), 'TransfersPage');
const TransferPage = lazyPart(() => import('./TransferPage.tsx'), 'TransferPage');

export const transfersRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/transfers',
    staticData: { icon: ArrowLeftRight },
    validateSearch: transfersSearch,
    component: searchPage('/transfers', transfersSearch, TransfersPage),
  }),
  createRoute({ getParentRoute: () => appRoute, path: '/transfers/$id', component: idPage(TransferPage) }),
] as const;
