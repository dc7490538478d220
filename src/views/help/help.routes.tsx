import { createRoute, useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const HelpPage = lazyPart(() => import('./HelpPage.tsx'), 'HelpPage');
const HelpArticle = lazyPart(() => import('./HelpArticle.tsx'), 'HelpArticle');

const helpSearch = (raw: RawSearch): { q?: string } =>
  readSearch({ q: z.string().check(z.minLength(1), z.maxLength(200)) }, raw);

const helpRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/help',
  validateSearch: helpSearch,
  component: function HelpRoute(): ReactNode {
    const { q = '' } = helpRoute.useSearch();
    const navigate = useNavigate();
    return (
      <HelpPage
        q={q}
        onSearch={(next) => void navigate({ to: '/help', search: next === '' ? {} : { q: next }, replace: true })}
      />
    );
  },
});

/** One help page, at the heading that the address names. */
const helpArticleRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/help/$page',
  component: function HelpArticleRoute(): ReactNode {
    const anchor = useLocation({ select: ({ hash }) => hash });
    return <HelpArticle slug={helpArticleRoute.useParams().page} anchor={anchor} />;
  },
});

export const helpRoutes = [helpRoute, helpArticleRoute] as const;
