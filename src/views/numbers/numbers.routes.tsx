import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const NumbersPage = lazyPart(() => import('./NumbersPage.tsx'), 'NumbersPage');

export const numbersRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/numbers', component: NumbersPage }),
] as const;
