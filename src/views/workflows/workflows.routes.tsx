import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const WorkflowsRoute = lazyPart(() => import('./WorkflowsPage.tsx'), 'WorkflowsRoute');
const TemplatesPage = lazyPart(() => import('./TemplatesPage.tsx'), 'TemplatesPage');
const DryRunRoute = lazyPart(() => import('./dry-runs/DryRunPage.tsx'), 'DryRunRoute');
const WorkflowRoute = lazyPart(() => import('./WorkflowPage.tsx'), 'WorkflowRoute');

export const workflowsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/workflows',
    component: WorkflowsRoute,
  }),
  createRoute({ getParentRoute: () => appRoute, path: '/workflows/templates', component: TemplatesPage }),
  createRoute({ getParentRoute: () => appRoute, path: '/workflows/dry-runs/$id', component: DryRunRoute }),
  createRoute({ getParentRoute: () => appRoute, path: '/workflows/$id', component: WorkflowRoute }),
] as const;
