import { createRoute } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { searchPage } from '../_base/routes/page-parts.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { messagesSearch } from './messages-search.ts';

const MessagesPage = lazyPart(() => import('./MessagesPage.tsx'), 'MessagesPage');

export const messagesRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/messages',
    validateSearch: messagesSearch,
    component: searchPage('/messages', messagesSearch, MessagesPage),
  }),
] as const;
