import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ssoSearch } from './sso-search.ts';
import { SsoCallbackPage } from './SsoCallbackPage.tsx';

/** The return from the identity provider, with what it wrote into the address. */
export function SsoCallbackRoute() {
  const navigate = useNavigate();
  const query = ssoSearch({ ...(useSearch({ strict: false }) as object) });
  const enter = useCallback(() => void navigate({ to: '/', replace: true }), [navigate]);
  return <SsoCallbackPage query={query} onEnter={enter} />;
}
