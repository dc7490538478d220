import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const OrdersPage = lazyPart(() => import('./OrdersPage.tsx'), 'OrdersPage');

export const ordersRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/orders',
    component: OrdersPage,
  }),
] as const;
