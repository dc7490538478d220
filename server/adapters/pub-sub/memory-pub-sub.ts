import type { PublishedEvent, PubSub } from './pub-sub.ts';

/** Carries events within one process; for a single web process, and for tests. */
export function createMemoryPubSub(): PubSub {
  const listeners = new Set<(events: readonly PublishedEvent[]) => void>();
  return {
    publish: async (events) => {
      for (const listener of listeners) listener(events);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => listeners.clear(),
  };
}
