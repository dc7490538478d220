import { createRoute } from '@tanstack/react-router';
import { FileOutput } from 'lucide-react';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const ExportsPage = lazyPart(() => import('./ExportsPage.tsx'), 'ExportsPage');

export const exportsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/exports',
    staticData: { icon: FileOutput },
    component: ExportsPage,
  }),
] as const;
