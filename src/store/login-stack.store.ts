import { createStore } from '@xstate/store';
import { persist, type StateStorage } from '@xstate/store/persist';
import type { IdentityStep } from '#contract/session.contract.ts';

export type StoredStep = Pick<IdentityStep, 'marker' | 'name' | 'expires_at'>;

const start: { readonly steps: readonly StoredStep[] } = { steps: [] };

/** Of the tab, since every tab has a change of its own to tell: a shared one would be told by the fastest alone. */
const ofThisTab: StateStorage = {
  getItem: (name) => globalThis.sessionStorage?.getItem(name) ?? null,
  setItem: (name, value) => globalThis.sessionStorage?.setItem(name, value),
  removeItem: (name) => globalThis.sessionStorage?.removeItem(name),
};

/**
 * The markers of whoever acts for others in this browser (core §4), bottom first. For display only: each tab tells after
 * a reload what has changed for it. Who may do what, the server knows.
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
