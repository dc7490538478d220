import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const ManageTrainingsPage = lazyPart(() => import('./ManageTrainingsPage.tsx'), 'ManageTrainingsPage');
const MyTrainingsPage = lazyPart(() => import('./MyTrainingsPage.tsx'), 'MyTrainingsPage');

export const trainingsRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/admin/trainings', component: ManageTrainingsPage }),
  createRoute({ getParentRoute: () => appRoute, path: '/trainings', component: MyTrainingsPage }),
] as const;
