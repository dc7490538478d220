import { createStore } from '@xstate/store';
import type { IdentityStep } from '#contract/session.contract.ts';
import { persist } from './persist.ts';

export type StoredStep = Pick<IdentityStep, 'marker' | 'name' | 'expires_at'>;

const start: { readonly steps: readonly StoredStep[] } = { steps: [] };

/**
 * Markers of log-ins as other users in this browser (core §4), bottom first. For display only: after a reload each tab
 * reports what has changed. Permissions are decided by the server.
 */
export const loginStackStore = createStore({
  context: start,
  on: {
    became: (_, { identity }: { identity: readonly IdentityStep[] }) => ({
      steps: identity.map(({ marker, name, expires_at }) => ({ marker, name, expires_at })),
    }),
    reset: () => start,
  },
  // Every tab reports its own change: a shared marker would be reported by the fastest tab only.
}).with(persist({ name: 'bellwether.login-stack.v1', ofTab: true }));
