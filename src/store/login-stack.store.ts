import { createStore } from '@xstate/store';
import { persist } from '@xstate/store/persist';
import type { IdentityStep } from '#contract/session.contract.ts';

export type StoredStep = Pick<IdentityStep, 'marker' | 'name' | 'expires_at'>;

const start: { readonly steps: readonly StoredStep[] } = { steps: [] };

/**
 * The markers of whoever acts for others in this browser (core §4), bottom first. For display only, such as telling
 * after a reload what has changed: who may do what, the server knows.
 */
export const loginStackStore = createStore({
  context: start,
  on: {
    became: (_, { identity }: { identity: readonly IdentityStep[] }) => ({
      steps: identity.map(({ marker, name, expires_at }) => ({ marker, name, expires_at })),
    }),
    reset: () => start,
  },
}).with(persist({ name: 'bellwether.login-stack.v1' }));
