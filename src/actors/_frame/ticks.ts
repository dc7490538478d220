/** A clock for React: calls `read` every `everyMs` while it has subscribers. */
export function createTicks(everyMs: number, read: () => number) {
  let now = read();
  return {
    subscribe: (onTick: () => void) => {
      const ticking = setInterval(() => {
        now = read();
        onTick();
      }, everyMs);
      return () => clearInterval(ticking);
    },
    getSnapshot: () => now,
  };
}
