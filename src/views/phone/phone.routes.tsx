import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { idPage, searchPage } from '../_base/routes/page-parts.tsx';
import { callsSearch } from './calls/calls-search.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const CallsPage = lazyPart(() => import('./calls/CallsPage.tsx'), 'CallsPage');
const CallPage = lazyPart(() => import('./calls/CallPage.tsx'), 'CallPage');

export const phoneRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/calls',
    validateSearch: callsSearch,
    component: searchPage('/calls', callsSearch, CallsPage),
  }),
  createRoute({ getParentRoute: () => appRoute, path: '/calls/$id', component: idPage(CallPage) }),
] as const;
