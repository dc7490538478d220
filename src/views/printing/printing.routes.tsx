import { createRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NotFound } from '../_base/NotFound.tsx';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const PrintsPage = lazyPart(() => import('./PrintsPage.tsx'), 'PrintsPage');
const PrintPage = lazyPart(() => import('./PrintPage.tsx'), 'PrintPage');

const printsRoute = createRoute({ getParentRoute: () => appRoute, path: '/prints', component: PrintsPage });

const printRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/prints/$jid',
  component: function PrintRoute(): ReactNode {
    const { jid } = printRoute.useParams();
    return /^[\w-]{22}$/u.test(jid) ? <PrintPage key={jid} jid={jid} /> : <NotFound />;
  },
});

export const printingRoutes = [printsRoute, printRoute] as const;
