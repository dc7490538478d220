import { createRoute, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { rootRoute } from '../_base/routes/frame-routes.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const ResetPasswordPage = lazyPart(() => import('./ResetPasswordPage.tsx'), 'ResetPasswordPage');

const resetSearch = (raw: RawSearch): { token?: string } => readSearch({ token: z.string() }, raw);

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: resetSearch,
  component: function ResetPasswordRoute(): ReactNode {
    const { token = null } = resetPasswordRoute.useSearch();
    const navigate = useNavigate();
    const [given] = useState(token);
    useEffect(() => {
      // oxlint-disable-next-line house/no-decisions-in-effects -- the address bar: the token stays neither there nor in the history
      if (token !== null) void navigate({ to: '/reset-password', search: {}, replace: true });
    }, [token, navigate]);
    return (
      <Suspense>
        <ResetPasswordPage token={given} />
      </Suspense>
    );
  },
});

export const passwordsRoutes = [resetPasswordRoute] as const;
