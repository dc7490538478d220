import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { tabPage, tabSearch } from '../_base/routes/page-parts.tsx';
import { RULES_TABS } from './rules-tabs.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const RulesPage = lazyPart(() => import('./RulesPage.tsx'), 'RulesPage');

export const complianceRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/rules',
    validateSearch: tabSearch(RULES_TABS),
    component: tabPage('/admin/rules', RULES_TABS, RulesPage),
  }),
] as const;
