import { createRoute } from '@tanstack/react-router';
import { appRoute, rootRoute } from '../_base/routes/frame-routes.ts';
import { barePage } from '../_base/routes/page-parts.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const WalletPage = lazyPart(() => import('./WalletPage.tsx'), 'WalletPage');
const ReconciliationPage = lazyPart(() => import('./ReconciliationPage.tsx'), 'ReconciliationPage');
const ReceiptPage = lazyPart(() => import('./ReceiptPage.tsx'), 'ReceiptPage');

export const walletsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/wallets',
    component: WalletPage,
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/reconciliation',
    component: ReconciliationPage,
  }),
] as const;

export const receiptRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/wallets/receipt',
  component: barePage(ReceiptPage),
});
