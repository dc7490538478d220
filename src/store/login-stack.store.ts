import { createStore } from '@xstate/store';
import { persist, type StateStorage } from '@xstate/store/persist';
import type { IdentityStep } from '#contract/session.contract.ts';

export type StoredStep = Pick<IdentityStep, 'marker' | 'name' | 'expires_at'>;

const start: { readonly steps: readonly StoredStep[] } = { steps: [] };

/** Per tab, because every tab reports its own change: a shared marker would be reported by the fastest tab only. */
const ofThisTab: StateStorage = {
  getItem: (name) => globalThis.sessionStorage?.getItem(name) ?? null,
  setItem: (name, value) => globalThis.sessionStorage?.setItem(name, value),
  removeItem: (name) => globalThis.sessionStorage?.removeItem(name),
};

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
}).with(persist({ name: 'bellwether.login-stack.v1', storage: ofThisTab }));
