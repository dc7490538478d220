import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { idPage } from '../_base/routes/page-parts.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const ImportsRoute = lazyPart(() => import('./list/ImportsPage.tsx'), 'ImportsRoute');
const ImportPage = lazyPart(() => import('./ImportPage.tsx'), 'ImportPage');

export const importsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/imports',
    component: ImportsRoute,
  }),
  createRoute({ getParentRoute: () => appRoute, path: '/imports/new', component: () => <ImportPage id={null} /> }),
  createRoute({ getParentRoute: () => appRoute, path: '/imports/$id', component: idPage(ImportPage) }),
] as const;
