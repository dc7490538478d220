import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const MachinesPage = lazyPart(() => import('./MachinesPage.tsx'), 'MachinesPage');

export const machinesRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/_machines', component: MachinesPage }),
] as const;
