import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const StorePage = lazyPart(() => import('./StorePage.tsx'), 'StorePage');
const OwnOrdersPage = lazyPart(() => import('./OwnOrdersPage.tsx'), 'OwnOrdersPage');
const ProductsPage = lazyPart(() => import('./ProductsPage.tsx'), 'ProductsPage');

export const storeRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/store',
    component: StorePage,
  }),
  createRoute({ getParentRoute: () => appRoute, path: '/store/orders', component: OwnOrdersPage }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/products',
    component: ProductsPage,
  }),
] as const;
