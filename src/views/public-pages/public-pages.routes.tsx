import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../_base/routes/frame-routes.ts';
import { barePage } from '../_base/routes/page-parts.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const LegalPage = lazyPart(() => import('./LegalPage.tsx'), 'LegalPage');

export const publicPagesRoutes = (['/contact-us', '/privacy-policy', '/terms-of-use'] as const).map((path) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: barePage(() => <LegalPage path={path} />),
  }),
);
