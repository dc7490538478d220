import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const CampaignTriggersPage = lazyPart(() => import('./CampaignTriggersPage.tsx'), 'CampaignTriggersPage');

export const campaignTriggersRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/admin/campaign-triggers',
    component: CampaignTriggersPage,
  }),
] as const;
