import { createRoute } from '@tanstack/react-router';
import { FileDown } from 'lucide-react';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_base/routes/lazy-part.ts';
import { idPage, searchPage } from '../_base/routes/page-parts.tsx';
import { importsSearch } from './imports-search.ts';

const ImportsPage = lazyPart(() => import('./list/ImportsPage.tsx'), 'ImportsPage');
const ImportPage = lazyPart(() => import('./ImportPage.tsx'), 'ImportPage');

export const importsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/imports',
    staticData: { icon: FileDown },
    validateSearch: importsSearch,
    component: searchPage('/imports', importsSearch, ImportsPage),
  }),
  createRoute({ getParentRoute: () => appRoute, path: '/imports/new', component: () => <ImportPage id={null} /> }),
  createRoute({ getParentRoute: () => appRoute, path: '/imports/$id', component: idPage(ImportPage) }),
] as const;
