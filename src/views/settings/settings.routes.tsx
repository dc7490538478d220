import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const SettingsPage = lazyPart(() => import('./SettingsPage.tsx'), 'SettingsPage');

export const settingsRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/admin/settings', component: SettingsPage }),
] as const;
